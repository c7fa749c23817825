import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { Type } from 'typebox'
import type { Call } from '../../../src/contract/handed.ts'
import { mcpTool } from '../../../src/contract/mcp-tool.ts'
import { listOf, words } from '../../../src/contract/schema.ts'
import { stream } from '../../../src/contract/stream.ts'
import { createKeyring, newKey } from '../../../src/keys.ts'
import { createPorts } from '../../../src/ports.ts'
import { startApp } from '../../helpers/app.ts'
import { connect, ERAS } from '../../helpers/mcp.ts'
import { make } from '../../helpers/workshop.ts'

const count = Type.Integer({ default: 3, minimum: 1, maximum: 9, description: 'How many' })
const Item = Type.Object({ n: Type.Integer({ description: 'Number' }), state: words(['open'], { description: 'State' }) })
const given: { signal?: AbortSignal; aborted?: Promise<unknown> } = {}

const waits = (_input: unknown, call: Call<unknown>): Promise<unknown> => {
  given.signal = call.signal
  given.aborted = new Promise(resolve => call.signal.addEventListener('abort', resolve))
  call.progress(1, null)
  return sleep(60_000, {}, { signal: call.signal }).catch(() => ({}))
}

const definitions = [
  make('add', { count }),
  make('count', { count }, ({ count }, call) => {
    call.progress(1, Number(count), 'begun')
    return { seen: count }
  }),
  make('erase', { name: Type.String({ description: 'What' }) }, undefined, { permission: 'destructive' }),
  make('fail', {}, (_input, call) => {
    throw call.fail('rate_limit_exceeded', 'Too many calls.', { source: 'upstream', retry_after_ms: 5000 })
  }),
  make('break', {}, () => {
    throw new Error('password=hunter2')
  }),
  make('list', {}, () => ({ items: [{ n: 1, state: 'new' }], next_cursor: null, total: null }), {
    list: true,
    partial: true,
    output: listOf(Item, {})
  }),
  make('picture', {}, () => ({ body: bytes(Buffer.from('PNG')), media_type: 'image/png', filename: 'a.png' }), {
    http: 'GET /picture',
    output: stream(['image/png'])
  }),
  make('text', {}, () => ({ body: bytes(Buffer.from('one\ntwo\n')), media_type: 'text/plain' }), { output: stream(['text/plain']) }),
  make('wait', {}, waits),
  make('wipe', { name: Type.String({ description: 'What' }) }, undefined, { permission: 'write' })
]

async function* bytes(text: Buffer): AsyncGenerator<Buffer> {
  yield text
}

