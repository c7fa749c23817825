import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import type { BulkAdapter } from '../../src/contract/bulk.ts'
import { OperationError } from '../../src/contract/errors.ts'
import { newJobId } from '../../src/jobs/model/job-id.ts'
import { jobKey, LIVE_JOBS, slotKeysOf } from '../../src/jobs/store/keys.ts'
import { alice, type BulkFixture, root, startBulk, succeeded, testAdapter, until } from '../helpers/bulk.ts'
import { waitUntil } from '../helpers/wait-until.ts'

/** A slow action that records how many jobs execute it at once. */
function slowAction(milliseconds: number, parts: Parameters<typeof testAdapter>[0] = {}) {
  const seen = { now: 0, most: 0 }
  const action = testAdapter({
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

/** Creates and confirms jobs, one after the other. */
async function confirmed({ jobs, request }: BulkFixture, action: BulkAdapter, many: number[], caller = alice): Promise<string[]> {
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

test('jobs of a key that write to one account run one after another in the order of their confirmation', async t => {
  const { action, seen } = slowAction(20)
  const fixture = await startBulk(t, [action])
  const ids = await confirmed(fixture, action, [100, 4, 4, 4])
  const second = await until(fixture.jobs, ids[1] ?? '', job => job.reason === 'concurrency_limit')
  t.match(second, {
    ...heldBack,
    error: { code: 'RATE_LIMIT_ERROR', reason: 'concurrency_limit', message: /one at a time that change shelf\./ }
  })
  const ends = await Promise.all(ids.map(id => until(fixture.jobs, id, ['completed'])))
  t.equal(seen.most, 1)
  const starts = ends.map(({ started_at }) => started_at ?? '')
  t.same(starts, starts.toSorted())
  for (const [at, end] of ends.entries()) {
    t.match(end, { reason: null, error: null })
    if (at > 0) t.ok(starts[at] && starts[at] >= (ends[at - 1]?.finished_at ?? ''), 'it started after the end of the previous one')
  }
})

test('a key runs no more jobs than its limit; the others wait and report why; other keys are not affected', async t => {
  const { action } = slowAction(1_000, { permission: 'read' })
  const fixture = await startBulk(t, [action], { settings: { running_per_key: 2 } })
  const ids = await confirmed(fixture, action, [1, 1, 1])
  const third = await until(fixture.jobs, ids[2] ?? '', job => job.reason === 'concurrency_limit')
  t.match(third.error?.message, /^A key can have 2 running jobs\./)
  t.match(await Promise.all(ids.slice(0, 2).map(id => fixture.jobs.get(alice, id))), [{ status: 'running' }, { status: 'running' }])
  const [other = ''] = await confirmed(fixture, action, [1], root)
  await until(fixture.jobs, other, ['running'], root)
  t.match(await fixture.jobs.get(alice, ids[2] ?? ''), heldBack)
  for (const id of ids) await until(fixture.jobs, id, ['completed'])
})

test('a job that waits for its system keeps its account; neither it nor the jobs behind it use a worker slot (pitfall 9)', async t => {
  const patient = testAdapter({
    name: 'patient',
    executeBatch: () => {
      throw new OperationError('rate_limit_exceeded', 'Later', { outcome: 'not_executed', retry_after_ms: 600_000 })
    }
  })
  const { action } = slowAction(1)
  const fixture = await startBulk(t, [patient, action], { settings: { turns_at_once: 1 } })
  const [waits = ''] = await confirmed(fixture, patient, [1])
  await until(fixture.jobs, waits, ['waiting'])
  const back = await confirmed(fixture, action, [1, 1, 1])
  for (const id of back) await until(fixture.jobs, id, job => job.reason === 'concurrency_limit')
  const [other = ''] = await confirmed(fixture, action, [1], root)
  await until(fixture.jobs, other, ['completed'], root)
  for (const id of back) t.match(await fixture.jobs.get(alice, id), heldBack)
  t.same(await fixture.redis.client().hkeys(slotKeysOf('alice').holders), [waits])
  await fixture.jobs.cancel(alice, waits)
  for (const id of back) await until(fixture.jobs, id, ['completed'])
})

/** An action on a separate system that limits the rate until the test ends the limit. */
function moodyAction(name: string) {
  const mood = { patient: true, done: [] as string[] }
  const action = testAdapter({
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

test('jobs that wait for their systems free their slots for jobs of the same key on other systems', async t => {
  const [ill, worse] = [moodyAction('ill'), moodyAction('worse')]
  const { action } = slowAction(1)
  const fixture = await startBulk(t, [ill.action, worse.action, action], { settings: { running_per_key: 2 } })
  const waiting = [...(await confirmed(fixture, ill.action, [1])), ...(await confirmed(fixture, worse.action, [1]))]
  for (const id of waiting) await until(fixture.jobs, id, ['waiting'])
  const [well = ''] = await confirmed(fixture, action, [3])
  await until(fixture.jobs, well, ['completed'])
  t.match(await fixture.jobs.get(alice, waiting[0] ?? ''), { status: 'waiting', reason: 'rate_limit' })
  for (const id of waiting) await fixture.jobs.cancel(alice, id)
  for (const key of Object.values(slotKeysOf('alice')))
    await waitUntil(async () => (await fixture.redis.client().exists(key)) === 0, `${key} is removed`)
})

test('a job whose wait is over queues again, reports it, and continues before the next job that writes to its account', async t => {
  const ill = moodyAction('ill')
  const { action } = slowAction(10)
  const fixture = await startBulk(t, [ill.action, action], { settings: { running_per_key: 1 } })
  const { jobs } = fixture
  const [first = '', second = ''] = await confirmed(fixture, ill.action, [5, 5])
  await until(jobs, first, ['waiting'])
  const [long = ''] = await confirmed(fixture, action, [300])
  await until(jobs, long, ['running'])
  ill.mood.patient = false
  await jobs.resume(alice, first)
  t.match(await until(jobs, first, job => job.reason === 'concurrency_limit'), { status: 'waiting', waiting_until: null })
  t.match(await jobs.get(alice, second), heldBack)
  t.equal(ill.mood.done.length, 0, 'only one job executes')
  await jobs.cancel(alice, long)
  const [one, two] = [await until(jobs, first, ['completed']), await until(jobs, second, ['completed'])]
  t.match(one, { reason: null, error: null, progress: { succeeded: 5 } })
  t.ok((two.started_at ?? '') >= (one.finished_at ?? 'z'), 'no other job wrote to the account between its two halves')
})

test('a paused job frees its slot, and queues at the end once it is resumed', async t => {
  const { action, seen } = slowAction(20)
  const fixture = await startBulk(t, [action])
  const { jobs } = fixture
  const [first = '', second = '', third = ''] = await confirmed(fixture, action, [60, 10, 10])
  await until(jobs, first, job => job.progress.done > 2)
  await jobs.pause(alice, first)
  await until(jobs, first, ['paused'])
  await until(jobs, second, ['running', 'completed'])
  await jobs.resume(alice, first)
  const ended = await until(jobs, third, ['completed'])
  t.ok((await jobs.get(alice, first)).progress.done < 20, 'it did not continue before')
  const end = await until(jobs, first, ['completed'])
  t.ok((end.finished_at ?? '') > (ended.finished_at ?? ''))
  t.equal(seen.most, 1)
})

test('a job that is cancelled or paused while it queues leaves the queue', async t => {
  const { action } = slowAction(100)
  const fixture = await startBulk(t, [action])
  const { jobs } = fixture
  const [first = '', second = '', third = '', fourth = ''] = await confirmed(fixture, action, [30, 1, 1, 1])
  for (const id of [third, fourth]) await until(jobs, id, job => job.reason === 'concurrency_limit')
  t.match(await jobs.cancel(alice, second), { status: 'cancelled', reason: null, error: null })
  t.match(await jobs.pause(alice, third), { status: 'paused', reason: 'asked' })
  t.same(await fixture.redis.client().zrange(slotKeysOf('alice').line, '0', '-1'), [fourth])
  await until(jobs, fourth, ['completed'])
  t.match(await jobs.get(alice, third), { status: 'paused' })
  await jobs.resume(alice, third)
  for (const id of [first, third]) await until(jobs, id, ['completed'])
  // Free slots leave no entries.
  for (const key of Object.values(slotKeysOf('alice')))
    await waitUntil(async () => (await fixture.redis.client().exists(key)) === 0, `${key} is removed`)
})

test('a slot that a crash left to a finished job is free for the next', async t => {
  const { action } = slowAction(1)
  const fixture = await startBulk(t, [action])
  const client = fixture.redis.client()
  const [over = ''] = await confirmed(fixture, action, [1])
  await until(fixture.jobs, over, ['completed'])
  const { holders, accounts } = slotKeysOf('alice')
  const forgotten = newJobId()
  await client.hset(holders, over, 'token', forgotten, 'token')
  await client.hset(accounts, over, 'shelf', forgotten, 'shelf')
  const [next = ''] = await confirmed(fixture, action, [1])
  await until(fixture.jobs, next, ['completed'])
  await waitUntil(async () => (await client.exists(holders)) === 0, 'the slot is free')
})

test('a job that got a slot from a process that died before waking it is woken by the reconciler', async t => {
  const { action } = slowAction(100)
  const fixture = await startBulk(t, [action])
  const client = fixture.redis.client()
  const [first = '', second = ''] = await confirmed(fixture, action, [30, 1])
  await until(fixture.jobs, second, job => job.reason === 'concurrency_limit')
  const { holders, line } = slotKeysOf('alice')
  await fixture.jobs.pause(alice, first)
  await client.multi().hdel(holders, first).zrem(line, second).hset(holders, second, 'token').exec()
  await until(fixture.jobs, second, ['completed'])
  // And one that the queue does not know.
  await fixture.jobs.resume(alice, first)
  const [third = ''] = await confirmed(fixture, action, [1])
  await until(fixture.jobs, third, job => job.reason === 'concurrency_limit')
  await client.zrem(line, third)
  await fixture.jobs.cancel(alice, first)
  await until(fixture.jobs, third, ['completed'])
})

test('whatever happens to many jobs in the meantime, no two write to the account at once, and none is lost', {
  timeout: 300_000
}, async t => {
  const { action, seen } = slowAction(5)
  const fixture = await startBulk(t, [action], { settings: { turn_ms: 50 } })
  fixture.startWorker()
  const { jobs } = fixture
  const second = fixture.secondJobs()
  const ids = await confirmed(
    fixture,
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
  const client = fixture.redis.client()
  await waitUntil(async () => (await client.exists(slotKeysOf('alice').holders)) === 0, 'all slots are free')
  t.equal(await client.zcard(LIVE_JOBS), 0)
  t.equal(await client.hget(jobKey(ids[0] ?? '', 'meta'), 'account'), 'shelf')
})
