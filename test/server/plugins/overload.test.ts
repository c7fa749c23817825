import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import type { Overload } from '../../../src/server/plugins/overload.ts'
import { startApp } from '../../helpers/app.ts'

const ALWAYS = { overloaded_ms: 1, refuses_reads_ms: 1_000_000, min_ms: 0, min_connections: 0, sample_ms: 200 }

/** Starts the gateway with one open connection. Its event loop is late until the test ends. */
async function startLate(t: Test, overload: Overload) {
  const { app } = await startApp(t, { system: '{jobs,keys}', overload: { ...ALWAYS, ...overload }, metrics: async () => '' })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(port), '127.0.0.1')
  t.teardown(() => socket.destroy())
  await once(socket, 'connect')
  const busy = setInterval(() => {
    for (const until = performance.now() + 20; performance.now() < until; );
  })
  t.teardown(() => clearInterval(busy))
  return {
    async send(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string) {
      await pause(1) // an injected request alone does not let timers run
      return await app.inject({ method, url, ...(method !== 'GET' && { payload: {} }) })
    }
  }
}

/** Waits until a write is refused. */
async function startRefusing(t: Test, overload: Overload = {}) {
  const { send } = await startLate(t, overload)
  for (;;) {
    const refused = await send('POST', '/v1/keys')
    if (refused.statusCode === 503) t.match(refused.json(), { error: { details: { reason: 'busy', retry_after_ms: 2_000 } } })
    if (refused.json().error?.details.reason === 'busy') return send
  }
}

const isBusy = ({ body }: { body: string }): boolean => body.includes('"busy"')

t.test('an overloaded process refuses writes first, and reads last', async t => {
  t.notOk(isBusy(await (await startRefusing(t))('GET', '/v1/keys')))
  t.ok(isBusy(await (await startRefusing(t, { refuses_reads_ms: 1 }))('GET', '/v1/keys')))
})

t.test('it serves probes, metrics, and what can end the load', async t => {
  const send = await startRefusing(t, { refuses_reads_ms: 1 })
  for (const url of ['/healthz', '/readyz', '/metrics']) t.equal((await send('GET', url)).statusCode, 200, url)
  const relieving = [
    'POST /v1/keys/ci/revoke',
    'PATCH /v1/keys/ci',
    'DELETE /v1/keys/ci',
    'POST /v1/jobs/x/cancel',
    'POST /v1/jobs/x/pause'
  ] as const
  for (const route of relieving) {
    const [method = '', url = ''] = route.split(' ')
    const response = await send(method === 'PATCH' || method === 'DELETE' ? method : 'POST', url)
    t.notOk(isBusy(response) || response.json().error?.details.reason === 'route_not_found', route)
  }
  t.ok(isBusy(await send('POST', '/v1/jobs/x/retry')))
})

t.test('it refuses nothing while it has few connections, nor until it has been late for a while', async t => {
  for (const bound of [{ min_connections: 1 }, { min_ms: 1_000_000 }]) {
    const { send } = await startLate(t, bound)
    for (let sent = 0; sent < 25; sent += 1) t.notOk(isBusy(await send('POST', '/v1/keys')), JSON.stringify(bound))
  }
})
