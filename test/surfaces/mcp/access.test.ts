import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import t from 'tap'
import { createKeyring, newKey } from '../../../src/access/keys.ts'
import { createCatalog } from '../../../src/catalog/catalog.ts'
import { createVisible } from '../../../src/catalog/visible.ts'
import { OPEN_PORTS } from '../../../src/pipeline/ports.ts'
import { serverMaker } from '../../../src/surfaces/mcp/server.ts'
import { LEAN } from '../../../src/surfaces/shared/listed-tool.ts'
import { startApp, unavailableJobs } from '../../helpers/app.ts'
import { fakeOperation } from '../../helpers/fake-tool.ts'
import { connect } from '../../helpers/mcp.ts'

const definitions = [fakeOperation('add', {}), fakeOperation('erase', {}, undefined, { permission: 'destructive' })]
const alice = newKey({ id: 'alice', scopes: ['workshop:read'] })
const keyring = createKeyring([alice.entry])
const keyed = await startApp(t, {
  definitions,
  auth: { identify: key => keyring.identify(key), anonymous: undefined },
  publicUrl: 'https://gate.example'
})
const open = await startApp(t, { definitions })
const openUrl = await open.app.listen({ port: 0, host: '127.0.0.1' })

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

const post = (app: typeof open.app, payload: string | object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/mcp', headers: { ...HEADERS, ...headers }, payload })

t.test('without a key the gateway returns a link to its authentication', async t => {
  const { statusCode, headers } = await post(keyed.app, LIST)
  t.equal(statusCode, 401)
  t.equal(
    headers['www-authenticate'],
    'Bearer realm="toolgate", resource_metadata="https://gate.example/.well-known/oauth-protected-resource/mcp"'
  )
})

t.test('a wrong key is reported', async t => {
  const { statusCode, headers } = await post(keyed.app, LIST, { authorization: 'Bearer tg_alice_no' })
  t.equal(statusCode, 401)
  t.match(headers['www-authenticate'], 'error="invalid_token", resource_metadata=')
})

for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
  t.test(`${path} needs no key`, async t => {
    t.strictSame((await keyed.app.inject(path)).json(), {
      resource: 'https://gate.example/mcp',
      resource_name: 'Toolgate',
      resource_documentation: 'https://gate.example/docs',
      bearer_methods_supported: ['header']
    })
  })
}

t.test('only metadata that does not depend on the request may be cached by others', async t => {
  const path = '/.well-known/oauth-protected-resource'
  t.match((await keyed.app.inject(path)).headers['cache-control'], /^public, max-age=/)
  const { headers, payload } = await open.app.inject({ url: path, headers: { host: 'localhost:9' } })
  t.match(payload, '"resource":"http://localhost:9/mcp"')
  t.equal(headers['cache-control'], 'no-store')
})

t.test('with its key the protocol works', async t => {
  const { statusCode, body } = await post(keyed.app, LIST, { authorization: `Bearer ${alice.key}` })
  t.equal(statusCode, 200)
  t.match(body, 'workshop_add')
})

t.test('a page of another origin is refused, with a key and without', async t => {
  const origin = 'https://evil.example'
  t.equal((await post(open.app, LIST, { origin })).statusCode, 403)
  t.equal((await post(keyed.app, LIST, { origin, authorization: `Bearer ${alice.key}` })).statusCode, 403)
})

t.test('a page of this machine or of the public name is accepted', async t => {
  const authorization = `Bearer ${alice.key}`
  t.equal((await post(keyed.app, LIST, { origin: 'http://localhost:6274', authorization })).statusCode, 200)
  t.equal((await post(keyed.app, LIST, { origin: 'https://gate.example', authorization })).statusCode, 200)
})

t.test('without keys a host name that is not of this machine is refused', async t => {
  t.equal((await post(open.app, LIST, { host: 'evil.example' })).statusCode, 403)
})

t.test('there are no sessions: GET and DELETE are refused', async t => {
  for (const method of ['GET', 'DELETE'] as const)
    t.equal((await open.app.inject({ method, url: '/mcp', headers: HEADERS })).statusCode, 405)
})

t.test('invalid JSON, or another media type, is refused with an error of the protocol', async t => {
  const broken = await post(open.app, '{')
  t.equal(broken.statusCode, 400)
  t.match(broken.json(), { jsonrpc: '2.0', error: { code: -32700 } })
  t.equal((await post(open.app, 'tools', { 'content-type': 'text/plain' })).statusCode, 415)
})

t.test('a body that is too large is refused', async t => {
  const { statusCode } = await post(open.app, JSON.stringify({ ...LIST, params: { cursor: 'x'.repeat(11 * 1024 * 1024) } }))
  t.equal(statusCode, 413)
})

t.test('responses contain the id of their request', async t => {
  t.equal((await post(open.app, LIST, { 'x-request-id': 'mine' })).headers['x-request-id'], 'mine')
})

