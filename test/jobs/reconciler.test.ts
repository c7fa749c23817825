import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Queue } from 'bullmq'
import { test } from 'tap'
import { newJobId } from '../../src/jobs/model/job-id.ts'
import { readHostId } from '../../src/jobs/scheduling/hosts.ts'
import { ALL_JOBS, jobKey, jobsOf, LIVE_JOBS, leaderKey, slotKeysOf } from '../../src/jobs/store/keys.ts'
import { alice, root, startBulk, succeeded, testAdapter, until } from '../helpers/bulk.ts'
import { waitUntil } from '../helpers/wait-until.ts'

test('a lost turn is queued again', async t => {
  const action = testAdapter()
  const fixture = await startBulk(t, [action], { worker: false, settings: { preview_wait_ms: 1 } })
  const { jobs, request, redis, startWorker } = fixture
  const made = await jobs.create(request(action))
  const client = redis.client()
  const queue = new Queue('jobs', { connection: client, prefix: '{tg}' })
  t.teardown(() => queue.close())
  await queue.obliterate({ force: true })
  startWorker()
  const offered = await until(jobs, made.id, ['awaiting_confirmation'])
  await jobs.confirm(alice, made.id, offered.confirm_token ?? '')
  await until(jobs, made.id, ['completed'])
  await waitUntil(async () => Object.values(await queue.getJobCounts()).every(many => many === 0), 'the queue is empty')
  t.same(await queue.getJobCounts(), { active: 0, completed: 0, delayed: 0, failed: 0, prioritized: 0, waiting: 0, 'waiting-children': 0 })
  t.equal(await client.zscore(LIVE_JOBS, made.id), null, 'a finished job is no longer maintained')
})

test('BullMQ gets only the id of a job (pitfall 14)', async t => {
  const action = testAdapter()
  const { jobs, request, redis } = await startBulk(t, [action], { worker: false, settings: { preview_wait_ms: 1 } })
  const made = await jobs.create(request(action, { input: { many: 3, secret: 'hidden' } }))
  const queue = new Queue('jobs', { connection: redis.client(), prefix: '{tg}' })
  t.teardown(() => queue.close())
  t.match(await queue.getWaiting(), [{ id: `op-${made.id}-1`, data: { id: made.id } }])
})

test('an entry without a job is dropped, but not while the job may still be written', async t => {
  const { redis } = await startBulk(t, [])
  const client = redis.client()
  const [old, fresh] = [newJobId(), newJobId()]
  await client.zadd(LIVE_JOBS, Date.now() - 120_000, old, Date.now(), fresh)
  await waitUntil(async () => (await client.zscore(LIVE_JOBS, old)) === null, 'the old entry is removed')
  t.ok(await client.zscore(LIVE_JOBS, fresh))
})

test('a closing worker returns its job after the running calls, and another continues (pitfall 7)', async t => {
  const done: string[] = []
  const action = testAdapter({
    idempotent: false,
    max_batch: 1,
    executeBatch: async function* (items) {
      for (const item of items) {
        await sleep(30)
        done.push(item.id)
        yield succeeded(item)
      }
    }
  })
  const { jobs, request, startWorker } = await startBulk(t, [action], { worker: false, settings: { turn_ms: 60_000, preview_wait_ms: 1 } })
  const first = startWorker()
  const made = await jobs.create(request(action, { input: { many: 40 } }))
  const offered = await until(jobs, made.id, ['awaiting_confirmation'])
  await jobs.confirm(alice, made.id, offered.confirm_token ?? '')
  await until(jobs, made.id, job => job.progress.done > 3)
  const before = done.length
  await first.close()
  t.ok(done.length - before <= 1, 'it waits for one call')
  t.match(await jobs.get(alice, made.id), { status: 'running', progress: { unknown: 0 } })
  startWorker()
  t.match(await until(jobs, made.id, ['completed']), { progress: { succeeded: 40, unknown: 0 } })
  t.equal(new Set(done).size, done.length)
})

test('jobs take turns: one of a hundred thousand items delays that of another key by one or two turns', async t => {
  const action = testAdapter({
    max_batch: 1,
    executeBatch: async function* (items) {
      await sleep(2)
      for (const item of items) yield succeeded(item)
    }
  })
  const { jobs, request, redis } = await startBulk(t, [action], { settings: { turns_at_once: 1, turn_ms: 200, preview_wait_ms: 20_000 } })
  const large = await jobs.create(request(action, { input: { many: 100_000 } }))
  const small = await jobs.create(request(action, { input: { many: 10 }, caller: root }))
  await jobs.confirm(alice, large.id, large.confirm_token ?? '')
  await until(jobs, large.id, job => job.progress.done > 0)
  const epoch = async () => Number(await redis.client().hget(jobKey(large.id, 'meta'), 'epoch'))
  const before = await epoch()
  await jobs.confirm(root, small.id, small.confirm_token ?? '')
  await until(jobs, small.id, ['completed'], root)
  t.ok((await epoch()) - before <= 2, 'the large one had at most two turns in the meantime')
  t.equal((await jobs.get(alice, large.id)).status, 'running')
  await jobs.cancel(alice, large.id)
})

test('a job of a system that acts on its host runs only on that host', async t => {
  const action = testAdapter()
  const local = { ...action, tool: { ...action.tool, local: true } }
  const { jobs, request, redis } = await startBulk(t, [local])
  const queue = new Queue('host-h1', { connection: redis.client(), prefix: '{tg}' })
  t.teardown(() => queue.close())
  const made = await jobs.create(request(local))
  t.equal(made.status, 'awaiting_confirmation')
  t.equal(await redis.client().hget(`tg:{job:${made.id}}:meta`, 'queue'), 'host-h1')
})

