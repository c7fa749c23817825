import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import t, { type Test } from 'tap'
import { OperationError } from '../../../src/contract/errors.ts'
import { shedLoad } from '../../../src/server/plugins/overload.ts'

/** Returns the statuses of a read, a write and a probe while the event loop is late. */
async function statuses(t: Test, reads: number): Promise<number[]> {
  const app = Fastify()
  t.teardown(() => app.close())
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof OperationError)) throw error
    return reply.code(error.status).send({ reason: error.reason, retry: error.details.retry_after_ms })
  })
  shedLoad(app, { overloaded_ms: 1, refuses_reads_ms: reads, min_ms: 0, min_connections: -1, sample_ms: 200 })
  app.get('/read', async () => 'read')
  app.post('/write', async () => 'written')
  app.post('/probe', { config: { probe: true } }, async () => 'ok')
  await app.ready()
  const busy = setInterval(() => {
    for (const until = performance.now() + 20; performance.now() < until; );
  })
  t.teardown(() => clearInterval(busy))
  for (;;) {
    await pause(1) // an injected request alone does not let timers run
    const write = await app.inject({ method: 'POST', url: '/write' })
    if (write.statusCode === 200) continue
    t.match(write.json(), { reason: 'busy', retry: 2_000 })
    const [read, probe] = [await app.inject('/read'), await app.inject({ method: 'POST', url: '/probe' })]
    return [read.statusCode, write.statusCode, probe.statusCode]
  }
}

t.test('an overloaded process refuses writes first, and reads last', async t => {
  t.strictSame(await statuses(t, 1_000_000), [200, 503, 200])
  t.strictSame(await statuses(t, 1), [503, 503, 200])
})
