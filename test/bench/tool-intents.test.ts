import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import Type from 'typebox'
import Value from 'typebox/value'
import { loadCatalog } from '../../src/systems/load-catalog.ts'

const Intents = Type.Array(
  Type.Object(
    {
      id: Type.String({ minLength: 1 }),
      text: Type.String({ minLength: 1 }),
      language: Type.Enum(['en', 'de', 'es', 'pl', 'fr', 'ja']),
      style: Type.Enum(['tool', 'colloquial']),
      expected: Type.Array(Type.String(), { uniqueItems: true }),
      answerable: Type.Boolean()
    },
    { additionalProperties: false }
  )
)

const folder = path.join(import.meta.dirname, '../../bench/tools/intents')
const read = (half: string) => Value.Parse(Intents, JSON.parse(readFileSync(path.join(folder, `${half}.json`), 'utf8')))
const tuned = read('tuned')
const heldOut = read('held-out')
const intents = [...tuned, ...heldOut]
const { operations } = await loadCatalog(path.join(import.meta.dirname, '../../src/tools'))

t.test('the halves are disjoint and equally large', async t => {
  t.equal(new Set(intents.map(({ id }) => id)).size, intents.length, 'no ID occurs twice')
  t.equal(new Set(intents.map(({ text }) => text.toLowerCase())).size, intents.length, 'no text occurs twice')
  t.ok(Math.abs(tuned.length - heldOut.length) <= 1)
})

t.test('every expected operation exists, and only an answerable intent expects one', async t => {
  const ids = new Set(operations.map(({ id }) => id))
  t.same(
    intents.filter(({ expected }) => expected.some(id => !ids.has(id))),
    []
  )
  t.same(
    intents.filter(({ answerable, expected }) => answerable !== expected.length > 0),
    []
  )
})

t.test('every operation has an intent in words of tools and a colloquial one', async t => {
  const first = new Set(intents.filter(({ language }) => language === 'en').map(({ expected, style }) => `${expected[0]} ${style}`))
  t.same(
    operations.flatMap(({ id }) => [`${id} tool`, `${id} colloquial`]).filter(pair => !first.has(pair)),
    []
  )
})

t.test('there are enough intents of each kind, in both halves', async t => {
  t.ok(intents.length >= 600)
  for (const half of [tuned, heldOut]) {
    t.ok(half.filter(({ answerable }) => !answerable).length >= 30)
    t.ok(half.filter(({ language }) => language !== 'en').length >= 30)
  }
  for (const language of ['de', 'es', 'pl', 'fr', 'ja']) t.ok(intents.filter(intent => intent.language === language).length >= 12, language)
})