test('a job of a lost host stops, frees its slot, reports why, and continues once the host is back', async t => {
  const action = testAdapter({
    max_batch: 1,
    executeBatch: async function* (items) {
      await sleep(20)
      for (const item of items) yield succeeded(item)
    }
  })
  const local = { ...action, tool: { ...action.tool, local: true } }
  const settings = { host_gone_ms: 1_000, reconcile_ms: 300, preview_wait_ms: 1 }
  const { jobs, request, redis, startWorker } = await startBulk(t, [local], { worker: false, settings })
  const host = startWorker()
  const made = await jobs.create(request(local, { input: { many: 100 } }))
  const { confirm_token } = await until(jobs, made.id, ['awaiting_confirmation'])
  await jobs.confirm(alice, made.id, confirm_token ?? '')
  await until(jobs, made.id, ({ progress }) => progress.done > 2)
  await host.close()
  const listing = await jobs.create(request(local))
  startWorker({}, 'another-host')
  t.match(await until(jobs, made.id, ['paused']), { reason: 'host_gone', error: { reason: 'host_gone', message: /Resume the job once/ } })
  const client = redis.client()
  await waitUntil(async () => (await client.exists(slotKeysOf('alice').holders)) === 0, 'the slot is free')
  t.match(
    await until(jobs, listing.id, ['failed']),
    { reason: 'host_gone', progress: { done: 0 } },
    'one that was still listing its items ends'
  )

  startWorker()
  await sleep(50)
  await jobs.resume(alice, made.id)
  t.match(await until(jobs, made.id, ['completed']), { progress: { succeeded: 100 } })
})

test('one of several workers reconciles at a time', async t => {
  const { redis, startWorker } = await startBulk(t, [], { worker: false, settings: { reconcile_ms: 60_000 } })
  const client = redis.client()
  const old = newJobId()
  await client.zadd(LIVE_JOBS, Date.now() - 120_000, old)
  await client.set(leaderKey('reconcile'), 'another', 'PX', 60_000)
  startWorker()
  await sleep(300)
  t.ok(await client.zscore(LIVE_JOBS, old), 'another one does it')
  await client.del(leaderKey('reconcile'))
  startWorker()
  await waitUntil(async () => (await client.zscore(LIVE_JOBS, old)) === null, 'the old entry is removed')
  const left = await client.pttl(leaderKey('reconcile'))
  t.ok(left > 40_000 && left < 60_000, `the lease is valid for ${left} ms`)
})

test('one pass checks every job, however many there are', async t => {
  const { redis, startWorker } = await startBulk(t, [], { worker: false })
  const client = redis.client()
  const [old, fresh] = [Array.from({ length: 350 }, newJobId), Array.from({ length: 150 }, newJobId)]
  for (const id of old) await client.zadd(LIVE_JOBS, Date.now() - 120_000, id)
  for (const id of fresh) await client.zadd(LIVE_JOBS, Date.now(), id)
  startWorker()
  await waitUntil(async () => (await client.zcard(LIVE_JOBS)) <= fresh.length, 'the old entries are removed')
  t.same((await client.zrange(LIVE_JOBS, '0', '-1')).toSorted(), fresh.toSorted())
})

test('the id of a host is created once, even if several processes start at the same time', async t => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tg-host-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const data = path.join(folder, 'data')
  const ids = await Promise.all(Array.from({ length: 8 }, () => readHostId(data)))
  t.equal(new Set(ids).size, 1)
  t.equal(await readHostId(data), ids[0])
  t.same(JSON.parse(await readFile(path.join(data, 'host.json'), 'utf8')), { id: ids[0] })
})

test('the lists of jobs drop expired jobs, even if no one lists them', async t => {
  const { redis, jobs, request } = await startBulk(t, [testAdapter()])
  const client = redis.client()
  const [old, fresh] = [newJobId(), newJobId()]
  const made = await jobs.create(request(testAdapter()))
  await client.set(jobKey(old, 'tombstone'), 'alice')
  for (const key of [ALL_JOBS, jobsOf('alice')]) await client.zadd(key, Date.now() - 120_000, old, Date.now(), fresh)
  await client.zadd(ALL_JOBS, Date.now() - 120_000, made.id)
  await waitUntil(async () => (await client.zscore(ALL_JOBS, old)) === null, 'the expired job is removed')
  t.equal(await client.zscore(jobsOf('alice'), old), null)
  t.ok(await client.zscore(ALL_JOBS, fresh), 'a job that is being written is kept')
  t.ok(await client.zscore(ALL_JOBS, made.id))
  t.ok((await client.ttl(jobsOf('alice'))) > 0, 'the list of an unused key expires')
})

test('a turn that comes early is delayed by at least a tenth of a second, whatever the clocks show', async t => {
  const action = testAdapter()
  const { jobs, request, redis, startWorker } = await startBulk(t, [action], { worker: false, settings: { preview_wait_ms: 1 } })
  const made = await jobs.create(request(action))
  const client = redis.client()
  await client.hset(jobKey(made.id, 'meta'), { status: 'waiting', waiting_until: String(Date.now() + 500) })
  const now = Date.now
  t.teardown(() => {
    Date.now = now
  })
  Date.now = () => now() + 60_000 // this host is a minute ahead
  await client.config('RESETSTAT')
  startWorker()
  const since = performance.now()
  await sleep(450)
  const calls = /cmdstat_moveToDelayed|cmdstat_evalsha:calls=(\d+)/.exec(await client.info('commandstats'))?.[1]
  const half_seconds = Math.max(1, (performance.now() - since) / 500)
  t.ok(Number(calls) < 100 * half_seconds, `${calls} scripts in ${half_seconds} half seconds`)
})
