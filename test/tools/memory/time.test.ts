import fc from 'fast-check'
import t from 'tap'
import { openSqlite } from '../../../src/tools/memory/store/database/sqlite.ts'
import { displayName, keyOf, looseKeyOf, relationKeyOf, wordsIn } from '../../../src/tools/memory/store/fold.ts'
import { benchOver, onEveryDatabase } from '../../helpers/memory-graph.ts'
import { history, plays, TOLD_ALWAYS } from '../../helpers/memory-histories.ts'

t.test('random histories: what held when, and was known when, matches a naive model', async t => {
  const engine = await openSqlite(':memory:', { writes: true })
  t.teardown(() => engine.close())
  const bench = benchOver(engine)
  await fc.assert(
    fc.asyncProperty(history, async events => await plays(bench, events)),
    { numRuns: 60, examples: TOLD_ALWAYS }
  )
})

onEveryDatabase(t, async (t, bench) => {
  await t.test('some random histories', async () => {
    await fc.assert(
      fc.asyncProperty(history, async events => await plays(bench, events)),
      { numRuns: 12, seed: 7, examples: TOLD_ALWAYS }
    )
  })
})

/** The library's arbitrary of all characters takes seconds to build. */
const character = fc
  .oneof(fc.integer({ max: 0x2fff, min: 0 }), fc.integer({ max: 0x1_ffff, min: 0 }))
  .map(point => String.fromCodePoint(point))
const text = fc.array(character, { maxLength: 20 }).map(all => all.join('').toWellFormed())

t.test('folding is idempotent', async () => {
  fc.assert(fc.property(text, name => keyOf(keyOf(name)) === keyOf(name)))
  fc.assert(fc.property(text, name => keyOf(`  ${name} `) === keyOf(name)))
  fc.assert(fc.property(text, name => keyOf(name.normalize('NFD')) === keyOf(name.normalize('NFC'))))
})

t.test('ASCII text is folded like any other', async () => {
  const ascii = fc.string({ unit: 'binary-ascii', maxLength: 20 })
  fc.assert(fc.property(ascii, name => keyOf(name) === keyOf(`\u00ad${name}`)))
  fc.assert(fc.property(ascii, name => looseKeyOf(`a${name}`) === looseKeyOf(`ä${name}`)))
  fc.assert(fc.property(ascii, name => wordsIn(`a ${name}`).join() === wordsIn(`ä ${name}`).join()))
})

t.test('whitespace, case and Unicode form do not change the key', async t => {
  for (const name of ['Spring AI', 'spring  ai', ' SPRING\tAI ', 'Ｓｐｒｉｎｇ AI']) t.equal(keyOf(name), 'spring ai', name)
  t.equal(keyOf('Caf\u00e9'), keyOf('Cafe\u0301'))
  for (const name of ['Straße', 'STRAẞE']) t.equal(keyOf(name), keyOf('STRASSE'))
  t.not(keyOf('Café'), keyOf('Cafe'), 'an accent does')
  t.not(keyOf('Kırk'), keyOf('Kirk'), 'a dotless i is a different letter')
  t.equal(keyOf('ΟΔΟΣ'), keyOf('οδοσ'), 'a final sigma is a sigma')
})

t.test('invisible characters do not change the key', async t => {
  for (const name of ['Spring\u200bAI', 'Spring\u00adAI', 'Spring\u2060AI', 'Spring\ufeffAI', 'Spring\u200dAI', 'SpringAI\ufe0f'])
    t.equal(keyOf(name), 'springai', name)
  t.equal(keyOf('\u200b'), '')
})

t.test('a displayed name has the same key, and joiners are kept', async t => {
  for (const name of ['می\u200cخواهم', '👨\u200d👩\u200d👧', '❤\ufe0f']) t.equal(displayName(name), name)
  t.equal(displayName('Spring\u200bAI\ufeff'), 'SpringAI')
  fc.assert(fc.property(text, name => keyOf(displayName(name)) === keyOf(name)))
  fc.assert(fc.property(text, name => displayName(displayName(name)) === displayName(name)))
})

t.test('accents and punctuation do not change the loose key', async t => {
  for (const name of ['Spring AI', 'spring-ai', 'SpringAI', 'Sprîng_AI']) t.equal(looseKeyOf(name), 'springai', name)
  t.not(looseKeyOf('C++'), looseKeyOf('C#'), 'a name of punctuation only is kept')
  t.not(looseKeyOf('Java 1.1'), looseKeyOf('Java 11'), 'a period inside a number changes it')
  t.equal(looseKeyOf('Java 1.1'), looseKeyOf('java-1-1'))
  t.not(looseKeyOf('Кой'), looseKeyOf('Кои'), 'й is not и with an accent')
  t.equal(looseKeyOf('Всё'), looseKeyOf('Все'))
  t.equal(looseKeyOf('Müller'), looseKeyOf('Mueller'))
  t.equal(looseKeyOf('Łódź'), looseKeyOf('Lodz'))
  for (const form of ['GmbH', 'GmbH & Co. KG', 'Inc.', ', Ltd.', 'S.A.', 'AG', 'Sp. z o.o.'])
    t.equal(looseKeyOf(`Northwind ${form}`), looseKeyOf('Northwind'), form)
  t.not(looseKeyOf('Co'), looseKeyOf('Inc'), 'a legal form alone is a name')
  t.not(looseKeyOf('Northwind Labs'), looseKeyOf('Northwind'))
})

t.test('WRITTEN_IN equals written in', async t => {
  for (const relation of ['WRITTEN_IN', 'written in', 'written-in']) t.equal(relationKeyOf(relation), 'written in')
  t.equal(relationKeyOf('_'), '_')
})

t.test('scripts without spaces are searched by character', async t => {
  t.strictSame(wordsIn('東京 Tokyo 2026'), ['東', '京', 'tokyo', '2026'])
  t.strictSame(wordsIn('naïve Ünïcode'), ['naive', 'unicode'])
})
