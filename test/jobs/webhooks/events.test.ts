import { setTimeout as sleep } from 'node:timers/promises'
import { type Test, test } from 'tap'
import type { BulkAdapter } from '../../../src/contract/bulk.ts'
import { OperationError, type Reason } from '../../../src/contract/errors.ts'
import { jobKey } from '../../../src/jobs/store/keys.ts'
import { alice, requestFor, startBulk, succeeded, testAdapter, until } from '../../helpers/bulk.ts'
import { listen } from '../../helpers/listen.ts'
import { waitUntil } from '../../helpers/wait-until.ts'
import { eventIn, SOON, typesOf, webhooksTo } from '../../helpers/webhooks.ts'

/** A confirmed job of the action with a notify_url, and the events that the receiver gets. */
async function notifiedJob(t: Test, action: BulkAdapter, more: { on_failure?: 'pause'; confirmation_ttl_ms?: number } = {}) {
  const { url, port, seen } = await listen(t)
  const settings = { ...SOON, ...(more.confirmation_ttl_ms !== undefined && { confirmation_ttl_ms: more.confirmation_ttl_ms }) }
  const { jobs } = await startBulk(t, [action], { webhooks: webhooksTo(port), settings })
  const options = { dry_run: false, max_items: 1_000, on_failure: more.on_failure ?? ('continue' as const), notify_url: url }
  const made = await jobs.create(requestFor(action, { options }))
  const confirm = () => jobs.confirm(alice, made.id, made.confirm_token ?? '')
  const received = async (types: string[]): Promise<void> => {
    const deadline = Date.now() + 120_000
    while (seen.length < types.length && Date.now() < deadline) await sleep(20)
    const inOrder = seen.toSorted((a, b) => eventIn(a).data.sequence - eventIn(b).data.sequence)
    t.same(typesOf(inOrder), types)
  }
  return { jobs, id: made.id, confirm, received, seen }
}

/** An action that refuses as often as configured, then works. */
function failing(reason: Reason, times: number): BulkAdapter {
  let left = times
  return testAdapter({
    executeBatch: async function* (items) {
      if (left-- > 0) throw new OperationError(reason, 'Not now')
      for (const item of items) yield succeeded(item)
    }
  })
}

test('a preview and the end are sent', async t => {
  const { confirm, received } = await notifiedJob(t, testAdapter())
  await confirm()
  await received(['job.awaiting_confirmation', 'job.completed'])
})

test('a cancel is sent', async t => {
  const { jobs, id, received } = await notifiedJob(t, testAdapter())
  await jobs.cancel(alice, id)
  await received(['job.awaiting_confirmation', 'job.cancelled'])
})

test('an expired preview is sent', async t => {
  const { received } = await notifiedJob(t, testAdapter(), { confirmation_ttl_ms: 50 })
  await received(['job.awaiting_confirmation', 'job.expired'])
})

test('a failure is sent with its error', async t => {
  const action = testAdapter({ max_batch: 1, nextBatch: async () => ({ items: [{ id: '', display_name: '' }], next: undefined }) })
  const { received, seen } = await notifiedJob(t, action)
  await received(['job.failed'])
  t.match(seen.map(eventIn), [{ data: { job: { status: 'failed', reason: 'adapter_broke_contract', error: { message: String } } } }])
})

test('a refused credential is sent once, however often the job tries again', async t => {
  const { confirm, received, jobs, id } = await notifiedJob(t, failing('authentication_failed', 3))
  await confirm()
  await until(jobs, id, ['completed'])
  await received(['job.awaiting_confirmation', 'job.waiting', 'job.completed'])
})

test('broken settings are sent', async t => {
  const { confirm, received } = await notifiedJob(t, failing('configuration_invalid', 1))
  await confirm()
  await received(['job.awaiting_confirmation', 'job.waiting', 'job.completed'])
})

test('a wait that ends by itself is not sent', async t => {
  const { confirm, received } = await notifiedJob(t, failing('rate_limit_exceeded', 2))
  await confirm()
  await received(['job.awaiting_confirmation', 'job.completed'])
})

