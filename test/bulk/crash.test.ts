import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { alice, until } from '../helpers/bulk.ts'
import { confirm, doneTwice, setUp, startProcess } from '../helpers/bulk-crash.ts'

test('workers are killed: what must not be done twice is not; what nobody can know is unknown', async t => {
  const many = 300
  const house = await setUp(t, 'once', many)
  const { jobs, id, counts, base, redis } = house
  let worker = await startProcess(t, redis.options.path ?? '', base)
  await confirm(house)
  const kills = 2
  const gaps: number[] = []
  for (let kill = 1; kill <= kills; kill++) {
    await until(jobs, id, job => job.progress.done > (kill * many) / 4)
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    const killed = performance.now()
    const before = counts.size
    worker = await startProcess(t, redis.options.path ?? '', base)
    while (counts.size <= before + 4) await sleep(10)
    gaps.push(Math.round(performance.now() - killed))
  }
  const end = await until(jobs, id, ['completed'])
  t.same(doneTwice(counts), [])
  const { succeeded, unknown } = end.progress
  t.equal(succeeded + unknown, many, 'every item is accounted for')
  t.ok(unknown <= 4 * kills, `at most the calls under way are unknown: ${unknown}`)
  t.ok(counts.size >= succeeded, 'nothing is reported done that was not')
  t.comment(`unknown ${unknown}, work stood still for ${gaps.join(', ')} ms after each kill`)

  const failed = await jobs.items(alice, id, { limit: 100, outcome: 'unknown' })
  t.equal(failed.items.length, unknown)
  for (const item of failed.items) t.match(item, { success: null, error: { reason: 'worker_lost' } })
  for (const item of (await jobs.items(alice, id, { limit: 100, outcome: 'succeeded' })).items) t.equal(counts.get(item.item_id), 1)
})

test('workers are killed: what may be done again is, until all of it is done', async t => {
  const many = 300
  const house = await setUp(t, 'again', many)
  const { jobs, id, counts, base, redis } = house
  let worker = await startProcess(t, redis.options.path ?? '', base)
  await confirm(house)
  await until(jobs, id, job => job.progress.done > many / 3)
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  worker = await startProcess(t, redis.options.path ?? '', base)
  const end = await until(jobs, id, ['completed'])
  t.match(end.progress, { succeeded: many, unknown: 0, failed: 0 })
  t.equal(counts.size, many)
  t.ok(doneTwice(counts).length <= 20, 'only what was under way is done again')
})

test('a worker that is frozen past its lock finishes at most the calls it has under way', async t => {
  const many = 300
  const house = await setUp(t, 'once', many)
  const { jobs, id, counts, base, redis } = house
  const frozen = await startProcess(t, redis.options.path ?? '', base)
  await confirm(house)
  await until(jobs, id, job => job.progress.done > 100)
  frozen.kill('SIGSTOP')
  await startProcess(t, redis.options.path ?? '', base)
  await until(jobs, id, job => job.progress.done > 180)
  frozen.kill('SIGCONT')
  const end = await until(jobs, id, ['completed'])
  t.same(doneTwice(counts), [])
  t.equal(end.progress.succeeded + end.progress.unknown, many)
  t.ok(end.progress.unknown <= 4, `${end.progress.unknown} unknown`)
})
