import t from 'tap'
import { OperationError } from '../../src/contract/errors.ts'
import { MAX_DEPTH, MAX_NODES, parseJson, refuseValue } from '../../src/lib/json.ts'

const refusalOf = (run: () => unknown): OperationError | undefined => {
  try {
    run()
    return undefined
  } catch (error) {
    if (error instanceof OperationError) return error
    throw error
  }
}
const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
const list = (items: number): string => `[${Array.from({ length: items }, () => '1').join()}]`

t.test('JSON is parsed unchanged, from bytes and from text', async t => {
  const value = { text: '[{,"\\\u2028 é \u{1f600}', list: [1, -2.5e3, true, null, [], {}], __proto__x: { 'a"b\\': '\\"' } }
  const text = JSON.stringify(value, null, 2)
  for (const source of [text, Buffer.from(text), Buffer.from(`\uFEFF${text}`)]) t.strictSame(parseJson(source), value)
  t.equal(parseJson(' \n'), undefined, 'nothing at all')
})

t.test('64 levels are accepted, 65 refused, whatever their kind', async t => {
  t.equal(MAX_DEPTH, 64)
  t.doesNotThrow(() => parseJson(nested(64)))
  t.doesNotThrow(() => parseJson(`[${Array.from({ length: 100 }, () => nested(63)).join()}]`), 'side by side they are not deeper')
  for (const text of [nested(65), '['.repeat(2_000_000), `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, `["${'x'.repeat(100)}",${nested(64)}]`])
    t.match(
      refusalOf(() => parseJson(text)),
      {
        reason: 'invalid_json',
        status: 400,
        message: 'The body is nested deeper than 64 levels.',
        details: { issues: [{ path: '', message: 'is nested deeper than 64 levels' }], outcome: 'not_executed' }
      }
    )
})

t.test('50,000 values are accepted, one more refused', async t => {
  t.equal(MAX_NODES, 50_000)
  t.doesNotThrow(() => parseJson(list(MAX_NODES - 1)))
  for (const text of [
    list(MAX_NODES),
    `[${'{},'.repeat(25_000)}1]`,
    `{${Array.from({ length: MAX_NODES }, (_, key) => `"${key}":1`).join()}}`
  ])
    t.match(
      refusalOf(() => parseJson(text, 'The message')),
      {
        reason: 'invalid_json',
        message: 'The message is made of more than 50,000 values.',
        details: { issues: [{ path: '', message: /50,000/ }] }
      }
    )
})

t.test('brackets and commas in a text do not count, and an escaped quote does not end it', async t => {
  const text = `${'[{,'.repeat(100_000)}\\"${'['.repeat(100)}`
  t.same(parseJson(`{"text":"${text}"}`), { text: JSON.parse(`"${text}"`) })
  t.match(
    refusalOf(() => parseJson(`{"text":"\\\\",${'"a":[1,'.repeat(100)}`)),
    { message: /deeper/ },
    'an escaped backslash ends no quote'
  )
})

t.test('invalid JSON is refused with the position of the error, and never quoted', async t => {
  for (const [text, where] of [
    ['{"password":"hunter2', /too early/],
    ['{"password":hunter2}', /parsing failed/],
    ['NaN', /parsing failed/],
    ['{"a":Infinity}', /parsing failed/],
    ["{'a':1}", /parsing failed/]
  ] as const) {
    const refusal = refusalOf(() => parseJson(text))
    t.match(refusal, { reason: 'invalid_json', message: where }, text)
    t.notMatch(refusal?.message, 'hunter2')
  }
  t.match(
    refusalOf(() => parseJson(Buffer.from([0x22, 0xff, 0x22]))),
    { message: /UTF-8/ }
  )
})

t.test('a value that a library parsed is subject to the same limits', async t => {
  t.doesNotThrow(() => refuseValue(JSON.parse(nested(64)), 'The field'))
  t.match(
    refusalOf(() => refuseValue(JSON.parse(nested(200_000)), 'The field')),
    { message: /The field is nested/ }
  )
  t.match(
    refusalOf(() => refuseValue(JSON.parse(list(MAX_NODES + 1)), 'The field')),
    { message: /more than 50,000/ }
  )
})
