import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { newJobId } from '../../src/bulk/id.ts'
import { jobKey, LIVE_JOBS, placesOf } from '../../src/bulk/keys.ts'
import type { BulkAdapter } from '../../src/contract/bulk.ts'
import { OperationError } from '../../src/contract/errors.ts'
import { alice, type BulkHouse, root, shelfAction, startBulk, succeeded, until } from '../helpers/bulk.ts'

/** An action that takes its time, and knows how many jobs were at it at once. */
function slowAction(milliseconds: number, parts: Parameters<typeof shelfAction>[0] = {}) {
  const seen = { now: 0, most: 0 }
  const action = shelfAction({
    max_batch: 1,
    executeBatch: async function* (items) {
      seen.most = Math.max(seen.most, ++seen.now)
      try {
        await sleep(milliseconds)
        for (const item of items) yield succeeded(item)
      } finally {
        seen.now--
      }
    },
    ...parts
  })
  return { action, seen }
}

/** Makes and confirms jobs, one after the other. */
async function confirmed({ jobs, request }: BulkHouse, action: BulkAdapter, many: number[], caller = alice): Promise<string[]> {
  const ids: string[] = []
  for (const each of many) {
    const made = await jobs.create(request(action, { input: { many: each }, caller }))
    const offered = await until(jobs, made.id, ['awaiting_confirmation'], caller)
    await jobs.confirm(caller, made.id, offered.confirm_token ?? '')
    ids.push(made.id)
  }
  return ids
}

const heldBack = { status: 'queued', reason: 'concurrency_limit' }

test('jobs of a key that change one account run one after another, in the order of their confirmation', async t => {
  const { action, seen } = slowAction(20)
  const house = await startBulk(t, [action])
  const ids = await confirmed(house, action, [15, 4, 4, 4])
  const second = await until(house.jobs, ids[1] ?? '', job => job.reason === 'concurrency_limit')
  t.match(second, {
    ...heldBack,
    error: { code: 'RATE_LIMIT_ERROR', reason: 'concurrency_limit', message: /one at a time that change shelf\./ }
  })
  const ends = await Promise.all(ids.map(id => until(house.jobs, id, ['completed'])))
  t.equal(seen.most, 1)
  const starts = ends.map(({ started_at }) => started_at ?? '')
  t.same(starts, starts.toSorted())
  for (const [at, end] of ends.entries()) {
    t.match(end, { reason: null, error: null })
    if (at > 0) t.ok(starts[at] && starts[at] >= (ends[at - 1]?.finished_at ?? ''), 'it began after the end of the one before')
  }
})

test('a key has no more jobs running than it may; the others wait and say why; those of another key do not', async t => {
  const { action } = slowAction(1_000, { permission: 'read' })
  const house = await startBulk(t, [action], { settings: { running_per_key: 2 } })
  const ids = await confirmed(house, action, [1, 1, 1])
  const third = await until(house.jobs, ids[2] ?? '', job => job.reason === 'concurrency_limit')
  t.match(third.error?.message, /^A key may have 2 jobs running at once\./)
  t.match(await Promise.all(ids.slice(0, 2).map(id => house.jobs.get(alice, id))), [{ status: 'running' }, { status: 'running' }])
  const [other = ''] = await confirmed(house, action, [1], root)
  await until(house.jobs, other, ['running'], root)
  t.match(await house.jobs.get(alice, ids[2] ?? ''), heldBack)
  for (const id of ids) await until(house.jobs, id, ['completed'])
})

test('a job that waits for its system keeps its account; neither it nor those it holds back take a slot of a worker (pitfall 9)', async t => {
  const patient = shelfAction({
    name: 'patient',
    executeBatch: () => {
      throw new OperationError('rate_limit_exceeded', 'Later', { outcome: 'not_executed', retry_after_ms: 600_000 })
    }
  })
  const { action } = slowAction(1)
  const house = await startBulk(t, [patient, action], { settings: { turns_at_once: 1 } })
  const [waits = ''] = await confirmed(house, patient, [1])
  await until(house.jobs, waits, ['waiting'])
  const back = await confirmed(house, action, [1, 1, 1])
  for (const id of back) await until(house.jobs, id, job => job.reason === 'concurrency_limit')
  const [other = ''] = await confirmed(house, action, [1], root)
  await until(house.jobs, other, ['completed'], root)
  for (const id of back) t.match(await house.jobs.get(alice, id), heldBack)
  t.same(await house.redis.client().hkeys(placesOf('alice').held), [waits])
  await house.jobs.cancel(alice, waits)
  for (const id of back) await until(house.jobs, id, ['completed'])
})

