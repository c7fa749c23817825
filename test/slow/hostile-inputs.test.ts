import t from 'tap'
import { splitRoute } from '../../src/catalog/catalog.ts'
import { type JsonSchema, toJsonSchema } from '../../src/catalog/json-schema.ts'
import { inputOf } from '../../src/catalog/reserved-inputs.ts'
import { MAX_MESSAGE, type Operation } from '../../src/contract/operation.ts'
import { MAX_NODES } from '../../src/lib/json.ts'
import { startApp } from '../helpers/app.ts'

const { app, catalog } = await startApp(t)

/** A generous limit of CPU time, since the machine may be busy; `npm run bench -- hostile` measures it. */
const MAX_CPU_MS = 1500
const MAX_ISSUES = 50
const MAX_RESPONSE = 100_000

interface Hostile {
  name: string
  body: string
  status: number
  /** Expected details of the error, if they matter. */
  holds?: (details: Record<string, unknown>) => boolean
}

const hasOneIssue = ({ reason, issues }: Record<string, unknown>): boolean =>
  reason === 'invalid_json' && Array.isArray(issues) && issues.length === 1

/** Bodies that are never legitimate. Each has an unknown property, so that nothing runs. */
function hostileTo(operation: Operation): Hostile[] {
  const properties = Object.entries(toJsonSchema(inputOf(operation)).properties ?? {})
  const body = (name: string, values: object): Hostile => ({ name, body: JSON.stringify({ nope: 1, ...values }), status: 400 })
  const each = (name: string, of: (node: JsonSchema) => unknown): Hostile =>
    body(name, Object.fromEntries(properties.map(([property, node]) => [property, of(node)])))
  const fitting = 240 * 1024
  return [
    { name: 'deep', body: `{"nope":${'['.repeat(100_000)}`, status: 400, holds: hasOneIssue },
    { name: 'wide', body: `{"nope":[${'1,'.repeat(MAX_NODES)}1]}`, status: 400, holds: hasOneIssue },
    {
      name: 'oversize',
      body: `{"nope":"${'x'.repeat(operation.max_body)}"}`,
      status: 413,
      holds: ({ limit_bytes }) => limit_bytes === operation.max_body
    },
    body('unknown', Object.fromEntries(Array.from({ length: 12_000 }, (_, key) => [`page_${key}`, 1]))),
    body('long_name', { ['k'.repeat(fitting)]: 1 }),
    { name: 'prototype', body: '{"nope":1,"__proto__":{"x":1},"constructor":{"prototype":{"x":1}},"toString":1}', status: 400 },
    each('wrong_type', ({ type }) => (type === 'string' ? { a: 1 } : 'x'.repeat(50))),
    each('list_of_numbers', () => Array.from({ length: Math.floor(40_000 / properties.length) }, () => 1)),
    each('list_of_objects', () => Array.from({ length: Math.floor(15_000 / properties.length) }, () => ({ a: 1 }))),
    ...['a', ' ', '/', '👩‍👩‍👧'].map(letter =>
      each(`text_of_${letter}`, () => letter.repeat(Math.floor(fitting / properties.length / Buffer.byteLength(JSON.stringify(letter)))))
    ),
    each('almost', ({ type }) => (type === 'string' ? `${'a@b.c/'.repeat(500)}!` : type === 'array' ? ['a'.repeat(5000)] : 1e308))
  ]
}

const send = (operation: Operation, payload: string) =>
  app.inject({ method: 'POST', url: `/v1/operations/${operation.id}`, headers: { 'content-type': 'application/json' }, payload })

for (const [system, operations] of Map.groupBy(catalog.operations, ({ tool }) => tool.name)) {
  t.test(`hostile bodies are refused quickly by every operation of ${system}`, async t => {
    const wrong: string[] = []
    for (const operation of operations) {
      await send(operation, '{"nope":1}') // its schema is compiled once
      for (const { name, body, status, holds } of hostileTo(operation)) {
        const before = process.cpuUsage()
        const answer = await send(operation, body)
        const { user, system } = process.cpuUsage(before)
        const took = (user + system) / 1000
        const { error } = answer.json()
        const issues = error?.details.issues ?? []
        if (answer.statusCode !== status) wrong.push(`${operation.id} ${name}: ${answer.statusCode} ${error?.message}`)
        if (issues.length > MAX_ISSUES || answer.body.length > MAX_RESPONSE)
          wrong.push(`${operation.id} ${name}: ${issues.length} issues, ${answer.body.length} characters`)
        if (took > MAX_CPU_MS) wrong.push(`${operation.id} ${name}: ${Math.round(took)} ms`)
        if (holds && !holds(error.details)) wrong.push(`${operation.id} ${name}: ${JSON.stringify(error)}`)
      }
    }
    t.strictSame(wrong, [])
  })
}

