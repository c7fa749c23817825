import t from 'tap'
import { startApp } from '../../helpers/app.ts'

const well = { name: 'redis', problem: () => undefined }

t.test('a process that responds is healthy, whatever it lacks', async t => {
  const { app } = await startApp(t, { checks: [{ name: 'redis', problem: () => 'gone' }] })
  const answer = await app.inject('/healthz')
  t.match([answer.statusCode, answer.json()], [200, { status: 'ok' }])
})

t.test('a gateway that has everything it needs is ready', async t => {
  const { app } = await startApp(t, { checks: [well, { name: 'queue', problem: async () => undefined }] })
  const answer = await app.inject('/readyz')
  t.equal(answer.statusCode, 200)
  t.strictSame(answer.json(), {
    status: 'ready',
    checks: [
      { name: 'redis', ok: true, problem: null },
      { name: 'queue', ok: true, problem: null }
    ]
  })
})

t.test('a gateway that lacks something reports what, and when to retry', async t => {
  const { app } = await startApp(t, { checks: [well, { name: 'config', problem: async () => 'library default: token is required' }] })
  const answer = await app.inject('/readyz')
  t.equal(answer.statusCode, 503)
  t.equal(answer.headers['retry-after'], '5')
  t.strictSame(answer.json(), {
    status: 'not_ready',
    checks: [
      { name: 'redis', ok: true, problem: null },
      { name: 'config', ok: false, problem: 'library default: token is required' }
    ]
  })
})

t.test('a check that fails or hangs is a problem with a fixed message', async t => {
  const checks = [
    { name: 'failing', problem: () => Promise.reject(new Error('password=hunter2')) },
    {
      name: 'throwing',
      problem: () => {
        throw new Error('password=hunter2')
      }
    },
    { name: 'hanging', problem: () => new Promise<undefined>(() => undefined) }
  ]
  const { app } = await startApp(t, { checks })
  const limit = setTimeout(() => t.fail('took 4 s'), 4000)
  const answer = await app.inject('/readyz')
  clearTimeout(limit)
  t.equal(answer.statusCode, 503)
  t.match(answer.json().checks, [
    { problem: 'the check itself failed' },
    { problem: 'the check itself failed' },
    { problem: /no response within/ }
  ])
  t.notMatch(answer.body, 'hunter2')
})

t.test('a note has a stable reason for programs, and does not make the gateway unready', async t => {
  const check = { name: 'worker', problem: () => undefined, note: async () => 'No worker process runs.', reason: 'no_worker' }
  const { app } = await startApp(t, { checks: [check, { ...check, name: 'other', note: async () => undefined }] })
  const answer = await app.inject('/readyz')
  t.equal(answer.statusCode, 200)
  t.strictSame(answer.json(), {
    status: 'ready',
    checks: [
      { name: 'worker', ok: true, problem: null, reason: 'no_worker', note: 'No worker process runs.' },
      { name: 'other', ok: true, problem: null }
    ]
  })
})
