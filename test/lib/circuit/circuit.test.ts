import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { OperationError } from '../../../src/contract/errors.ts'
import type { Log } from '../../../src/contract/runtime.ts'
import { type CircuitChange, type Circuits, createCircuits } from '../../../src/lib/circuit/circuit.ts'
import type { CircuitSettings } from '../../../src/lib/circuit/settings.ts'
import { classifyGoogle } from '../../../src/lib/google/errors.ts'
import { createUpstream, type Upstream, type UpstreamOptions } from '../../../src/lib/http/upstream.ts'
import { refusal, silentLog } from '../../helpers/bulk.ts'
import { startTestRedis, unavailableRedis } from '../../helpers/redis.ts'
import { waitUntil } from '../../helpers/wait-until.ts'

const SETTINGS: CircuitSettings = { failure_percent: 50, min_requests: 4, window_ms: 30_000, open_ms: 2_500 }
const OPEN = refusal('circuit_open', {
  code: 'UNAVAILABLE_ERROR',
  status: 503,
  message: /^Demo \(instance default\) keeps failing.* Do not call it before then/,
  details: { source: 'gateway', outcome: 'not_executed', reset_time: /Z$/ }
})
const { signal } = new AbortController()

const redis = await startTestRedis(t)

/** A server whose status the test chooses, and upstreams that share its circuit as several processes would. */
async function setUp(t: Test, settings: Partial<CircuitSettings> = {}, shared = true) {
  const server = { status: 200, body: '{}', came: 0, hold: undefined as Promise<void> | undefined }
  const http = createServer(async (_request, response) => {
    server.came += 1
    await server.hold
    if (server.status === 0) response.destroy()
    else response.writeHead(server.status, { 'content-type': 'application/json' }).end(server.body)
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  t.teardown(() => http.closeAllConnections())
  t.teardown(() => http.close())
  const { port } = http.address() as AddressInfo
  const lines: string[] = []
  const changes: CircuitChange[] = []
  const log: Log = { ...silentLog, warn: (_fields, message) => lines.push(message), info: (_fields, message) => lines.push(message) }
  const name = { system: 'demo', title: 'Demo', instance: 'default', host: `127.0.0.1:${port}` }
  const start = (options: Partial<UpstreamOptions> = {}): Upstream & { circuits: Circuits } => {
    const circuits = createCircuits(shared ? redis.client() : unavailableRedis(t), log, { ...SETTINGS, ...settings }, change =>
      changes.push(change)
    )
    const upstream = createUpstream({ title: 'Demo', url: `http://${name.host}`, max_retries: 0, circuit: circuits.of(name), ...options })
    t.teardown(upstream.close)
    return { ...upstream, circuits }
  }
  return { server, lines, changes, start }
}

const reasonOf = (upstream: Upstream): Promise<string> =>
  upstream.request({ path: 'x', signal }).then(
    () => 'ok',
    (error: unknown) => (error instanceof OperationError ? error.reason : String(error))
  )

const send = async (upstream: Upstream, times: number): Promise<string[]> => {
  const reasons: string[] = []
  for (let sent = 0; sent < times; sent++) reasons.push(await reasonOf(upstream))
  return reasons
}

t.test('it opens for all processes, sends one request to check, and closes for all', async t => {
  const { server, lines, changes, start } = await setUp(t)
  const [one, other] = [start(), start()]
  server.status = 503
  t.strictSame(await send(one, 4), ['server_error', 'server_error', 'server_error', 'server_error'])
  await t.rejects(one.request({ path: 'x', signal }), OPEN)
  await t.rejects(one.stream({ path: 'x', signal }), OPEN, 'downloads, too')
  await t.rejects(other.request({ path: 'x', method: 'POST', signal }), OPEN, 'another process, which sent nothing before')
  t.equal(server.came, 4)
  t.strictSame([await one.circuits.state('demo', 'default'), await other.circuits.state('demo', 'default')], ['open', 'open'])
  await sleep(SETTINGS.open_ms)
  t.equal(await one.circuits.state('demo', 'default'), 'half_open')
  const { promise, resolve } = Promise.withResolvers<void>()
  server.hold = promise
  const checks = [reasonOf(one), reasonOf(other), reasonOf(one)]
  await waitUntil(() => server.came === 5, 'the check arrives')
  resolve()
  t.strictSame((await Promise.all(checks)).sort(), ['circuit_open', 'circuit_open', 'server_error'], 'one check, which fails')
  t.equal(server.came, 5)
  t.equal(await reasonOf(other), 'circuit_open', 'open for as long again')
  server.status = 200
  await sleep(SETTINGS.open_ms)
  t.equal(await reasonOf(one), 'ok', 'the next check')
  t.equal(await one.circuits.state('demo', 'default'), 'closed')
  await waitUntil(async () => (await reasonOf(other)) === 'ok', 'the other process continues')
  t.strictSame(lines, ['Circuit opened: the upstream is failing', 'Circuit closed: the upstream has recovered'], 'one line each')
  await waitUntil(() => changes.length === 5, 'the last change is reported')
  t.match(
    changes.map(({ state, requests }) => [state, requests]),
    [['open', 4], ['half_open'], ['open'], ['half_open'], ['closed']],
    'each change once, by the process that caused it'
  )
})

t.test('only what the upstream could not do counts', async t => {
  const { server, start } = await setUp(t)
  const upstream = start({ classify: classifyGoogle })
  for (const status of [400, 401, 403, 404, 408, 409, 429, 501]) {
    server.status = status
    await send(upstream, 4)
  }
  server.status = 200
  t.equal(await reasonOf(upstream), 'ok', 'refusals never open it')
  const aborted = AbortSignal.abort()
  for (let sent = 0; sent < 40; sent++) await upstream.request({ path: 'x', signal: aborted }).catch(() => undefined)
  t.equal(await reasonOf(upstream), 'ok', 'nor callers that left')
  server.status = 0
  t.ok((await send(upstream, 60)).includes('circuit_open'), 'a broken connection does')
})

t.test('few requests, or few failures, do not open it; 0 percent never does', async t => {
  const { server, start } = await setUp(t)
  const upstream = start()
  server.status = 500
  t.strictSame(await send(upstream, 3), ['server_error', 'server_error', 'server_error'], 'fewer than min_requests')
  server.status = 200
  await send(upstream, 5)
  server.status = 500
  t.notOk((await send(upstream, 1)).includes('circuit_open'), 'four of nine')
  const never = await setUp(t, { failure_percent: 0 })
  never.server.status = 500
  t.notOk((await send(never.start(), 12)).includes('circuit_open'))
})

t.test('a retry of a call ends when the circuit opens', async t => {
  const { server, start } = await setUp(t, { min_requests: 2, open_ms: 60_000 })
  server.status = 503
  t.equal(await reasonOf(start({ max_retries: 3 })), 'circuit_open')
  t.equal(server.came, 2)
})

t.test('without Redis each process has its own circuit', async t => {
  const { server, start } = await setUp(t, {}, false)
  const [one, other] = [start(), start()]
  server.status = 503
  await send(one, 4)
  await t.rejects(one.request({ path: 'x', signal }), OPEN)
  t.equal(await reasonOf(other), 'server_error')
  server.status = 200
  await sleep(SETTINGS.open_ms)
  t.strictSame(await send(one, 2), ['ok', 'ok'])
})

t.test('a Redis that fails in the meantime is replaced by the memory of the process', async t => {
  const own = await startTestRedis(t)
  const circuits = createCircuits(own.client({ maxRetriesPerRequest: 0, enableOfflineQueue: false }), silentLog, SETTINGS)
  const circuit = circuits.of({ system: 'demo', title: 'Demo', instance: 'default', host: 'a' })
  ;(await circuit.enter())('succeeded')
  await own.kill9()
  for (let failed = 0; failed < 3; failed++) (await circuit.enter())('failed')
  await t.rejects(async () => await circuit.enter(), OPEN)
})
