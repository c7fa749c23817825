import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { Type } from 'typebox'
import { createKeyring, newKey } from '../../../src/access/keys.ts'
import type { Call } from '../../../src/contract/call.ts'
import { listOf, stringEnum } from '../../../src/contract/schema.ts'
import { stream } from '../../../src/contract/stream.ts'
import { createPorts } from '../../../src/server/ports.ts'
import { fileUri } from '../../../src/surfaces/mcp/files.ts'
import { COMPLETE, LEAN } from '../../../src/surfaces/shared/listed-tool.ts'
import { mcpTool } from '../../../src/surfaces/shared/mcp-tool.ts'
import { startApp } from '../../helpers/app.ts'
import { fakeOperation } from '../../helpers/fake-tool.ts'
import { connect, ERAS } from '../../helpers/mcp.ts'

const count = Type.Integer({ default: 3, minimum: 1, maximum: 9, description: 'How many' })
const Item = Type.Object({ n: Type.Integer({ description: 'Number' }), state: stringEnum(['open'], { description: 'State' }) })
const given: { signal?: AbortSignal; aborted?: Promise<unknown> } = {}

const waits = (_input: unknown, call: Call<unknown>): Promise<unknown> => {
  given.signal = call.signal
  given.aborted = new Promise(resolve => call.signal.addEventListener('abort', resolve))
  call.progress(1, null)
  return sleep(60_000, {}, { signal: call.signal }).catch(() => ({}))
}

const definitions = [
  fakeOperation('add', { count }),
  fakeOperation('count', { count }, ({ count }, call) => {
    call.progress(1, Number(count), 'begun')
    return { seen: count }
  }),
  fakeOperation('erase', { name: Type.String({ description: 'What' }) }, undefined, { permission: 'destructive' }),
  fakeOperation('fail', {}, (_input, call) => {
    throw call.fail('rate_limit_exceeded', 'Too many calls.', { source: 'upstream', retry_after_ms: 5000 })
  }),
  fakeOperation('break', {}, () => {
    throw new Error('password=hunter2')
  }),
  fakeOperation('list', {}, () => ({ items: [{ n: 1, state: 'new' }], next_cursor: null, total: null }), {
    list: true,
    partial: true,
    output: listOf(Item, {})
  }),
  fakeOperation('picture', {}, () => ({ body: bytes(Buffer.from('PNG')), media_type: 'image/png', filename: 'a.png' }), {
    http: 'GET /picture',
    output: stream(['image/png'])
  }),
  fakeOperation('text', {}, () => ({ body: bytes(Buffer.from('one\ntwo\n')), media_type: 'text/plain' }), {
    output: stream(['text/plain'])
  }),
  fakeOperation('wait', {}, waits),
  fakeOperation('wipe', { name: Type.String({ description: 'What' }) }, undefined, { permission: 'write' })
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

t.test('tools are listed by name, with the texts of their definitions', async t => {
  const { tools } = await client.listTools()
  t.strictSame(
    tools.map(({ name }) => name),
    definitions.map(({ id }) => id).sort()
  )
  const [first] = definitions
  t.match(tools[0], first && JSON.parse(JSON.stringify(mcpTool(first, LEAN))))
  const query = '?reserved=all&output_schemas=all'
  const complete = (await (await connect(t, url, { key: all.key, query })).listTools()).tools
  t.match(complete[0], first && JSON.parse(JSON.stringify(mcpTool(first, COMPLETE))))
  const list = complete.find(({ name }) => name === 'workshop_list')?.outputSchema
  t.match(list, { properties: { items: { description: 'Items of this page', items: { properties: { n: { type: 'integer' } } } } } })
  t.notMatch(JSON.stringify(list), '"Number"', 'nested properties are not described')
})

t.test('a key sees only the tools that it may call', async t => {
  const { tools } = await (await connect(t, url, { key: reader.key })).listTools()
  t.strictSame(
    tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name),
    []
  )
  t.equal(tools.length, definitions.length - 2)
})