t.test('a gateway closes while its clients are connected', async t => {
  const { app } = await startApp(t, { definitions })
  const client = await connect(t, await app.listen({ port: 0, host: '127.0.0.1' }))
  await client.listTools()
  await app.close()
  await t.rejects(client.callTool({ name: 'workshop_add' }))
})

t.test('prompts describe how to use the systems of the key', async t => {
  const client = await connect(t, openUrl)
  t.match((await client.listPrompts()).prompts, [{ name: 'workshop', title: 'Workshop' }])
  const { messages } = await client.getPrompt({ name: 'workshop' })
  t.match(messages, [{ role: 'user', content: { type: 'text', text: 'Use it in tests.' } }])
  await t.rejects(client.getPrompt({ name: 'forge' }), { code: -32602, message: /Available prompts: workshop/ })
})

t.test('resources list what the key may call', async t => {
  const keyedUrl = await keyed.app.listen({ port: 0, host: '127.0.0.1' })
  const client = await connect(t, keyedUrl, { key: alice.key })
  const { resources } = await client.listResources()
  t.strictSame(
    resources.map(({ uri }) => uri),
    ['toolgate://openapi.json', 'toolgate://reference/workshop']
  )
  const [openapi, reference] = await Promise.all(resources.map(({ uri }) => client.readResource({ uri })))
  t.match(openapi?.contents, [{ mimeType: 'application/json', text: /"\/v1\/workshop\/add"/ }])
  t.match(reference?.contents, [{ mimeType: 'text/markdown', text: /# Workshop.*## workshop_add/s }])
  await t.rejects(client.readResource({ uri: 'toolgate://reference/forge' }), { code: -32602 })
})

t.test('a defect is reported with a fixed message, and its cause is in the log', async t => {
  const logged: Record<string, unknown>[] = []
  const fail = (): never => {
    throw new Error('password=hunter2')
  }
  const { app } = await startApp(t, {
    definitions,
    onLog: line => logged.push(line),
    mcp: { around: answers => ({ ...answers, listPrompts: fail }) }
  })
  const { body } = await post(app, { ...LIST, method: 'prompts/list' })
  t.match(body, /-32603.*The gateway failed to process/)
  t.notMatch(body, 'hunter2')
  t.match(
    logged.find(({ msg }) => msg === 'MCP request failed'),
    { err: { message: 'password=hunter2' } }
  )
})

t.test('log lines of a request have one id, on one connection too, and each request has its own', async t => {
  const lines: string[] = []
  let requests = 0
  const sessionOf = () => {
    const requestId = `r${++requests}`
    const write = (_fields: object, message?: string) => void lines.push(`${requestId} ${message}`)
    return { ...lent, requestId, log: { debug: write, info: write, warn: write, error: write } }
  }
  const connections = {
    get: () => ({ client: {}, instance: null, sandbox: false }),
    states: async () => [],
    configured: () => true,
    hasSeveral: () => false,
    defaultName: () => null,
    test: () => Promise.reject()
  }
  const choice = {}
  const detail = LEAN
  const catalog = createCatalog(definitions)
  const lent = {
    choice,
    detail,
    caller: { id: 'local', scopes: ['*'] },
    connections,
    jobs: unavailableJobs(),
    ports: OPEN_PORTS,
    publicUrl: ''
  }
  const server = serverMaker({
    catalog,
    visible: createVisible({ catalog, ports: OPEN_PORTS, connections, packs: () => [] }),
    version: '1',
    discovery: 'all',
    openapi: () => '',
    secret: async () => new Uint8Array(32),
    around: answers => ({
      ...answers,
      async callTool(...given) {
        await answers.callTool(...given)
        throw new Error('It was executed, but cannot be returned')
      }
    })
  })(sessionOf, 'legacy')
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '1' })
  await Promise.all([server.connect(ours), client.connect(theirs)])
  t.teardown(() => client.close())
  for (const _ of [1, 2]) await t.rejects(client.callTool({ name: 'workshop_add' }), { code: -32603 })
  const about = (id: string) => [`${id} Tool execution completed`, `${id} MCP request failed`]
  t.strictSame(lines, [...about('r1'), ...about('r2')])
})

t.test('a batch of messages is refused before any of them runs', async t => {
  const read = { jsonrpc: '2.0', method: 'resources/read', params: { uri: 'toolgate://openapi.json' } }
  const batch = Array.from({ length: 100 }, (_, id) => ({ ...read, id }))
  for (const payload of [batch, [], [LIST]]) {
    const response = await post(open.app, payload)
    t.equal(response.statusCode, 400)
    t.match(response.json(), { jsonrpc: '2.0', id: null, error: { code: -32_600, message: /Batches of messages are not supported/ } })
  }
})
