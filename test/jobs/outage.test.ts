import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import type { BulkAdapter } from '../../src/contract/bulk.ts'
import { jobKey } from '../../src/jobs/store/keys.ts'
import { alice, pageOf, refusal, startBulk, succeeded, testAdapter, until } from '../helpers/bulk.ts'
import { setUp } from '../helpers/bulk-crash.ts'
import { listingStorm, storm } from '../helpers/bulk-storm.ts'
import { waitUntil } from '../helpers/wait-until.ts'

test('after Redis was killed and restarted the job continues by itself, and nothing is executed twice', t =>
  storm(t, { items: 400, redisKills: 2 }))

test('callers get a prompt error while Redis is unavailable', async t => {
  const { jobs, id, redis } = await setUp(t, 'once', 10)
  await redis.kill9()
  const started = performance.now()
  await t.rejects(jobs.get(alice, id), { name: 'OperationError', reason: 'redis_unavailable', status: 503 })
  t.ok(performance.now() - started < 60_000)
})

test('results are kept until Redis accepts writes again: nothing is unknown, and no call is aborted', async t => {
  const signals: AbortSignal[] = []
  const answers = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const action = testAdapter({
    idempotent: false,
    max_batch: 1,
    concurrency: 2,
    executeBatch: async function* ([item], _action, { signal }) {
      const answer = answers[signals.push(signal) - 1]
      await answer?.promise
      if (item) yield succeeded(item)
    }
  })
  const { jobs, request, redis } = await startBulk(t, [action], { settings: { lock_ms: 60_000 } })
  const made = await jobs.create(request(action, { input: { many: 4 } }))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  await waitUntil(() => signals.length >= 2, 'two calls run')
  const client = redis.client()
  await client.config('SET', 'maxmemory', '1')
  answers[0]?.resolve()
  await waitUntil(async () => /errorstat_OOM/.test(await client.info('errorstats')), 'Redis refuses a write')
  await sleep(100)
  t.notOk(signals[1]?.aborted)
  await client.config('SET', 'maxmemory', '0')
  for (const answer of answers) answer.resolve()
  t.match(await until(jobs, made.id, ['completed']), { progress: { succeeded: 4, unknown: 0, failed: 0 } })
  t.equal(signals.length, 4)
})

test('a listing loses no page and adds none twice if its worker is killed or frozen and Redis is killed', async t => {
  await listingStorm(t, { items: 6_000, kills: 1, freezes: 1, redisKills: 1 })
})

test('if Redis restarts without the last page of a listing, that page is listed again, and the preview shows the stored items', async t => {
  const actions: BulkAdapter[] = []
  const settings = { preview_wait_ms: 1, list_timeout_ms: 20_000, turn_ms: 60_000, lock_ms: 20_000 }
  const { jobs, request, redis, startWorker } = await startBulk(t, actions, { worker: false, settings })
  const client = redis.client()
  const many = 20

  /** A listing in pages of five. After some pages, Redis is killed at `killedAt`, and the writes since then are lost. */
  async function listingOver(name: string, forgotten: number, killedAt: number): Promise<string[]> {
    const made = Promise.withResolvers<string>()
    let killed = false
    const untilKept = async (pages: number): Promise<void> => {
      await waitUntil(
        async () => Number(await client.hget(jobKey(await made.promise, 'meta'), 'page')) >= pages,
        `${pages} pages are stored`
      )
    }
    const pass = async (page: number): Promise<void> => {
      if (killed) return
      await untilKept(page)
      if (page === forgotten) await client.config('SET', 'appendonly', 'no')
      if (page !== killedAt) return
      killed = true
      await redis.restart()
      t.equal(Number(await client.hget(jobKey(await made.promise, 'meta'), 'page')), forgotten, 'pages that Redis restarted with')
    }
    const action = testAdapter({
      name,
      page_size: 5,
      nextBatch: async (query, at) => {
        await pass(at.offset / 5)
        return pageOf(query, at)
      },
      describe: async items => {
        await pass(many / 5)
        return items
      }
    })
    actions.push(action)
    const { id } = await jobs.create(request(action, { input: { many } }))
    made.resolve(id)
    const { preview, confirm_token } = await until(jobs, id, ['awaiting_confirmation'])
    t.match(preview, { total: { value: many, relation: 'eq' } })
    await jobs.confirm(alice, id, confirm_token ?? '')
    t.match(await until(jobs, id, ['completed']), { progress: { succeeded: many } })
    return await client.lrange(jobKey(id, 'ids'), 0, -1)
  }

  startWorker()
  const all = Array.from({ length: many }, (_, n) => `item-${n}`)
  t.same(await listingOver('within', 2, 3), all, 'while the next page is fetched')
  t.same(await listingOver('at_its_end', 3, 4), all, 'after the last page')
})

test('while Redis is unavailable or hangs, every call returns an error soon; after that, everything continues', async t => {
  const action = testAdapter()
  const { jobs, request, redis } = await startBulk(t, [action])
  const made = await jobs.create(request(action))
  const calls: Record<string, () => Promise<unknown>> = {
    create: () => jobs.create(request(action)),
    get: () => jobs.get(alice, made.id),
    poll: () => jobs.get(alice, made.id, { wait: 30 }),
    list: () => jobs.list(alice, { limit: 5 }),
    confirm: () => jobs.confirm(alice, made.id, 'ct_x'),
    cancel: () => jobs.cancel(alice, made.id),
    items: () => jobs.items(alice, made.id, { limit: 5 })
  }
  async function allRefuse(how: string): Promise<void> {
    await Promise.all(
      Object.entries(calls).map(async ([name, call]) => {
        const started = performance.now()
        await t.rejects(
          call(),
          refusal('redis_unavailable', { status: 503, details: { retry_after_ms: Number } }),
          `${name} while it is ${how}`
        )
        t.ok(performance.now() - started < 60_000, `${name} without waiting for Redis`)
      })
    )
  }
  redis.freeze()
  await allRefuse('frozen')
  redis.thaw()
  t.equal((await until(jobs, made.id, ['awaiting_confirmation'])).id, made.id)
  await redis.kill9()
  await allRefuse('gone')
  await redis.restart()
  await until(jobs, made.id, ['awaiting_confirmation'])
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  t.match(await until(jobs, made.id, ['completed']), { progress: { succeeded: 10 } })
})