t.test('a list with too many items is refused for that reason only, whatever its items', async t => {
  const wrong: string[] = []
  for (const operation of catalog.operations) {
    for (const [name, node] of Object.entries(toJsonSchema(inputOf(operation)).properties ?? {})) {
      const most = maxItemsOf(node)
      if (most === undefined || most >= 40_000) continue
      const answer = await send(operation, JSON.stringify({ [name]: Array.from({ length: most + 1 }, () => ({ a: 1 })) }))
      const { issues } = answer.json().error.details
      if (
        answer.statusCode !== 400 ||
        issues.length !== 1 ||
        issues[0].path !== name ||
        !issues[0].message.includes(`at most ${most} items`)
      )
        wrong.push(`${operation.id} ${name}: ${answer.statusCode} ${JSON.stringify(issues).slice(0, 200)}`)
    }
  }
  t.strictSame(wrong, [])
})

function maxItemsOf({ type, maxItems }: JsonSchema): number | undefined {
  return type === 'array' && typeof maxItems === 'number' ? maxItems : undefined
}

t.test('the limit of an operation also applies on its own route', async t => {
  const wrong: string[] = []
  for (const operation of catalog.operations) {
    const [method, path] = splitRoute(operation)
    if (method !== 'POST' && method !== 'PATCH' && method !== 'PUT') continue
    const url = path.replace(/:\w+/g, '1')
    const over = await app.inject({
      method,
      url,
      headers: { 'content-type': 'application/json' },
      payload: `{"nope":"${'x'.repeat(operation.max_body)}"}`
    })
    if (over.statusCode !== 413 || over.json().error.details.limit_bytes !== operation.max_body)
      wrong.push(`${operation.id}: ${over.statusCode}`)
  }
  t.strictSame(wrong, [])
})

const MCP = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

t.test('over MCP the same bodies are refused, and an input that exceeds the limit of its tool', async t => {
  const post = (payload: string) => app.inject({ method: 'POST', url: '/mcp', headers: { ...MCP, host: 'localhost' }, payload })
  const call = (input: string): string =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"filesystem_list_directory","arguments":${input}}}`
  for (const [input, message] of [
    ['['.repeat(2_000_000), /nested deeper/],
    [`[${'1,'.repeat(5_000_000)}1]`, /more than 50,000 values/]
  ] as const) {
    const answer = await post(call(`{"path":${input}}`))
    t.match(
      [answer.statusCode, answer.json()],
      [400, { jsonrpc: '2.0', error: { code: -32_600, message, data: { issues: [{ path: '' }] } } }]
    )
  }
  const over = await post(call(`{"path":"${'x'.repeat(300 * 1024)}"}`))
  t.match([over.statusCode, over.body], [200, /PAYLOAD_TOO_LARGE/])
  t.match(over.body, /262144/)
  t.equal((await post(`"${'x'.repeat(MAX_MESSAGE)}"`)).statusCode, 413)
})

t.test('in a request with several calls the limits apply to each input', async t => {
  const calls = [
    { operation: 'filesystem_list_directory', arguments: { path: 'x'.repeat(300 * 1024) } },
    { operation: 'filesystem_list_directory', arguments: JSON.stringify({ path: 'x'.repeat(300 * 1024) }) },
    { operation: 'filesystem_list_directory', arguments: `{"path":${'['.repeat(100_000)}` },
    { operation: 'filesystem_list_directory', arguments: `{"path":[${'1,'.repeat(100_000)}1]}` }
  ]
  const answer = await app.inject({ method: 'POST', url: '/v1/operations', payload: { calls } })
  t.match(answer.json().data.results, [
    { status: 413, error: { details: { limit_bytes: 262_144 } } },
    { status: 413, error: { details: { limit_bytes: 262_144 } } },
    { status: 400, error: { details: { issues: [{ path: 'arguments', message: /nested/ }] } } },
    { status: 400, error: { details: { issues: [{ path: 'arguments', message: /50,000/ }] } } }
  ])
})

t.test('a query string of many values is refused quickly', async t => {
  for (const query of [
    `labels=${'1,'.repeat(50_000)}`,
    'labels=1&'.repeat(12_000),
    Array.from({ length: 12_000 }, (_, key) => `k${key}=1`).join('&')
  ]) {
    const before = process.cpuUsage()
    const answer = await app.inject({ url: `/v1/gitlab/issues?${query}` })
    const { user } = process.cpuUsage(before)
    t.match([answer.statusCode, answer.json().error.code], [400, 'VALIDATION_ERROR'])
    t.ok(answer.json().error.details.issues.length <= MAX_ISSUES)
    t.ok(user / 1000 < MAX_CPU_MS, `${user / 1000} ms`)
  }
})