/** An action on a system of its own that asks for patience until it is told otherwise. */
function moodyAction(name: string) {
  const mood = { patient: true, done: [] as string[] }
  const action = shelfAction({
    name,
    max_batch: 1,
    executeBatch: async function* (items) {
      for (const item of items) {
        if (mood.patient) throw new OperationError('rate_limit_exceeded', 'Later', { outcome: 'not_executed', retry_after_ms: 600_000 })
        await sleep(20)
        mood.done.push(item.id)
        yield succeeded(item)
      }
    }
  })
  return { mood, action: { ...action, tool: { ...action.tool, name } } }
}

test('jobs that wait for their systems leave their places to those of the same key on other systems', async t => {
  const [ill, worse] = [moodyAction('ill'), moodyAction('worse')]
  const { action } = slowAction(1)
  const house = await startBulk(t, [ill.action, worse.action, action], { settings: { running_per_key: 2 } })
  const waiting = [...(await confirmed(house, ill.action, [1])), ...(await confirmed(house, worse.action, [1]))]
  for (const id of waiting) await until(house.jobs, id, ['waiting'])
  const [well = ''] = await confirmed(house, action, [3])
  await until(house.jobs, well, ['completed'])
  t.match(await house.jobs.get(alice, waiting[0] ?? ''), { status: 'waiting', reason: 'rate_limit' })
  for (const id of waiting) await house.jobs.cancel(alice, id)
  for (const key of Object.values(placesOf('alice'))) while ((await house.redis.client().exists(key)) === 1) await sleep(20)
})

test('a job whose wait is over stands in line again, says so, and goes on before the next job that would change its account', async t => {
  const ill = moodyAction('ill')
  const { action } = slowAction(10)
  const house = await startBulk(t, [ill.action, action], { settings: { running_per_key: 1 } })
  const { jobs } = house
  const [first = '', second = ''] = await confirmed(house, ill.action, [5, 5])
  await until(jobs, first, ['waiting'])
  const [long = ''] = await confirmed(house, action, [300])
  await until(jobs, long, ['running'])
  ill.mood.patient = false
  await jobs.resume(alice, first)
  t.match(await until(jobs, first, job => job.reason === 'concurrency_limit'), { status: 'waiting', waiting_until: null })
  t.match(await jobs.get(alice, second), heldBack)
  t.equal(ill.mood.done.length, 0, 'no more than one job acts')
  await jobs.cancel(alice, long)
  const [one, two] = [await until(jobs, first, ['completed']), await until(jobs, second, ['completed'])]
  t.match(one, { reason: null, error: null, progress: { succeeded: 5 } })
  t.ok((two.started_at ?? '') >= (one.finished_at ?? 'z'), 'nobody changed the account between its two halves')
})

test('a paused job leaves its place, and stands at the end of the line once it is resumed', async t => {
  const { action, seen } = slowAction(20)
  const house = await startBulk(t, [action])
  const { jobs } = house
  const [first = '', second = '', third = ''] = await confirmed(house, action, [60, 10, 10])
  await until(jobs, first, job => job.progress.done > 2)
  await jobs.pause(alice, first)
  await until(jobs, first, ['paused'])
  await until(jobs, second, ['running', 'completed'])
  await jobs.resume(alice, first)
  const ended = await until(jobs, third, ['completed'])
  t.ok((await jobs.get(alice, first)).progress.done < 20, 'it did not go on before')
  const end = await until(jobs, first, ['completed'])
  t.ok((end.finished_at ?? '') > (ended.finished_at ?? ''))
  t.equal(seen.most, 1)
})