test('a pause by the engine is sent', async t => {
  const action = testAdapter({
    max_batch: 1,
    executeBatch: async function* (items) {
      for (const { id } of items)
        yield { item_id: id, outcome: 'failed', error: { code: 'CONFLICT_ERROR', reason: 'version_conflict', message: 'No' } }
    }
  })
  const { confirm, received, seen } = await notifiedJob(t, action, { on_failure: 'pause' })
  await confirm()
  await received(['job.awaiting_confirmation', 'job.paused'])
  t.match(seen.map(eventIn).at(-1), { data: { job: { status: 'paused', reason: 'item_failed' } } })
})

test('a pause by the user is not sent', async t => {
  const slow = testAdapter({
    max_batch: 1,
    executeBatch: async function* (items) {
      await sleep(50)
      for (const item of items) yield succeeded(item)
    }
  })
  const { confirm, received, jobs, id } = await notifiedJob(t, slow)
  await confirm()
  await until(jobs, id, ['running'])
  await jobs.pause(alice, id)
  await until(jobs, id, ['paused'])
  await jobs.cancel(alice, id)
  await received(['job.awaiting_confirmation', 'job.cancelled'])
})

test('an event contains the failures at its time, however late it is delivered', async t => {
  const action = testAdapter({
    max_batch: 1,
    executeBatch: async function* (items) {
      for (const { id } of items) yield { item_id: id, outcome: 'failed', error: { code: 'X', reason: 'x', message: 'No' } }
    }
  })
  let deaf = true
  const { url, port, seen } = await listen(t, response => void response.writeHead(deaf ? 503 : 200).end())
  const { jobs } = await startBulk(t, [action], { webhooks: webhooksTo(port), settings: { webhook_delays_ms: Array(100).fill(50) } })
  const options = { dry_run: false, max_items: 1_000, on_failure: 'pause' as const, notify_url: url }
  const made = await jobs.create(requestFor(action, { options }))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  await until(jobs, made.id, ['paused'])
  await jobs.resume(alice, made.id)
  await until(jobs, made.id, ({ status, progress }) => status === 'paused' && progress.failed === 2)
  deaf = false
  const eventsWith = (failed: number) =>
    seen.map(eventIn).filter(({ type, data }) => type === 'job.paused' && data.job.progress.failed === failed)
  await waitUntil(() => eventsWith(2).length > 0, 'an event with two failures')
  for (const failed of [1, 2]) {
    const events = eventsWith(failed)
    t.ok(events.length > 0)
    t.ok(
      events.every(({ data }) => data.job.errors.length === 1 && data.job.errors[0]?.count === failed),
      `${failed} where ${failed} had failed`
    )
  }
})

test('pending events of a job are sent even if the job is deleted in the meantime', async t => {
  let deaf = true
  const { url, port, seen } = await listen(t, response => void response.writeHead(deaf ? 503 : 200).end())
  const settings = { webhook_delays_ms: Array(100).fill(50) }
  const { jobs, redis } = await startBulk(t, [testAdapter()], { webhooks: webhooksTo(port), settings })
  const options = { dry_run: false, max_items: 1_000, on_failure: 'continue' as const, notify_url: url }
  const { id } = await jobs.create(requestFor(testAdapter(), { options }))
  await jobs.delete(alice, id)
  const client = redis.client()
  t.ok((await client.ttl(jobKey(id, 'outbox'))) > 0, 'it expires by itself, even if no receiver responds')
  deaf = false
  await waitUntil(async () => (await client.exists(jobKey(id, 'outbox'))) === 0, 'the outbox is empty')
  const types = new Set(seen.map(one => eventIn(one).type))
  t.same([...types].toSorted(), ['job.awaiting_confirmation', 'job.cancelled'])
  const left = await client.keys(`tg:{job:${id}}:*`)
  t.same(left, [jobKey(id, 'tombstone')], 'and nothing else is left of it')
})
