import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { JOB_DEFAULTS } from '../../src/jobs/settings.ts'
import { alice, until } from '../helpers/bulk.ts'
import { confirm, doneTwice, setUp, startProcess } from '../helpers/bulk-crash.ts'
import { storm } from '../helpers/bulk-storm.ts'
import { waitUntil } from '../helpers/wait-until.ts'

test('killed and frozen workers never repeat a write that must not be repeated; an unverifiable outcome is unknown (pitfalls 4, 5 and 6)', t =>
  storm(t, { items: 400, kills: 2, freezes: 1 }))

test('a worker that was frozen between two attempts does not make the second one, because another worker may have the job', async t => {
  const refused = new Set(['item-0', 'item-1', 'item-2', 'item-3'])
  const fixture = await setUp(t, 'once', 40, refused)
  const { jobs, id, counts, base, redis } = fixture
  const struck = await startProcess(t, redis.url, base, { retry_pause_ms: 2_500 })
  await confirm(fixture)
  await waitUntil(() => refused.size === 0, 'each item was refused once')
  await sleep(100) // by now it waits for its second attempts
  struck.kill('SIGSTOP')
  await startProcess(t, redis.url, base)
  const end = await until(jobs, id, ['completed'])
  t.match(end.progress, { succeeded: 36, unknown: 4 })
  struck.kill('SIGCONT')
  await sleep(4_000) // longer than it would have waited
  t.equal(counts.size, 36, 'the four were not sent again')
  t.same(doneTwice(counts), [])
})

test('killed workers repeat idempotent items until all are executed', async t => {
  const many = 300
  const fixture = await setUp(t, 'again', many)
  const { jobs, id, counts, base, redis } = fixture
  let worker = await startProcess(t, redis.url, base)
  await confirm(fixture)
  await until(jobs, id, job => job.progress.done > many / 3)
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  worker = await startProcess(t, redis.url, base)
  const end = await until(jobs, id, ['completed'])
  t.match(end.progress, { succeeded: many, unknown: 0, failed: 0 })
  t.equal(counts.size, many)
  t.ok(doneTwice(counts).length <= 20, 'only running items are repeated')
})

test('an item that kills every worker is given up, and the others are executed', async t => {
  const fixture = await setUp(t, 'lethal', 8)
  const { jobs, id, counts, base, redis } = fixture
  await confirm(fixture)
  for (let ends = 0; ends < 3; ends++) await once(await startProcess(t, redis.url, base), 'exit')
  await startProcess(t, redis.url, base)
  const end = await until(jobs, id, ['completed'])
  t.match(end, { progress: { succeeded: 7, failed: 0, unknown: 1 }, errors: [{ reason: 'worker_crashed', sample_item_ids: ['item-3'] }] })
  t.equal(counts.size, 7)
})

test('a job keeps its account if its worker is killed, and the next one starts when it has ended', async t => {
  const fixture = await setUp(t, 'once', 200)
  const { jobs, id, base, redis, action, request } = fixture
  const worker = await startProcess(t, redis.url, base)
  await confirm(fixture)
  const next = await jobs.create(request(action, { input: { many: 20 } }))
  await confirm({ jobs, id: (await until(jobs, next.id, ['awaiting_confirmation'])).id })
  await until(jobs, next.id, job => job.reason === 'concurrency_limit')
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  await startProcess(t, redis.url, base)
  const second = await until(jobs, next.id, ['completed'])
  const first = await jobs.get(alice, id)
  t.equal(first.status, 'completed')
  t.ok((second.started_at ?? '') >= (first.finished_at ?? 'z'), 'they never ran at once')
})

const { lock_ms, stalled_ms, drain_ms } = JOB_DEFAULTS

test('with default settings, no job stalls for 20 seconds after its worker died or froze', async t => {
  t.ok(lock_ms + 2 * stalled_ms + drain_ms <= 18_000)
})
