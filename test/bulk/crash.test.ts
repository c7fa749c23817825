import { once } from 'node:events'
import { test } from 'tap'
import { alice, until } from '../helpers/bulk.ts'
import { confirm, doneTwice, setUp, startProcess } from '../helpers/bulk-crash.ts'
import { storm } from '../helpers/bulk-storm.ts'

test('workers are killed and frozen: what must not be done twice is not; what nobody can know is unknown (pitfalls 4, 5 and 6)', t =>
  storm(t, { items: 400, kills: 2, freezes: 1 }))

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