const all = newKey({ id: 'all', scopes: ['*'] })
const reader = newKey({ id: 'reader', scopes: ['workshop:read'] })
const keyring = createKeyring([all.entry, reader.entry])
const logged: Record<string, unknown>[] = []
const { app } = await startApp(t, {
  definitions,
  ports: createPorts({ policy: () => [] }),
  auth: { identify: key => keyring.identify(key), anonymous: undefined },
  onLog: line => logged.push(line)
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const client = await connect(t, url, { key: all.key })

for (const era of ERAS) {
  t.test(`a client of ${era} lists tools and calls one`, async t => {
    const client = await connect(t, url, { key: all.key, era })
    const { tools } = await client.listTools()
    t.equal(tools.length, definitions.length)
    const { structuredContent, isError } = await client.callTool({ name: 'workshop_add', arguments: { count: 4 } })
    t.strictSame(structuredContent, { seen: { count: 4 } })
    t.not(isError, true)
  })
}

t.test('tools are listed in the order of their names, as their definitions tell them', async t => {
  const { tools } = await client.listTools()
  t.strictSame(
    tools.map(({ name }) => name),
    definitions.map(({ id }) => id).sort()
  )
  const [first] = definitions
  t.match(tools[0], first && JSON.parse(JSON.stringify(mcpTool(first))))
  const list = tools.find(({ name }) => name === 'workshop_list')?.outputSchema
  t.match(list, { properties: { items: { description: 'The items of this page', items: { properties: { n: { type: 'integer' } } } } } })
  t.notMatch(JSON.stringify(list), '"Number"', 'what is inside is not described')
})

t.test('a key sees only the tools that it may use', async t => {
  const { tools } = await (await connect(t, url, { key: reader.key })).listTools()
  t.strictSame(
    tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name),
    []
  )
  t.equal(tools.length, definitions.length - 2)
})

t.test('defaults are filled in, and the answer is also told as markdown', async t => {
  const { content, structuredContent, _meta } = await client.callTool({ name: 'workshop_add' })
  t.strictSame(structuredContent, { seen: { count: 3 } })
  t.match(content, [{ type: 'text', text: '- **seen**: {"count":3}' }])
  t.match(_meta, { 'toolgate/metadata': { operation: 'workshop_add', instance: null } })
})

t.test('a wrong input is an answer of the tool that lists what is wrong', async t => {
  const { isError, content, structuredContent } = await client.callTool({ name: 'workshop_add', arguments: { count: 12, cuont: 1 } })
  t.equal(isError, true)
  t.match(structuredContent, {
    success: false,
    error: { code: 'VALIDATION_ERROR', details: { issues: [{ path: 'cuont' }, { path: 'count' }] } }
  })
  t.match(content, [{ type: 'text', text: /VALIDATION_ERROR.*`count`/s }])
})

t.test('a failure is told in the envelope', async t => {
  const { isError, structuredContent } = await client.callTool({ name: 'workshop_fail' })
  t.equal(isError, true)
  t.match(structuredContent, {
    success: false,
    error: { code: 'RATE_LIMIT_ERROR', message: 'Too many calls.', details: { source: 'upstream', retry_after_ms: 5000, retryable: true } }
  })
})

t.test('a defect tells nothing of its cause', async t => {
  const answer = await client.callTool({ name: 'workshop_break' })
  t.match(answer.structuredContent, { error: { code: 'UNKNOWN_ERROR', details: { request_id: String } } })
  t.notMatch(JSON.stringify(answer), 'hunter2')
})

t.test('a tool that does not exist is an error of the protocol, which names the nearest', async t => {
  await t.rejects(client.callTool({ name: 'workshop_ad' }), { code: -32602, message: /Did you mean workshop_add/ })
})

t.test('a key cannot call what it does not see', async t => {
  const { isError, structuredContent } = await (await connect(t, url, { key: reader.key })).callTool({
    name: 'workshop_wipe',
    arguments: { name: 'x' }
  })
  t.equal(isError, true)
  t.match(structuredContent, { error: { code: 'PERMISSION_ERROR', details: { required_scope: 'workshop:write' } } })
})

t.test('an answer that does not quite fit its schema is passed on, and so is one of some fields', async t => {
  await client.listTools() // the client checks answers of tools that it has seen listed
  const { structuredContent } = await client.callTool({ name: 'workshop_list', arguments: { fields: ['n'] } })
  t.match(structuredContent, { items: [{ n: 1 }], total: null })
  t.match((await client.callTool({ name: 'workshop_list' })).structuredContent, { items: [{ n: 1, state: 'new' }] })
})

t.test('a picture is told as one, with where to get it', async t => {
  const { content } = await client.callTool({ name: 'workshop_picture' })
  t.strictSame(content, [
    { type: 'image', data: Buffer.from('PNG').toString('base64'), mimeType: 'image/png' },
    { type: 'resource_link', uri: `${url}/v1/workshop/picture`, name: 'a.png', mimeType: 'image/png' }
  ])
})

t.test('a text is told as it is', async t => {
  t.match((await client.callTool({ name: 'workshop_text' })).content, [{ type: 'text', text: 'one\ntwo\n' }])
})

for (const era of ERAS) {
  t.test(`a client of ${era} is told of progress`, async t => {
    const client = await connect(t, url, { key: all.key, era })
    const heard: object[] = []
    await client.callTool({ name: 'workshop_count' }, { onprogress: progress => heard.push(progress) })
    t.match(heard, [{ progress: 1, total: 3, message: 'begun' }])
  })

  t.test(`a client of ${era} that gives a call up ends it`, async t => {
    const client = await connect(t, url, { key: all.key, era })
    const leaving = new AbortController()
    const call = client.callTool({ name: 'workshop_wait' }, { signal: leaving.signal, onprogress: () => leaving.abort() })
    await t.rejects(call)
    await client.close() // of the older versions only the end of the connection ends a call
    await given.aborted
    t.equal(given.signal?.aborted, true)
  })
}

t.test('a call is logged as on every surface', async t => {
  logged.length = 0
  await client.callTool({ name: 'workshop_add', arguments: { count: 2 } })
  t.match(
    logged.find(({ tool }) => tool === 'workshop_add'),
    { msg: 'Tool execution completed', success: true, params: { count: 2 }, caller: 'all' }
  )
})
