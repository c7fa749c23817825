import fc from 'fast-check'
import type { Described } from '../oracle.ts'

export interface Case {
  /** Path and query. */
  url: string
  init: { method: string; headers: Record<string, string>; body?: string | Uint8Array }
}

type Input = Record<string, unknown>
type Generate = (schema: object, options: { seed: number }) => unknown

/** Values worth trying for a property of this name: files that exist, jobs that were created. */
export type Dictionary = (name: string) => readonly unknown[]

const MODES = [
  'valid',
  'valid',
  'valid',
  'example',
  'mutate',
  'mutate',
  'mutate',
  'nulls',
  'extra',
  'junk',
  'raw',
  'query',
  'header'
] as const

const NASTY = [
  null,
  true,
  -1,
  0.5,
  1e308,
  '',
  '\u0000',
  '\ud800',
  '../../etc/passwd',
  '/dev/zero',
  '%00',
  '__proto__',
  'constructor',
  '{{7*7}}',
  '9'.repeat(400),
  'x'.repeat(5000),
  [],
  {},
  [[[]]],
  JSON.parse('{"__proto__":{"admin":true}}'),
  nested(80)
]

const ODD_QUERIES = [
  '?',
  '?=',
  '?&&&',
  '?%ff=%ff',
  '?__proto__=1',
  '?a[b]=c',
  `?${'a=1&'.repeat(2000)}`,
  '?limit=1&limit=2',
  '?limit=',
  '?instance=%00'
]

const ODD_HEADERS: readonly Record<string, string>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'application/JSON' },
  { 'content-encoding': 'gzip' },
  { accept: 'text/html' },
  { accept: '*/*;q=0' },
  { accept: ',;=' },
  { accept: 'text/*, application/json;q=0.1' },
  { authorization: 'Bearer nonsense' },
  { authorization: 'Basic eDp5' },
  { 'x-api-key': 'nonsense' },
  { 'x-request-id': 'mine-1' },
  { 'x-request-id': 'a b' },
  { 'if-none-match': '*' },
  { range: 'bytes=0-5' },
  { prefer: 'respond-async, wait=10' },
  { 'idempotency-key': '"once"' },
  { origin: 'http://elsewhere.example' },
  { 'accept-language': 'de' }
]

const ACCEPTS = [undefined, undefined, undefined, 'application/json', 'application/problem+json', 'text/markdown', 'text/event-stream']

const plan = fc.record({
  mode: fc.constantFrom(...MODES),
  seed: fc.nat(2 ** 31 - 2),
  pick: fc.nat(10_000),
  known: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
  junk: fc.oneof(fc.constantFrom(...NASTY), fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: 'binary', maxLength: 3000 })),
  raw: fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.json(), fc.uint8Array({ maxLength: 200 })),
  accept: fc.constantFrom(...ACCEPTS)
})
type Plan = typeof plan extends fc.Arbitrary<infer P> ? P : never

/** This number of calls, the same each time. Generated once for all operations, because generating takes as long as calling one of them. */
export const makePlans = (count: number, seed: number): Plan[] => fc.sample(plan, { numRuns: count, seed })

export function caseOf(operation: Described, plan: Plan, generate: Generate, dictionary: Dictionary): Case {
  const { mode, pick, junk, accept } = plan
  const input = mutated(baseOf(operation, plan, generate, dictionary), operation, plan)
  const inPath = operation.parameters.filter(parameter => parameter.in === 'path').map(({ name }) => name)
  const inQuery = operation.parameters.filter(parameter => parameter.in === 'query')
  const url = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => segment(mode === 'junk' ? junk : input[name]))
  const query = operation.body ? '' : queryOf(Object.entries(input).filter(([name]) => !inPath.includes(name)))
  const odd = mode === 'query' ? (ODD_QUERIES[pick % ODD_QUERIES.length] ?? '') : ''
  const headers = { ...(accept && { accept }), ...(mode === 'header' && ODD_HEADERS[pick % ODD_HEADERS.length]) }
  const init = { method: operation.method, headers }
  if (!operation.body) return { url: url + (odd || (inQuery.length > 0 || Object.keys(input).length > inPath.length ? query : '')), init }
  const body = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name)))
  const text = mode === 'raw' ? plan.raw : JSON.stringify(mode === 'junk' ? junk : body)
  return { url: url + odd, init: { ...init, headers: { 'content-type': 'application/json', ...headers }, body: text } }
}

function baseOf({ parameters, body }: Described, { mode, seed, pick, known }: Plan, generate: Generate, dictionary: Dictionary): Input {
  const examples = body?.examples ?? []
  if (mode === 'example' && pick % 2 === 0) return exampleOf(parameters, examples[pick % Math.max(1, examples.length)])
  const fromPath = Object.fromEntries(
    parameters.map(({ name, schema, example }) => [
      name,
      mode === 'example' && example !== undefined ? example : generate(schema, { seed })
    ])
  )
  const made = mode === 'example' && examples.length > 0 ? examples[pick % examples.length] : body ? generate(body.schema, { seed }) : {}
  const input: Input = { ...fromPath, ...Object(made) }
  for (const [place, name] of Object.keys(input).entries()) {
    const values = dictionary(name)
    if (known[place % known.length] && values.length > 0) input[name] = values[pick % values.length]
    else if (
      parameters.some(parameter => parameter.name === name && !parameter.required) &&
      (known[(place + 3) % known.length] || known[(place + 5) % known.length])
    )
      delete input[name]
    if (input[name] === undefined) delete input[name]
  }
  return input
}

/** An example unchanged, because its parts belong together; confirmed if a confirmation is required. */
function exampleOf(parameters: Described['parameters'], example: Input | undefined): Input {
  const shown = parameters.filter(parameter => parameter.example !== undefined).map(parameter => [parameter.name, parameter.example])
  const confirmed = parameters.some(({ name }) => name === 'confirm')
  return { ...Object.fromEntries(shown), ...(confirmed && { confirm: true }), ...example }
}

function mutated(input: Input, { parameters, body }: Described, { mode, pick, junk, accept }: Plan): Input {
  const names = [...parameters.map(({ name }) => name), ...Object.keys(Object(body?.schema['properties']))]
  const name = names[pick % Math.max(1, names.length)] ?? 'nothing'
  if (mode === 'mutate') return { ...input, [name]: junk }
  if (mode === 'nulls') return { ...input, [name]: null }
  if (mode === 'extra') return { ...input, [accept ? `${name}_` : 'Unknown']: junk }
  return input
}

/** `.` and `..` would be resolved before sending, and an empty segment is another path. */
function segment(value: unknown): string {
  const text = textOf(value)
  return encodeURIComponent(text === '' || text === '.' || text === '..' ? 'x' : text)
}

function queryOf(values: [string, unknown][]): string {
  const pairs = values.flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map(item => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(textOf(item))}`)
  )
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = [value]
  return value
}
