import t, { type Test } from 'tap'
import { OperationError } from '../../src/contract/errors.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { createUpstream } from '../../src/lib/http/upstream.ts'
import type { Ports } from '../../src/pipeline/ports.ts'
import { startApp } from '../helpers/app.ts'
import { fakeOperation, post } from '../helpers/fake-tool.ts'
import { listen } from '../helpers/listen.ts'

const away = (): never => {
  throw new OperationError('redis_unavailable', 'Away.', { outcome: 'unknown' })
}
const defect = (): never => {
  throw new Error('a defect')
}

/** The outcome of a call, as its failure reports it. */
async function outcomeOf(t: Test, operation: Operation, ports: Partial<Ports> = {}, input = {}): Promise<string> {
  const { app } = await startApp(t, { definitions: [operation], ports })
  return (await post(app, `/v1/operations/${operation.id}`, input)).json().error.details.outcome
}

t.test('a read is never unknown, whatever its handler reports', async t =>
  t.equal(await outcomeOf(t, fakeOperation('look', {}, away)), 'not_executed')
)

t.test('a defect in a read changed nothing', async t => t.equal(await outcomeOf(t, fakeOperation('look', {}, defect)), 'not_executed'))

t.test('a write whose handler was called is unknown after a defect', async t =>
  t.equal(await outcomeOf(t, fakeOperation('paint', {}, defect, { permission: 'write' })), 'unknown')
)

t.test('a write whose handler was never called was not executed', async t =>
  t.equal(
    await outcomeOf(t, fakeOperation('paint', {}, undefined, { permission: 'write' }), { idempotency: defect }, { idempotency_key: 'k' }),
    'not_executed'
  )
)

t.test('the cause of a defect stays with the log when the outcome is settled', async t => {
  const lines: Record<string, unknown>[] = []
  const { app } = await startApp(t, { definitions: [fakeOperation('look', {}, defect)], onLog: line => lines.push(line) })
  await post(app, '/v1/workshop/look', {})
  t.match(lines, [{ msg: 'Tool execution failed', err: { message: 'a defect' } }])
})

t.test('a defect in a route of the gateway itself changed nothing', async t => {
  const { app } = await startApp(t, { definitions: [fakeOperation('look', {})], ports: { visible: defect } })
  t.match((await app.inject('/v1/catalog')).json().error, { code: 'UNKNOWN_ERROR', details: { outcome: 'not_executed' } })
})

t.test('a write after which a read fails was executed, or is unknown if its own response was lost', async t => {
  const { url } = await listen(t, (response, { url }) => {
    if (url === '/lost') return response.destroy()
    response.statusCode = url === '/accepted' ? 200 : url === '/refused' ? 403 : 500
    return response.end()
  })
  const upstream = createUpstream({ title: 'Workshop', url, max_retries: 0 })
  t.teardown(() => upstream.close())
  const send = (path: string, method: 'GET' | 'POST') => upstream.request({ path, method, signal: AbortSignal.timeout(5_000) })
  const painting = (work: () => Promise<unknown>): Operation => fakeOperation('paint', {}, work, { permission: 'write' })
  const look = () => send('look', 'GET')

  t.equal(await outcomeOf(t, painting(look)), 'not_executed')
  t.equal(
    await outcomeOf(
      t,
      painting(() => send('accepted', 'POST').then(look))
    ),
    'executed'
  )
  t.equal(
    await outcomeOf(
      t,
      painting(() => send('lost', 'POST').then(look, look))
    ),
    'unknown'
  )
  t.equal(
    await outcomeOf(
      t,
      painting(() => send('accepted', 'POST').then(() => send('lost', 'POST')))
    ),
    'unknown',
    'the second write'
  )
})
