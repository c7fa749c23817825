import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { BULK_DEFAULTS } from '../../src/bulk/settings.ts'
import { alice, until } from '../helpers/bulk.ts'
import { confirm, doneTwice, setUp, startProcess } from '../helpers/bulk-crash.ts'
import { storm } from '../helpers/bulk-storm.ts'

test('workers are killed and frozen: what must not be done twice is not; what nobody can know is unknown (pitfalls 4, 5 and 6)', t =>
  storm(t, { items: 400, kills: 2, freezes: 1 }))

test('a worker that was frozen between two attempts makes no second one, since another may have the job by then', async t => {
  const refused = new Set(['item-0', 'item-1', 'item-2', 'item-3'])
  const house = await setUp(t, 'once', 40, refused)
  const { jobs, id, counts, base, redis } = house
  const struck = await startProcess(t, redis.url, base, { retry_pause_ms: 2_500 })
  await confirm(house)
  while (refused.size > 0) await sleep(5)
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

test('workers are killed: what may be done again is, until all of it is done', async t => {
  const many = 300
  const house = await setUp(t, 'again', many)
  const { jobs, id, counts, base, redis } = house
  let worker = await startProcess(t, redis.url, base)
  await confirm(house)
  await until(jobs, id, job => job.progress.done > many / 3)
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  worker = await startProcess(t, redis.url, base)
  const end = await until(jobs, id, ['completed'])
  t.match(end.progress, { succeeded: many, unknown: 0, failed: 0 })
  t.equal(counts.size, many)
  t.ok(doneTwice(counts).length <= 20, 'only what was under way is done again')
})

test('an item that ends every worker is given up, and the others are done', async t => {
  const house = await setUp(t, 'lethal', 8)
  const { jobs, id, counts, base, redis } = house
  await confirm(house)
  for (let ends = 0; ends < 3; ends++) await once(await startProcess(t, redis.url, base), 'exit')
  await startProcess(t, redis.url, base)
  const end = await until(jobs, id, ['completed'])
  t.match(end, { progress: { succeeded: 7, failed: 0, unknown: 1 }, errors: [{ reason: 'worker_crashed', sample_item_ids: ['item-3'] }] })
  t.equal(counts.size, 7)
})

test('a worker is killed while its job has the place of an account: the job keeps it, and the next one begins when it has ended', async t => {
  const house = await setUp(t, 'once', 200)
  const { jobs, id, base, redis, action, request } = house
  const worker = await startProcess(t, redis.url, base)
  await confirm(house)
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

const { lock_ms, stalled_ms, drain_ms } = BULK_DEFAULTS

test('as set by default, no job stands still for 20 seconds after its worker died or froze', async t => {
  t.ok(lock_ms + 2 * stalled_ms + drain_ms <= 18_000)
})
