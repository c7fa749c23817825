import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Queue } from 'bullmq'
import { test } from 'tap'
import { NOTIFYING_JOBS } from '../../../src/jobs/store/keys.ts'
import { alice, requestFor, startBulk, testAdapter, until } from '../../helpers/bulk.ts'
import { countedActions } from '../../helpers/bulk-actions.ts'
import { countingServer, startProcess } from '../../helpers/bulk-crash.ts'
import { listen } from '../../helpers/listen.ts'
import { waitUntil } from '../../helpers/wait-until.ts'
import { eventIn, SOON, typesOf, webhooksTo } from '../../helpers/webhooks.ts'

const optionsFor = (notify_url: string) => ({ dry_run: false, max_items: 1_000, on_failure: 'continue' as const, notify_url })

test('if a worker is killed between the end of a job and the delivery, another delivers under the same id', async t => {
  let deaf = true
  const receiver = await listen(t, response => {
    if (!deaf) response.end()
  })
  const { base } = await countingServer(t)
  const [action = testAdapter()] = countedActions(base)
  const { jobs, redis } = await startBulk(t, [action], {
    worker: false,
    webhooks: webhooksTo(receiver.port),
    settings: { preview_wait_ms: 1 }
  })
  const start = () => startProcess(t, redis.url, base, {}, receiver.port)
  const first = await start()
  const { id } = await jobs.create(requestFor(action, { options: optionsFor(receiver.url) }))
  const { confirm_token } = await until(jobs, id, ['awaiting_confirmation'])
  await jobs.confirm(alice, id, confirm_token ?? '')
  await until(jobs, id, ['completed'])
  await waitUntil(() => typesOf(receiver.seen).includes('job.completed'), 'job.completed is delivered')
  first.kill('SIGKILL')
  await once(first, 'exit')
  t.same((await jobs.get(alice, id)).notifications?.deliveries, [], 'nothing is delivered yet')
  const before = receiver.seen.length
  deaf = false
  await start()
  await until(jobs, id, ({ notifications }) => notifications?.deliveries.length === 2)
  const idsOf = (seen: typeof receiver.seen) => new Set(seen.map(({ headers }) => headers['webhook-id']))
  t.same(idsOf(receiver.seen.slice(before)), idsOf(receiver.seen.slice(0, before)))
  t.same(typesOf(receiver.seen.slice(before)).toSorted(), ['job.awaiting_confirmation', 'job.completed'])
})

test('if a job ends while no worker delivers and its queue is lost, the next worker delivers its event', async t => {
  const receiver = await listen(t)
  const action = testAdapter()
  const { jobs, redis, startWorker } = await startBulk(t, [action], {
    worker: false,
    webhooks: webhooksTo(receiver.port),
    settings: { ...SOON, preview_wait_ms: 1 }
  })
  const { id } = await jobs.create(requestFor(action, { options: optionsFor(receiver.url) }))
  await jobs.cancel(alice, id)
  const queue = new Queue('webhooks', { connection: redis.client(), prefix: '{tg}' })
  t.teardown(() => queue.close())
  await queue.obliterate({ force: true })
  t.same(receiver.seen, [])
  startWorker()
  await until(jobs, id, ({ notifications }) => notifications?.deliveries.length === 1)
  t.match(receiver.seen.map(eventIn), [{ type: 'job.cancelled', data: { sequence: 1, job: { id } } }])
})

test('a retry whose queue entry is lost is sent when it is due', async t => {
  const statuses = [500, 200]
  const receiver = await listen(t, response => response.writeHead(statuses.shift() ?? 200).end())
  const action = testAdapter()
  const settings = { webhook_delays_ms: [0, 2_000] }
  const { jobs, redis } = await startBulk(t, [action], { webhooks: webhooksTo(receiver.port), settings })
  const { id } = await jobs.create(requestFor(action, { options: { ...optionsFor(receiver.url), dry_run: true } }))
  const failed = await until(jobs, id, ({ notifications }) => notifications?.deliveries.length === 1)
  const queue = new Queue('webhooks', { connection: redis.client(), prefix: '{tg}' })
  t.teardown(() => queue.close())
  await waitUntil(async () => (await queue.getDelayedCount()) > 0, 'a retry is queued')
  await queue.obliterate({ force: true })
  const job = await until(jobs, id, ({ notifications }) => notifications?.deliveries.length === 2)
  const [second] = job.notifications?.deliveries ?? []
  const due = failed.notifications?.deliveries[0]?.next_attempt_at ?? ''
  t.match(second, { attempt: 2, status: 200, next_attempt_at: null })
  t.ok(Date.parse(second?.at ?? '') >= Date.parse(due), 'not before it is due')
})

test('a job is maintained until it has ended and all its events are delivered', async t => {
  const receiver = await listen(t)
  const action = testAdapter()
  const { jobs, redis } = await startBulk(t, [action], { webhooks: webhooksTo(receiver.port), settings: SOON })
  const client = redis.client()
  const made = await jobs.create(requestFor(action, { options: optionsFor(receiver.url) }))
  t.ok(await client.zscore(NOTIFYING_JOBS, made.id))
  await jobs.cancel(alice, made.id)
  await waitUntil(async () => (await client.zscore(NOTIFYING_JOBS, made.id)) === null, 'the job is no longer maintained')
  await until(jobs, made.id, ({ notifications }) => notifications?.deliveries.length === 2)
  t.ok((await client.pttl(`tg:{job:${made.id}}:deliveries`)) > 0, 'the log expires with the job')
})

test('two workers deliver an event once', async t => {
  const receiver = await listen(t)
  const action = testAdapter()
  const { jobs, startWorker } = await startBulk(t, [action], { webhooks: webhooksTo(receiver.port), settings: SOON })
  startWorker()
  const made = await jobs.create(requestFor(action, { options: optionsFor(receiver.url) }))
  await jobs.cancel(alice, made.id)
  await until(jobs, made.id, ({ notifications }) => notifications?.deliveries.length === 2)
  await sleep(600)
  t.equal(receiver.seen.length, 2)
})
