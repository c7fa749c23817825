import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Queue } from 'bullmq'
import { test } from 'tap'
import { readHostId } from '../../src/bulk/host.ts'
import { newJobId } from '../../src/bulk/id.ts'
import { ALL_JOBS, jobKey, jobsOf, LIVE_JOBS, placesOf, roundOf } from '../../src/bulk/keys.ts'
import { alice, root, shelfAction, startBulk, succeeded, until } from '../helpers/bulk.ts'

test('a turn that was lost is queued again', async t => {
  const action = shelfAction()
  const house = await startBulk(t, [action], { worker: false, settings: { preview_wait_ms: 1 } })
  const { jobs, request, redis, startWorker } = house
  const made = await jobs.create(request(action))
  const client = redis.client()
  const queue = new Queue('jobs', { connection: client, prefix: '{tg}' })
  t.teardown(() => queue.close())
  await queue.obliterate({ force: true })
  startWorker()
  const offered = await until(jobs, made.id, ['awaiting_confirmation'])
  await jobs.confirm(alice, made.id, offered.confirm_token ?? '')
  await until(jobs, made.id, ['completed'])
  await sleep(50)
  t.same(await queue.getJobCounts(), { active: 0, completed: 0, delayed: 0, failed: 0, prioritized: 0, waiting: 0, 'waiting-children': 0 })
  t.equal(await client.zscore(LIVE_JOBS, made.id), null, 'a job that has ended is no longer looked after')
})

test('BullMQ is told the id of a job and nothing more (pitfall 14)', async t => {
  const action = shelfAction()
  const { jobs, request, redis } = await startBulk(t, [action], { worker: false, settings: { preview_wait_ms: 1 } })
  const made = await jobs.create(request(action, { input: { many: 3, secret: 'hidden' } }))
  const queue = new Queue('jobs', { connection: redis.client(), prefix: '{tg}' })
  t.teardown(() => queue.close())
  t.match(await queue.getWaiting(), [{ id: `op-${made.id}-1`, data: { id: made.id } }])
})

test('an entry without a job is dropped, but not while the job may yet be written', async t => {
  const { redis } = await startBulk(t, [])
  const client = redis.client()
  const [old, fresh] = [newJobId(), newJobId()]
  await client.zadd(LIVE_JOBS, Date.now() - 120_000, old, Date.now(), fresh)
  while ((await client.zscore(LIVE_JOBS, old)) !== null) await sleep(20)
  t.ok(await client.zscore(LIVE_JOBS, fresh))
})

test('a worker that closes gives its job back within the calls under way, and another goes on (pitfall 7)', async t => {
  const done: string[] = []
  const action = shelfAction({
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

test('jobs take turns: one of a hundred thousand items delays that of another key by a turn or two', async t => {
  const action = shelfAction({
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
  t.ok((await epoch()) - before <= 2, 'the large one had two turns at most meanwhile')
  t.equal((await jobs.get(alice, large.id)).status, 'running')
  await jobs.cancel(alice, large.id)
})

test('a job of a system that acts on its host is taken by that host only', async t => {
  const action = shelfAction()
  const local = { ...action, tool: { ...action.tool, local: true } }
  const { jobs, request, redis } = await startBulk(t, [local])
  const queue = new Queue('host-h1', { connection: redis.client(), prefix: '{tg}' })
  t.teardown(() => queue.close())
  const made = await jobs.create(request(local))
  t.equal(made.status, 'awaiting_confirmation')
  t.equal(await redis.client().hget(`tg:{job:${made.id}}:meta`, 'queue'), 'host-h1')
})

test('a job of a host that is not heard of any more stops, leaves its place and says why, and goes on once the host is back', async t => {
  const action = shelfAction({
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
  while ((await client.exists(placesOf('alice').held)) === 1) await sleep(10)
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

test('of several workers one at a time looks after the jobs', async t => {
  const { redis, startWorker } = await startBulk(t, [], { worker: false, settings: { reconcile_ms: 60_000 } })
  const client = redis.client()
  const old = newJobId()
  await client.zadd(LIVE_JOBS, Date.now() - 120_000, old)
  await client.set(roundOf('reconcile'), 'another', 'PX', 60_000)
  startWorker()
  await sleep(300)
  t.ok(await client.zscore(LIVE_JOBS, old), 'another one is at it')
  await client.del(roundOf('reconcile'))
  startWorker()
  while ((await client.zscore(LIVE_JOBS, old)) !== null) await sleep(20)
  const left = await client.pttl(roundOf('reconcile'))
  t.ok(left > 40_000 && left < 60_000, `for ${left} ms nobody else need`)
})

test('a round looks at every job, however many there are', async t => {
  const { redis, startWorker } = await startBulk(t, [], { worker: false })
  const client = redis.client()
  const [old, fresh] = [Array.from({ length: 350 }, newJobId), Array.from({ length: 150 }, newJobId)]
  for (const id of old) await client.zadd(LIVE_JOBS, Date.now() - 120_000, id)
  for (const id of fresh) await client.zadd(LIVE_JOBS, Date.now(), id)
  startWorker()
  while ((await client.zcard(LIVE_JOBS)) > fresh.length) await sleep(20)
  t.same((await client.zrange(LIVE_JOBS, '0', '-1')).toSorted(), fresh.toSorted())
})

test('the id of a host is made once, also where several begin at the same time', async t => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tg-host-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const data = path.join(folder, 'data')
  const ids = await Promise.all(Array.from({ length: 8 }, () => readHostId(data)))
  t.equal(new Set(ids).size, 1)
  t.equal(await readHostId(data), ids[0])
  t.same(JSON.parse(await readFile(path.join(data, 'host.json'), 'utf8')), { id: ids[0] })
})

test('the lists of jobs forget what is forgotten, though nobody lists them', async t => {
  const { redis, jobs, request } = await startBulk(t, [shelfAction()])
  const client = redis.client()
  const [old, fresh] = [newJobId(), newJobId()]
  const made = await jobs.create(request(shelfAction()))
  await client.set(jobKey(old, 'stone'), 'alice')
  for (const key of [ALL_JOBS, jobsOf('alice')]) await client.zadd(key, Date.now() - 120_000, old, Date.now(), fresh)
  await client.zadd(ALL_JOBS, Date.now() - 120_000, made.id)
  while ((await client.zscore(ALL_JOBS, old)) !== null) await sleep(20)
  t.equal(await client.zscore(jobsOf('alice'), old), null)
  t.ok(await client.zscore(ALL_JOBS, fresh), 'a job that is being written is let be')
  t.ok(await client.zscore(ALL_JOBS, made.id))
  t.ok((await client.ttl(jobsOf('alice'))) > 0, 'the list of a key that is no longer used goes away')
})

test('a turn that comes early comes again no sooner than a tenth of a second later, whatever the clocks say', async t => {
  const action = shelfAction()
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
  await sleep(450)
  const calls = /cmdstat_moveToDelayed|cmdstat_evalsha:calls=(\d+)/.exec(await client.info('commandstats'))?.[1]
  t.ok(Number(calls) < 100, `${calls} scripts in half a second`)
})
