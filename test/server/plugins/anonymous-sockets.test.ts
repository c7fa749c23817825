import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { startApp } from '../../helpers/app.ts'
import { fakeOperation } from '../../helpers/fake-tool.ts'

const MAX = 256
const definitions = [fakeOperation('look', {}, undefined, { http: 'GET /look' })]
const auth = { identify: (key: string) => (key === 'good' ? { id: 'ann', scopes: ['*'] } : ('unknown' as const)), anonymous: undefined }
const KEY = { 'x-api-key': 'good' }

/** A listening gateway, and sockets to it that are closed with the test. */
async function listening(t: Test, options: Parameters<typeof startApp>[1] = { auth }) {
  const { app } = await startApp(t, { definitions, ...options })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const sockets: Socket[] = []
  const agents: Agent[] = []
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    for (const agent of agents) agent.destroy()
  })
  const open = async (count: number): Promise<Socket[]> => {
    const opened = Array.from({ length: count }, () => connect(Number(port), '127.0.0.1').on('error', () => undefined))
    sockets.push(...opened)
    await Promise.all(opened.map(socket => once(socket, 'connect')))
    return opened
  }
  const send = async (headers: Record<string, string>, path = '/v1/workshop/look', keepAlive = false): Promise<IncomingMessage> => {
    const agent = new Agent({ keepAlive })
    agents.push(agent)
    const [response] = await once(get({ port, path, headers, agent }), 'response')
    response.resume()
    if (keepAlive) await once(response, 'end')
    return response
  }
  return { open, send, statusOf: async (headers = {}, path?: string) => (await send(headers, path)).statusCode }
}

/** Waits until the gateway has noticed the changes of sockets. */
async function becomes(read: () => Promise<number | undefined>, status: number): Promise<void> {
  for (const limit = Date.now() + 60_000; (await read()) !== status && Date.now() < limit; ) await pause(20)
}

t.test('at most 256 connections without a key are open; a valid key is still served', async t => {
  const { open, send, statusOf } = await listening(t)
  const [first] = await open(MAX)
  const refused = await send({})
  t.match([refused.statusCode, refused.headers['retry-after'], refused.headers.connection], [503, '1', 'close'])
  t.equal(await statusOf({ 'x-api-key': 'wrong' }), 503)
  t.equal(await statusOf({}, '/docs'), 503)
  t.equal(await statusOf({}, '/nothing'), 503)
  t.equal(await statusOf(KEY), 200)
  for (const probe of ['/healthz', '/readyz']) t.equal(await statusOf({}, probe), 200, probe)
  first?.destroy()
  await becomes(statusOf, 401)
  t.equal(await statusOf(), 401, 'there is room again')
})

t.test('connections that have sent a valid key do not count', async t => {
  const { send, statusOf } = await listening(t)
  const kept = await Promise.all(Array.from({ length: MAX + 44 }, () => send(KEY, undefined, true)))
  t.ok(kept.every(({ statusCode }) => statusCode === 200))
  t.equal(await statusOf(), 401)
})

t.test('without keys, connections of this machine do not count once they were served', async t => {
  const { send, open, statusOf } = await listening(t, {})
  await Promise.all(Array.from({ length: MAX + 44 }, () => send({}, undefined, true)))
  t.equal(await statusOf({ host: 'evil.example' }), 403)
  await open(MAX)
  t.equal(await statusOf({ host: 'evil.example' }), 503)
  t.equal(await statusOf(), 200)
})

t.test('a connection above the maximum is closed soon', async t => {
  const { open, statusOf } = await listening(t)
  await open(MAX)
  const above = await open(MAX)
  await Promise.all(above.map(socket => once(socket.resume(), 'close')))
  t.equal(await statusOf(KEY), 200)
})

t.test('however many idle connections are open, callers with a key and probes are served', async t => {
  const { open, statusOf } = await listening(t)
  const idle = await open(2 * MAX)
  const [oldest, second] = idle
  if (!oldest || !second) throw new Error('no sockets')
  const [oldestEnds, newest] = await Promise.all([once(oldest.resume(), 'close'), open(88)])
  t.ok(oldestEnds, 'the oldest is closed instead of the newest')
  t.ok(
    newest.every(socket => !socket.destroyed),
    'and none of the newest'
  )
  t.equal(await statusOf(KEY), 200)
  for (const probe of ['/healthz', '/readyz']) t.equal(await statusOf({}, probe), 200, probe)
  t.equal(await statusOf(), 503)
})

t.test('a connection that waits for a response is not closed for a new one', async t => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const checks = [{ name: 'slow', problem: () => promise.then(() => undefined) }]
  const { open, send } = await listening(t, { auth, checks })
  const waiting = send({}, '/readyz')
  await open(2 * MAX)
  await open(10)
  resolve()
  t.equal((await waiting).statusCode, 200)
})

t.test('a connection that sends nothing, or its headers slowly, is closed after 10 s', async t => {
  const { open } = await listening(t)
  const [idle, slow] = await open(2)
  if (!idle || !slow) throw new Error('no sockets')
  slow.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n')
  const drip = setInterval(() => slow.write('X-Slow: 1\r\n'), 500)
  t.teardown(() => clearInterval(drip))
  const started = Date.now()
  await Promise.all([idle, slow].map(socket => once(socket.resume(), 'close')))
  const took = Date.now() - started
  t.ok(took > 8_000, `closed after ${took} ms`)
})
