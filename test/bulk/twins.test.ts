import { test } from 'tap'
import { newJobId } from '../../src/bulk/id.ts'
import { jobKey, jobsOf, LIVE_JOBS } from '../../src/bulk/keys.ts'
import { enterWhereRoom } from '../../src/bulk/room.ts'
import { runScript } from '../../src/bulk/scripts/run.ts'
import { BULK_DEFAULTS } from '../../src/bulk/settings.ts'
import type { RedisClient } from '../../src/lib/redis/connect.ts'
import { alice, refusal, runToEnd, shelfAction, startBulk, until } from '../helpers/bulk.ts'
import { resending } from '../helpers/resending.ts'

const { signal } = new AbortController()
const wish = { outcomes: ['failed' as const], acknowledge_unknown: false }
const FULL = ['x1', 'x2', 'x3', 'x4'].flatMap(id => [Date.now(), id])

/** A job whose items all failed, and gateways of which the first is held, until it is let go, just before it writes the job of a retry. */
async function house(t: Parameters<typeof startBulk>[0], settings = {}) {
  const action = shelfAction({
    executeBatch: async function* (items) {
      for (const { id } of items) yield { item_id: id, outcome: 'failed' }
    }
  })
  const [comes, goes] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let writes = 0
  const through = (client: RedisClient): RedisClient => {
    const name: string = 'evalsha'
    const send: (...words: unknown[]) => Promise<unknown> = Reflect.get(client, name).bind(client)
    Reflect.set(client, name, async (...words: unknown[]) => {
      if (words.includes('follows') && writes++ === 0) {
        comes.resolve()
        await goes.promise
      }
      return await send(...words)
    })
    return client
  }
  const bulk = await startBulk(t, [action], { through, settings })
  const parent = await runToEnd(bulk.jobs, bulk.request(action, { options: { dry_run: false, max_items: 50, on_failure: 'ignore' } }))
  const client = bulk.redis.client()
  const claims = async (): Promise<Record<string, string>> => JSON.parse((await client.hget(jobKey(parent.id, 'meta'), 'claims')) ?? '{}')
  const held = async () => {
    const first = bulk.jobs.retry(alice, parent.id, wish, signal).catch((error: unknown) => error)
    await comes.promise
    return { first, id: (await claims())['f']?.split(':')[0] ?? '' }
  }
  return { ...bulk, client, action, parent, claims, held, letGo: goes.resolve }
}

test('a gateway that comes to write a retry when its items were given to another: that job does nothing', async t => {
  const { jobs, secondJobs, client, parent, claims, held, letGo } = await house(t)
  const { id } = await held()
  const minutesAgo = Object.fromEntries(Object.keys(await claims()).map(byte => [byte, `${id}:${Date.now() - 120_000}`]))
  await client.hset(jobKey(parent.id, 'meta'), 'claims', JSON.stringify(minutesAgo))
  const { job } = await secondJobs().retry(alice, parent.id, wish, signal)
  t.not(job.id, id)
  letGo()
  t.match(await until(jobs, id, ['failed']), { reason: 'follow_up_exists', progress: { done: 0 } })
  t.match(await until(jobs, job.id, ['awaiting_confirmation']), { preview: { total: { value: 10 } } })
  t.same(await claims(), { f: job.id }, 'which has said that it is there')
})

test('what is there has its items for good, however late it is', async t => {
  const { jobs, client, parent, held, letGo } = await house(t)
  letGo()
  const { id } = await held()
  await until(jobs, id, ['awaiting_confirmation'])
  t.same(await runScript(client, 'adopt', parent.id, [newJobId(), 'f', 'f', '', id, '']), ['exists', id])
})

test('a gateway whose clock is an hour ahead takes no items from a job that is being made', async t => {
  const { secondJobs, held, letGo } = await house(t)
  const { id } = await held()
  const [other, now] = [secondJobs(), Date.now]
  Date.now = () => now() + 3_600_000
  t.teardown(() => Object.assign(Date, { now }))
  const { job } = await other.retry(alice, (await other.list(alice, { limit: 5 })).items.at(-1)?.id ?? '', wish, signal)
  Date.now = now
  t.equal(job.id, id, 'it makes that very job')
  letGo()
})

test('of two attempts at the same retry one finds no room: neither makes it, and the next call does', async t => {
  const { jobs, secondJobs, client, parent, claims, held, letGo } = await house(t, { kept_per_key: 3 })
  const { first, id } = await held()
  await client.zadd(jobsOf('alice'), ...FULL)
  await t.rejects(secondJobs().retry(alice, parent.id, wish, signal), refusal('rate_limit_exceeded', { message: /that are kept/ }))
  letGo()
  t.match(await first, { name: 'OperationError' })
  t.equal(await client.exists(jobKey(id, 'meta')), 0)
  t.equal(await client.zscore(LIVE_JOBS, id), null)
  t.same(await claims(), {})
  await client.zrem(jobsOf('alice'), 'x1', 'x2', 'x3', 'x4')
  t.match((await jobs.retry(alice, parent.id, wish, signal)).job, { status: 'awaiting_confirmation', preview: { total: { value: 10 } } })
})

test('a job that one attempt has made stays in the lists, and has its items, where another finds no room for it', async t => {
  const { jobs, client, parent, held, letGo } = await house(t)
  letGo()
  const { id } = await held()
  await until(jobs, id, ['awaiting_confirmation'])
  await enterWhereRoom(client, { id, key: 'alice' }, { ...BULK_DEFAULTS, kept_per_key: 1 })
  t.ok(await client.zscore(LIVE_JOBS, id))
  t.same((await jobs.get(alice, parent.id)).child_ids, [id])
})

test('a call that found no room is made by the same call, under its key, once there is room', async t => {
  const { jobs, request, action } = await house(t, { open_per_key: 1 })
  const first = await jobs.create(request(action))
  const again = request(action, { once: 'alice and a key' })
  await t.rejects(jobs.create(again), refusal('rate_limit_exceeded'))
  await jobs.cancel(alice, first.id)
  const { id } = await jobs.create(again)
  t.equal((await jobs.create(again)).id, id)
})

test('where every script of a gateway is sent again after a lost answer, jobs are made, done once, retried and deleted, and nothing is mis-told', async t => {
  const done: string[] = []
  const action = shelfAction({
    idempotent: false,
    max_batch: 1,
    concurrency: 3,
    executeBatch: async function* ([item]) {
      if (!item) return
      done.push(item.id)
      yield { item_id: item.id, outcome: item.id === 'item-7' ? 'failed' : 'succeeded' }
    }
  })
  const { jobs, request } = await startBulk(t, [action], { through: resending })
  const parent = await runToEnd(jobs, request(action, { input: { many: 40 } }))
  t.match(parent, { status: 'completed', progress: { succeeded: 39, failed: 1, unknown: 0 } })
  t.equal(done.length, 40)
  t.equal(new Set(done).size, 40)

  const { job, fresh } = await jobs.retry(alice, parent.id, { outcomes: ['failed'], acknowledge_unknown: false }, signal)
  t.ok(fresh, 'it was made by this very call')
  t.notOk((await jobs.retry(alice, parent.id, { outcomes: ['failed'], acknowledge_unknown: false }, signal)).fresh)
  t.equal((await until(jobs, job.id, ['awaiting_confirmation'])).preview?.total.value, 1)

  await jobs.delete(alice, job.id)
  await jobs.delete(alice, parent.id)
  await t.rejects(jobs.get(alice, parent.id), refusal('job_expired', { status: 410 }))
})