test('a job that is cancelled or paused while it is held back leaves the line', async t => {
  const { action } = slowAction(100)
  const house = await startBulk(t, [action])
  const { jobs } = house
  const [first = '', second = '', third = '', fourth = ''] = await confirmed(house, action, [30, 1, 1, 1])
  for (const id of [third, fourth]) await until(jobs, id, job => job.reason === 'concurrency_limit')
  t.match(await jobs.cancel(alice, second), { status: 'cancelled', reason: null, error: null })
  t.match(await jobs.pause(alice, third), { status: 'paused', reason: 'asked' })
  t.same(await house.redis.client().zrange(placesOf('alice').line, '0', '-1'), [fourth])
  await until(jobs, fourth, ['completed'])
  t.match(await jobs.get(alice, third), { status: 'paused' })
  await jobs.resume(alice, third)
  for (const id of [first, third]) await until(jobs, id, ['completed'])
  // Nothing is kept of places that nobody has.
  for (const key of Object.values(placesOf('alice'))) while ((await house.redis.client().exists(key)) === 1) await sleep(20)
})

test('a place that a crash left to a job that is over is free for the next', async t => {
  const { action } = slowAction(1)
  const house = await startBulk(t, [action])
  const client = house.redis.client()
  const [over = ''] = await confirmed(house, action, [1])
  await until(house.jobs, over, ['completed'])
  const { held, accounts } = placesOf('alice')
  const forgotten = newJobId()
  await client.hset(held, over, 'token', forgotten, 'token')
  await client.hset(accounts, over, 'shelf', forgotten, 'shelf')
  const [next = ''] = await confirmed(house, action, [1])
  await until(house.jobs, next, ['completed'])
  while ((await client.exists(held)) === 1) await sleep(20)
})

test('a job that was given a place by somebody who died before calling it is called by the reconciler', async t => {
  const { action } = slowAction(100)
  const house = await startBulk(t, [action])
  const client = house.redis.client()
  const [first = '', second = ''] = await confirmed(house, action, [30, 1])
  await until(house.jobs, second, job => job.reason === 'concurrency_limit')
  const { held, line } = placesOf('alice')
  await house.jobs.pause(alice, first)
  await client.multi().hdel(held, first).zrem(line, second).hset(held, second, 'token').exec()
  await until(house.jobs, second, ['completed'])
  // And one of which the line knows nothing.
  await house.jobs.resume(alice, first)
  const [third = ''] = await confirmed(house, action, [1])
  await until(house.jobs, third, job => job.reason === 'concurrency_limit')
  await client.zrem(line, third)
  await house.jobs.cancel(alice, first)
  await until(house.jobs, third, ['completed'])
})

test('whatever is asked of many jobs meanwhile, no two change the account at once, and none is forgotten', {
  timeout: 110_000
}, async t => {
  const { action, seen } = slowAction(5)
  const house = await startBulk(t, [action], { settings: { turn_ms: 50 } })
  house.startWorker()
  const { jobs } = house
  const second = house.secondJobs()
  const ids = await confirmed(
    house,
    action,
    Array.from({ length: 12 }, () => 20)
  )
  for (let at = 0; at < 60; at++) {
    const id = ids[Math.floor(Math.random() * ids.length)] ?? ''
    const desk = at % 2 ? jobs : second
    await (at % 3 ? desk.resume(alice, id) : desk.pause(alice, id)).catch(() => undefined)
    await sleep(Math.random() * 20)
  }
  await jobs.cancel(alice, ids[3] ?? '').catch(() => undefined)
  for (const id of ids) {
    for (;;) {
      const { status } = await until(jobs, id, ['completed', 'cancelled', 'paused'])
      if (status !== 'paused') break
      await jobs.resume(alice, id).catch(() => undefined)
    }
  }
  t.equal(seen.most, 1)
  const client = house.redis.client()
  while ((await client.exists(placesOf('alice').held)) === 1) await sleep(20)
  t.equal(await client.zcard(LIVE_JOBS), 0)
  t.equal(await client.hget(jobKey(ids[0] ?? '', 'meta'), 'account'), 'shelf')
})
