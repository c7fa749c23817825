import fc from 'fast-check'
import t from 'tap'
import { keyOf, looseKeyOf, relationKeyOf, shown, wordsIn } from '../../../src/tools/memory/store/fold.ts'
import { openSqlite } from '../../../src/tools/memory/store/sqlite.ts'
import { benchOver, onEveryDatabase } from '../../helpers/memory-graph.ts'
import { history, plays, TOLD_ALWAYS } from '../../helpers/memory-histories.ts'

t.test('random histories: what held when, and was known when, is what a naive model says', async t => {
  const engine = await openSqlite(':memory:', { writes: true })
  t.teardown(() => engine.close())
  const bench = benchOver(engine)
  await fc.assert(
    fc.asyncProperty(history, async told => await plays(bench, told)),
    { numRuns: 60, examples: TOLD_ALWAYS }
  )
})

onEveryDatabase(t, async (t, bench) => {
  await t.test('some random histories', async () => {
    await fc.assert(
      fc.asyncProperty(history, async told => await plays(bench, told)),
      { numRuns: 12, seed: 7, examples: TOLD_ALWAYS }
    )
  })
})

/** The library's own arbitrary of all characters takes seconds to make. */
const character = fc
  .oneof(fc.integer({ max: 0x2fff, min: 0 }), fc.integer({ max: 0x1_ffff, min: 0 }))
  .map(point => String.fromCodePoint(point))
const text = fc.array(character, { maxLength: 20 }).map(all => all.join('').toWellFormed())

t.test('a name that was folded is folded', async () => {
  fc.assert(fc.property(text, name => keyOf(keyOf(name)) === keyOf(name)))
  fc.assert(fc.property(text, name => keyOf(`  ${name} `) === keyOf(name)))
  fc.assert(fc.property(text, name => keyOf(name.normalize('NFD')) === keyOf(name.normalize('NFC'))))
})

t.test('a text of ASCII alone is folded as any other is', async () => {
  const ascii = fc.string({ unit: 'binary-ascii', maxLength: 20 })
  fc.assert(fc.property(ascii, name => keyOf(name) === keyOf(`\u00ad${name}`)))
  fc.assert(fc.property(ascii, name => looseKeyOf(`a${name}`) === looseKeyOf(`ä${name}`)))
  fc.assert(fc.property(ascii, name => wordsIn(`a ${name}`).join() === wordsIn(`ä ${name}`).join()))
})

t.test('spaces, case and the form of a letter make no other name', async t => {
  for (const name of ['Spring AI', 'spring  ai', ' SPRING\tAI ', 'Ｓｐｒｉｎｇ AI']) t.equal(keyOf(name), 'spring ai', name)
  t.equal(keyOf('Caf\u00e9'), keyOf('Cafe\u0301'))
  for (const name of ['Straße', 'STRAẞE']) t.equal(keyOf(name), keyOf('STRASSE'))
  t.not(keyOf('Café'), keyOf('Cafe'), 'an accent does')
  t.not(keyOf('Kırk'), keyOf('Kirk'), 'a dotless i is another letter')
  t.equal(keyOf('ΟΔΟΣ'), keyOf('οδοσ'), 'a sigma is a sigma at the end of a word, too')
})

t.test('what nobody sees makes no other name', async t => {
  for (const name of ['Spring\u200bAI', 'Spring\u00adAI', 'Spring\u2060AI', 'Spring\ufeffAI', 'Spring\u200dAI', 'SpringAI\ufe0f'])
    t.equal(keyOf(name), 'springai', name)
  t.equal(keyOf('\u200b'), '')
})

t.test('a name is shown as it is looked up, and what joins its signs stays', async t => {
  for (const name of ['می\u200cخواهم', '👨\u200d👩\u200d👧', '❤\ufe0f']) t.equal(shown(name), name)
  t.equal(shown('Spring\u200bAI\ufeff'), 'SpringAI')
  fc.assert(fc.property(text, name => keyOf(shown(name)) === keyOf(name)))
  fc.assert(fc.property(text, name => shown(shown(name)) === shown(name)))
})

t.test('accents and punctuation make names that may mean the same', async t => {
  for (const name of ['Spring AI', 'spring-ai', 'SpringAI', 'Sprîng_AI']) t.equal(looseKeyOf(name), 'springai', name)
  t.not(looseKeyOf('C++'), looseKeyOf('C#'), 'a name of punctuation alone is itself')
  t.not(looseKeyOf('Java 1.1'), looseKeyOf('Java 11'), 'a stop within a number makes another')
  t.equal(looseKeyOf('Java 1.1'), looseKeyOf('java-1-1'))
  t.not(looseKeyOf('Кой'), looseKeyOf('Кои'), 'й is no и with an accent')
  t.equal(looseKeyOf('Всё'), looseKeyOf('Все'))
})

t.test('WRITTEN_IN is written in', async t => {
  for (const relation of ['WRITTEN_IN', 'written in', 'written-in']) t.equal(relationKeyOf(relation), 'written in')
  t.equal(relationKeyOf('_'), '_')
})

t.test('scripts without spaces are searched by their signs', async t => {
  t.strictSame(wordsIn('東京 Tokyo 2026'), ['東', '京', 'tokyo', '2026'])
  t.strictSame(wordsIn('naïve Ünïcode'), ['naive', 'unicode'])
})
