import { test } from 'tap'
import { newJobId } from '../../src/jobs/model/job-id.ts'
import { JOB_DEFAULTS } from '../../src/jobs/settings.ts'
import { jobKey, jobsOf, LIVE_JOBS } from '../../src/jobs/store/keys.ts'
import { runJobCommand } from '../../src/jobs/store/lua/commands.ts'
import { addWithinQuota } from '../../src/jobs/store/quota.ts'
import type { RedisClient } from '../../src/lib/redis/connect.ts'
import { alice, refusal, runToEnd, startBulk, testAdapter, until } from '../helpers/bulk.ts'
import { interceptCommands, resending } from '../helpers/intercept-commands.ts'

const { signal } = new AbortController()
const wish = { outcomes: ['failed' as const], acknowledge_unknown: false }
const FULL = ['x1', 'x2', 'x3', 'x4'].flatMap(id => [Date.now(), id])

/** A job whose items all failed, and two gateways. The first is blocked just before it writes the job of a retry, until it is released. */
async function setUp(t: Parameters<typeof startBulk>[0], settings = {}) {
  const action = testAdapter({
    executeBatch: async function* (items) {
      for (const { id } of items) yield { item_id: id, outcome: 'failed' }
    }
  })
  const [comes, goes] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let writes = 0
  const through = (client: RedisClient): RedisClient =>
    interceptCommands(client, async (send, args) => {
      if (args.includes('follows') && writes++ === 0) {
        comes.resolve()
        await goes.promise
      }
      return await send(...args)
    })
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

test('a retry does nothing if its items were given to another job before its gateway wrote it', async t => {
  const { jobs, secondJobs, client, parent, claims, held, letGo } = await setUp(t)
  const { id } = await held()
  const minutesAgo = Object.fromEntries(Object.keys(await claims()).map(byte => [byte, `${id}:${Date.now() - 120_000}`]))
  await client.hset(jobKey(parent.id, 'meta'), 'claims', JSON.stringify(minutesAgo))
  const { job } = await secondJobs().retry(alice, parent.id, wish, signal)
  t.not(job.id, id)
  letGo()
  t.match(await until(jobs, id, ['failed']), { reason: 'follow_up_exists', progress: { done: 0 } })
  t.match(await until(jobs, job.id, ['awaiting_confirmation']), { preview: { total: { value: 10 } } })
  t.same(await claims(), { f: job.id }, 'which has reported that it exists')
})

test('an existing job keeps its items, however late it was written', async t => {
  const { jobs, client, parent, held, letGo } = await setUp(t)
  letGo()
  const { id } = await held()
  await until(jobs, id, ['awaiting_confirmation'])
  t.same(await runJobCommand(client, 'claimItems', parent.id, [newJobId(), 'f', 'f', '', id, '']), ['exists', id])
})

test('a gateway whose clock is an hour ahead takes no items from a job that is being created', async t => {
  const { secondJobs, held, letGo } = await setUp(t)
  const { id } = await held()
  const [other, now] = [secondJobs(), Date.now]
  Date.now = () => now() + 3_600_000
  t.teardown(() => Object.assign(Date, { now }))
  const { job } = await other.retry(alice, (await other.list(alice, { limit: 5 })).items.at(-1)?.id ?? '', wish, signal)
  Date.now = now
  t.equal(job.id, id, 'it creates that very job')
  letGo()
})

test('if one of two attempts at the same retry exceeds the quota, neither creates it and the next call does', async t => {
  const { jobs, secondJobs, client, parent, claims, held, letGo } = await setUp(t, { kept_per_key: 3 })
  const { first, id } = await held()
  await client.zadd(jobsOf('alice'), ...FULL)
  await t.rejects(secondJobs().retry(alice, parent.id, wish, signal), refusal('rate_limit_exceeded', { message: /stored jobs/ }))
  letGo()
  t.match(await first, { name: 'OperationError' })
  t.equal(await client.exists(jobKey(id, 'meta')), 0)
  t.equal(await client.zscore(LIVE_JOBS, id), null)
  t.same(await claims(), {})
  await client.zrem(jobsOf('alice'), 'x1', 'x2', 'x3', 'x4')
  t.match((await jobs.retry(alice, parent.id, wish, signal)).job, { status: 'awaiting_confirmation', preview: { total: { value: 10 } } })
})

test('a job that one attempt created stays in the lists with its items if another attempt exceeds the quota', async t => {
  const { jobs, client, parent, held, letGo } = await setUp(t)
  letGo()
  const { id } = await held()
  await until(jobs, id, ['awaiting_confirmation'])
  await addWithinQuota(client, { id, key: 'alice' }, { ...JOB_DEFAULTS, kept_per_key: 1 })
  t.ok(await client.zscore(LIVE_JOBS, id))
  t.same((await jobs.get(alice, parent.id)).child_ids, [id])
})

test('a call that exceeded the quota succeeds when repeated with its key once there is room', async t => {
  const { jobs, request, action } = await setUp(t, { open_per_key: 1 })
  const first = await jobs.create(request(action))
  const again = request(action, { dedupeKey: 'alice and a key' })
  await t.rejects(jobs.create(again), refusal('rate_limit_exceeded'))
  await jobs.cancel(alice, first.id)
  const { id } = await jobs.create(again)
  t.equal((await jobs.create(again)).id, id)
})

test('if every script of a gateway is sent again after a lost reply, jobs are created, executed once, retried and deleted with correct reports', async t => {
  const done: string[] = []
  const action = testAdapter({
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
  t.ok(fresh, 'this call created it')
  t.notOk((await jobs.retry(alice, parent.id, { outcomes: ['failed'], acknowledge_unknown: false }, signal)).fresh)
  t.equal((await until(jobs, job.id, ['awaiting_confirmation'])).preview?.total.value, 1)

  await jobs.delete(alice, job.id)
  await jobs.delete(alice, parent.id)
  await t.rejects(jobs.get(alice, parent.id), refusal('job_expired', { status: 410 }))
})