t.test('defaults are filled in, and the response is also returned as Markdown', async t => {
  const { content, structuredContent, _meta } = await client.callTool({ name: 'workshop_add' })
  t.strictSame(structuredContent, { seen: { count: 3 } })
  t.match(content, [{ type: 'text', text: '- **seen**: {"count":3}' }])
  t.match(_meta, { 'toolgate/metadata': { operation: 'workshop_add', instance: null } })
})

t.test('invalid input is a result of the tool that lists the mistakes', async t => {
  const { isError, content, structuredContent } = await client.callTool({ name: 'workshop_add', arguments: { count: 12, cuont: 1 } })
  t.equal(isError, true)
  t.match(structuredContent, {
    success: false,
    error: { code: 'VALIDATION_ERROR', details: { issues: [{ path: 'cuont' }, { path: 'count' }] } }
  })
  t.match(content, [{ type: 'text', text: /VALIDATION_ERROR.*`count`/s }])
})

t.test('a failure is returned in the envelope', async t => {
  const { isError, structuredContent } = await client.callTool({ name: 'workshop_fail' })
  t.equal(isError, true)
  t.match(structuredContent, {
    success: false,
    error: { code: 'RATE_LIMIT_ERROR', message: 'Too many calls.', details: { source: 'upstream', retry_after_ms: 5000, retryable: true } }
  })
})

t.test('a defect does not reveal its cause', async t => {
  const answer = await client.callTool({ name: 'workshop_break' })
  t.match(answer.structuredContent, { error: { code: 'UNKNOWN_ERROR', details: { request_id: String } } })
  t.notMatch(JSON.stringify(answer), 'hunter2')
})

t.test('a tool that does not exist is an error of the protocol that names the nearest', async t => {
  await t.rejects(client.callTool({ name: 'workshop_ad' }), { code: -32602, message: /Did you mean workshop_add/ })
})

t.test('a key cannot call a tool that it does not see', async t => {
  const { isError, structuredContent } = await (await connect(t, url, { key: reader.key })).callTool({
    name: 'workshop_wipe',
    arguments: { name: 'x' }
  })
  t.equal(isError, true)
  t.match(structuredContent, { error: { code: 'PERMISSION_ERROR', details: { required_scope: 'workshop:write' } } })
})

t.test('an output that slightly differs from its schema is returned, and so is one with selected fields', async t => {
  await client.listTools() // the client checks results of tools that it has seen listed
  const { structuredContent } = await client.callTool({ name: 'workshop_list', arguments: { fields: ['n'] } })
  t.match(structuredContent, { items: [{ n: 1 }], total: null })
  t.match((await client.callTool({ name: 'workshop_list' })).structuredContent, { items: [{ n: 1, state: 'new' }] })
})

t.test('an image is returned as one, with a link', async t => {
  const { content } = await client.callTool({ name: 'workshop_picture' })
  t.strictSame(content, [
    { type: 'image', data: Buffer.from('PNG').toString('base64'), mimeType: 'image/png' },
    { type: 'resource_link', uri: fileUri({ id: 'workshop_picture' }, {}), name: 'a.png', mimeType: 'image/png' }
  ])
})

t.test('a text is returned unchanged', async t => {
  t.match((await client.callTool({ name: 'workshop_text' })).content, [{ type: 'text', text: 'one\ntwo\n' }])
})

for (const era of ERAS) {
  t.test(`a client of ${era} gets progress`, async t => {
    const client = await connect(t, url, { key: all.key, era })
    const heard: object[] = []
    await client.callTool({ name: 'workshop_count' }, { onprogress: progress => heard.push(progress) })
    t.match(heard, [{ progress: 1, total: 3, message: 'begun' }])
  })

  t.test(`a client of ${era} that cancels a call ends it`, async t => {
    const client = await connect(t, url, { key: all.key, era })
    const leaving = new AbortController()
    const call = client.callTool({ name: 'workshop_wait' }, { signal: leaving.signal, onprogress: () => leaving.abort() })
    await t.rejects(call)
    await client.close() // in older versions only the end of the connection ends a call
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
