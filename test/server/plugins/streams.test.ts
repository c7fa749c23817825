import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { startApp } from '../../helpers/app.ts'
import { fakeOperation } from '../../helpers/fake-tool.ts'
import { ERAS } from '../../helpers/mcp.ts'
import { waitUntil } from '../../helpers/wait-until.ts'

const MAX = 32
const auth = { identify: (key: string) => ({ id: key, scopes: ['*'] }), anonymous: undefined }
let running = 0
/** Ends with its deadline, or when its caller closes the connection. */
const definitions = [
  fakeOperation(
    'wait',
    {},
    (_input, { signal }) => {
      running += 1
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
    { http: 'GET /wait' }
  )
]

async function listening(t: Test) {
  const { app } = await startApp(t, { definitions, auth })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const open: AbortController[] = []
  const responses: Response[] = [] // fetch closes the connection of a response that the garbage collector takes
  t.teardown(() => {
    for (const controller of open) controller.abort()
    responses.length = 0
  })
  const send = async (path: string, key: string, init: RequestInit): Promise<Response> => {
    const controller = new AbortController()
    open.push(controller)
    const headers = { accept: 'text/event-stream', 'x-api-key': key, ...init.headers }
    const response = await fetch(url + path, { ...init, headers, signal: controller.signal })
    responses.push(response)
    return response
  }
  const events = (key: string) => send('/v1/workshop/wait', key, {})
  const progress = (key: string, method = 'tools/call') => {
    const params = { name: 'workshop_wait', arguments: {}, _meta: { progressToken: 1 } }
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    return send('/mcp', key, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })
  }
  const mcp = (key: string, era: (typeof ERAS)[number], meta: object = {}) => {
    const isModern = era === '2026-07-28'
    const own = 'io.modelcontextprotocol'
    const facts = {
      [`${own}/protocolVersion`]: era,
      [`${own}/clientInfo`]: { name: 'test', version: '1' },
      [`${own}/clientCapabilities`]: {}
    }
    const params = { name: 'workshop_wait', arguments: {}, _meta: { ...(isModern && facts), ...meta } }
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': era,
      ...(isModern && { 'mcp-method': 'tools/call', 'mcp-name': 'workshop_wait' })
    }
    return send('/mcp', key, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }) })
  }
  return { events, progress, mcp, call: (key: string) => send('/v1/catalog', key, { headers: { accept: 'application/json' } }), open }
}

t.test('at most 32 streams of a key are open, over all surfaces together', async t => {
  const { events, progress, call, open } = await listening(t)
  for (let n = 0; n < MAX / 2; n++) progress('ann').catch(() => undefined) // MCP sends nothing before the first event
  await waitUntil(() => running >= MAX / 2, 'half of the streams run')
  for (let n = 0; n < MAX / 2; n++) t.equal((await events('ann')).status, 200)
  for (const refused of [await events('ann'), await progress('ann'), await progress('ann', 'subscriptions/listen')]) {
    t.match([refused.status, refused.headers.get('retry-after')], [429, '5'])
    t.match(await refused.json(), {
      error: { code: 'RATE_LIMIT_ERROR', details: { reason: 'rate_limit_exceeded', source: 'gateway', outcome: 'not_executed' } }
    })
  }
  t.equal((await call('ann')).status, 200, 'other calls are served')
  t.equal((await events('bob')).status, 200, 'and so is another key')
  open[0]?.abort()
  open[1]?.abort()
  const limit = Date.now() + 60_000
  let status = 429
  while (status === 429 && Date.now() < limit) {
    await pause(50)
    status = (await events('ann')).status
  }
  t.equal(status, 200, 'a stream that ended makes room')
})

for (const era of ERAS)
  t.test(`event streams of MCP are counted whether or not they report progress: ${era}`, async t => {
    const { mcp, open } = await listening(t)
    running = 0
    if (era === '2026-07-28') {
      const plain = Array.from({ length: MAX + 8 }, () => mcp('ann', era).catch(() => undefined)) // one response each, in JSON
      await waitUntil(() => running >= plain.length, 'the plain calls run')
      running = 0
    } else {
      for (let n = 0; n < MAX; n++) mcp('ann', era).catch(() => undefined) // nothing is sent before the first event
      await waitUntil(() => running >= MAX, 'all streams run')
      t.equal((await mcp('ann', era)).status, 429)
      t.equal(running, MAX, 'which did not start the call')
    }
    for (let n = 0; n < MAX; n++) mcp('bob', era, { progressToken: n }).catch(() => undefined)
    await waitUntil(() => running >= (era === '2026-07-28' ? MAX : 2 * MAX), 'all calls run')
    t.equal((await mcp('bob', era, { progressToken: 'more' })).status, 429)
    for (const controller of open) controller.abort() // before the gateway closes, which would leave the calls to their deadline
    await pause(100)
  })

t.test('a message without a response opens no stream', async t => {
  const { app } = await startApp(t, { definitions, auth })
  const headers = { 'x-api-key': 'ann', accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
  const payload = { jsonrpc: '2.0', method: 'notifications/initialized' }
  for (let n = 0; n < MAX + 8; n++) t.equal((await app.inject({ method: 'POST', url: '/mcp', headers, payload })).statusCode, 202)
  for (let n = 0; n < MAX + 8; n++)
    t.equal((await app.inject({ method: 'GET', url: '/mcp', headers })).statusCode, 405, 'there is no stream to GET')
})

t.test('streams that ended do not count', async t => {
  const { app } = await startApp(t, { definitions: [fakeOperation('look', {}, undefined, { http: 'GET /look' })], auth })
  for (let n = 0; n < MAX + 8; n++) {
    const { statusCode } = await app.inject({ url: '/v1/workshop/look', headers: { accept: 'text/event-stream', 'x-api-key': 'ann' } })
    if (statusCode !== 200) t.fail(`stream ${n} got ${statusCode}`)
  }
  t.equal(
    (await app.inject({ url: '/v1/workshop/look?x=1', headers: { accept: 'text/event-stream', 'x-api-key': 'ann' } })).statusCode,
    200
  )
})
