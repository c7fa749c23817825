import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { jobKey } from '../../src/jobs/store/keys.ts'
import type { RedisClient } from '../../src/lib/redis/connect.ts'
import { alice, refusal, root, runToEnd, startBulk, testAdapter, until } from '../helpers/bulk.ts'

const { signal } = new AbortController()

/** Every key of a job, whichever code wrote it, and its time to live in seconds; -1: none. */
async function keysOf(redis: RedisClient, id: string): Promise<Record<string, number>> {
  const keys: string[] = []
  let cursor = '0'
  do {
    const [next, found] = await redis.scan(cursor, 'MATCH', `*${id}*`, 'COUNT', 1000)
    keys.push(...found)
    cursor = next
  } while (cursor !== '0')
  return Object.fromEntries(await Promise.all(keys.map(async key => [key.replace(`tg:{job:${id}}:`, ''), await redis.ttl(key)] as const)))
}

/** The keys of a deleted job, once no worker holds a turn that BullMQ queued before the deletion. */
async function keysInTheEnd(redis: RedisClient, id: string): Promise<string[]> {
  for (const until = Date.now() + 60_000; ; await sleep(20)) {
    const keys = Object.keys(await keysOf(redis, id))
    if (keys.length === 1 || Date.now() > until) return keys
  }
}

/** An action that writes to every key of a job. */
const thorough = () =>
  testAdapter({
    keeps_data: true,
    executeBatch: async function* (items) {
      for (const { id } of items)
        yield id === 'item-1' ? { item_id: id, outcome: 'failed' } : { item_id: id, outcome: 'succeeded', data: { id }, before: id }
    },
    undo: {
      idempotent: true,
      executeBatch: async function* (items) {
        for (const { id } of items) yield { item_id: id, outcome: 'succeeded' }
      }
    }
  })

test('every key of a finished job expires by itself', async t => {
  const action = thorough()
  const { jobs, request, redis } = await startBulk(t, [action])
  const parent = await runToEnd(jobs, request(action))
  const { job } = await jobs.undo(alice, parent.id, signal)
  await jobs.confirm(alice, job.id, job.confirm_token ?? '')
  await until(jobs, job.id, ['completed'])
  const cancelled = await jobs.create(request(action, { ids: ['a', 'b'] }))
  await jobs.cancel(alice, cancelled.id)
  for (const id of [parent.id, job.id, cancelled.id]) {
    const keys = await keysOf(redis.client(), id)
    t.ok(Object.keys(keys).length >= 5, Object.keys(keys).join(', '))
    for (const [key, left] of Object.entries(keys)) t.ok(left > 0, `${key} expires in ${left} s`)
  }
})

test('a deleted job leaves only a tombstone', async t => {
  const action = thorough()
  const { jobs, request, redis } = await startBulk(t, [action])
  const ended = await runToEnd(jobs, request(action))
  const offered = await jobs.create(request(action, { ids: ['a', 'b'] }))
  for (const { id, links } of [ended, offered]) {
    t.equal(links.delete, links.self)
    await jobs.delete(alice, id)
    const { tombstone, ...rest } = await keysOf(redis.client(), id)
    t.ok(Number(tombstone) > 0)
    t.same(rest, {})
    const attempts: (() => Promise<unknown>)[] = [
      () => jobs.get(alice, id),
      () => jobs.delete(alice, id),
      () => jobs.items(alice, id, { limit: 5 }),
      () => jobs.cancel(alice, id)
    ]
    for (const attempt of attempts) {
      await t.rejects(async () => void (await attempt()), refusal('job_expired', { status: 410 }))
    }
    await t.rejects(jobs.confirm(alice, id, offered.confirm_token ?? ''), refusal('job_expired'))
  }
  for (const caller of [alice, root]) t.same((await jobs.list(caller, { limit: 10 })).items, [])
})

test('a running job is not deleted', async t => {
  const action = testAdapter({ nextBatch: async () => ({ items: [], next: String(Math.random()) }) })
  const { jobs, request } = await startBulk(t, [action], { settings: { preview_wait_ms: 1 } })
  const { id, links } = await jobs.create(request(action))
  t.equal(links.delete, undefined)
  await t.rejects(
    jobs.delete(alice, id),
    refusal('illegal_transition', { status: 409, details: { current: 'snapshotting', suggestions: [/jobs_cancel/] } })
  )
  await jobs.cancel(alice, id)
  await jobs.delete(alice, id)
})

test('one of a concurrent confirmation and deletion wins, and the job is whole or gone', async t => {
  const action = testAdapter()
  const { jobs, request, redis } = await startBulk(t, [action])
  for (let round = 0; round < 10; round++) {
    const { id, confirm_token } = await jobs.create(request(action))
    const [confirmed, deleted] = await Promise.allSettled([jobs.confirm(alice, id, confirm_token ?? ''), jobs.delete(alice, id)])
    if (confirmed.status === 'fulfilled' && deleted.status === 'rejected') await until(jobs, id, ['completed'])
    else t.same(await keysInTheEnd(redis.client(), id), ['tombstone'], `round ${round}`)
  }
})

test('a deleted retry that executed nothing returns its items; one that executed keeps them', async t => {
  const action = thorough()
  const { jobs, request, redis } = await startBulk(t, [action])
  const parent = await runToEnd(jobs, request(action))
  const wish = { outcomes: ['failed' as const], acknowledge_unknown: false }
  const first = (await jobs.retry(alice, parent.id, wish, signal)).job
  await jobs.delete(alice, first.id)
  t.same((await jobs.get(alice, parent.id)).child_ids, [])
  const second = (await jobs.retry(alice, parent.id, wish, signal)).job
  t.not(second.id, first.id)
  await jobs.confirm(alice, second.id, second.confirm_token ?? '')
  await until(jobs, second.id, ['completed'])
  await jobs.delete(alice, second.id)
  await t.rejects(jobs.retry(alice, parent.id, wish, signal), refusal('job_expired', { message: new RegExp(second.id) }))
  t.equal(await redis.client().exists(jobKey(second.id, 'meta')), 0)
})
