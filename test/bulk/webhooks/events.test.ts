import { setTimeout as sleep } from 'node:timers/promises'
import { type Test, test } from 'tap'
import { jobKey } from '../../../src/bulk/keys.ts'
import type { BulkAdapter } from '../../../src/contract/bulk.ts'
import { OperationError, type Reason } from '../../../src/contract/errors.ts'
import { alice, requestFor, shelfAction, startBulk, succeeded, until } from '../../helpers/bulk.ts'
import { listen } from '../../helpers/listen.ts'
import { eventIn, SOON, typesOf, webhooksTo } from '../../helpers/webhooks.ts'

/** A job of the action with a notify_url, confirmed, and what the receiver hears of it. */
async function told(t: Test, action: BulkAdapter, more: { on_failure?: 'pause'; offer_ms?: number } = {}) {
  const { url, port, seen } = await listen(t)
  const settings = { ...SOON, ...(more.offer_ms !== undefined && { offer_ms: more.offer_ms }) }
  const { jobs } = await startBulk(t, [action], { webhooks: webhooksTo(port), settings })
  const options = { dry_run: false, max_items: 1_000, on_failure: more.on_failure ?? ('continue' as const), notify_url: url }
  const made = await jobs.create(requestFor(action, { options }))
  const confirm = () => jobs.confirm(alice, made.id, made.confirm_token ?? '')
  const heard = async (types: string[]): Promise<void> => {
    const deadline = Date.now() + 20_000
    while (seen.length < types.length && Date.now() < deadline) await sleep(20)
    const inOrder = seen.toSorted((a, b) => eventIn(a).data.sequence - eventIn(b).data.sequence)
    t.same(typesOf(inOrder), types)
  }
  return { jobs, id: made.id, confirm, heard, seen }
}

/** An action that refuses as often as said, then works. */
function failing(reason: Reason, times: number): BulkAdapter {
  let left = times
  return shelfAction({
    executeBatch: async function* (items) {
      if (left-- > 0) throw new OperationError(reason, 'Not now')
      for (const item of items) yield succeeded(item)
    }
  })
}

test('a preview and the end are told', async t => {
  const { confirm, heard } = await told(t, shelfAction())
  await confirm()
  await heard(['job.awaiting_confirmation', 'job.completed'])
})

test('a cancel is told', async t => {
  const { jobs, id, heard } = await told(t, shelfAction())
  await jobs.cancel(alice, id)
  await heard(['job.awaiting_confirmation', 'job.cancelled'])
})

test('an offer that nobody took up is told', async t => {
  const { heard } = await told(t, shelfAction(), { offer_ms: 50 })
  await heard(['job.awaiting_confirmation', 'job.expired'])
})

test('a failure is told, with what went wrong', async t => {
  const action = shelfAction({ max_batch: 1, nextBatch: async () => ({ items: [{ id: '', display_name: '' }], next: undefined }) })
  const { heard, seen } = await told(t, action)
  await heard(['job.failed'])
  t.match(seen.map(eventIn), [{ data: { job: { status: 'failed', reason: 'adapter_broke_contract', error: { message: String } } } }])
})

test('a credential that is refused is told once, however often the job looks again', async t => {
  const { confirm, heard, jobs, id } = await told(t, failing('authentication_failed', 3))
  await confirm()
  await until(jobs, id, ['completed'])
  await heard(['job.awaiting_confirmation', 'job.waiting', 'job.completed'])
})

test('broken settings are told', async t => {
  const { confirm, heard } = await told(t, failing('configuration_invalid', 1))
  await confirm()
  await heard(['job.awaiting_confirmation', 'job.waiting', 'job.completed'])
})

test('a wait that ends by itself is nobody to be told of', async t => {
  const { confirm, heard } = await told(t, failing('rate_limit_exceeded', 2))
  await confirm()
  await heard(['job.awaiting_confirmation', 'job.completed'])
})

test('a pause of the engine is told', async t => {
  const action = shelfAction({
    max_batch: 1,
    executeBatch: async function* (items) {
      for (const { id } of items)
        yield { item_id: id, outcome: 'failed', error: { code: 'CONFLICT_ERROR', reason: 'version_conflict', message: 'No' } }
    }
  })
  const { confirm, heard, seen } = await told(t, action, { on_failure: 'pause' })
  await confirm()
  await heard(['job.awaiting_confirmation', 'job.paused'])
  t.match(seen.map(eventIn).at(-1), { data: { job: { status: 'paused', reason: 'item_failed' } } })
})

test('a pause that somebody asked for is not told', async t => {
  const slow = shelfAction({
    max_batch: 1,
    executeBatch: async function* (items) {
      await sleep(50)
      for (const item of items) yield succeeded(item)
    }
  })
  const { confirm, heard, jobs, id } = await told(t, slow)
  await confirm()
  await until(jobs, id, ['running'])
  await jobs.pause(alice, id)
  await until(jobs, id, ['paused'])
  await jobs.cancel(alice, id)
  await heard(['job.awaiting_confirmation', 'job.cancelled'])
})

test('an event tells the failures as they were then, however late it is delivered', async t => {
  const action = shelfAction({
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
  const toldOf = (failed: number) =>
    seen.map(eventIn).filter(({ type, data }) => type === 'job.paused' && data.job.progress.failed === failed)
  while (toldOf(2).length === 0) await sleep(20)
  for (const failed of [1, 2]) {
    const told = toldOf(failed)
    t.ok(told.length > 0)
    t.ok(
      told.every(({ data }) => data.job.errors.length === 1 && data.job.errors[0]?.count === failed),
      `${failed} where ${failed} had failed`
    )
  }
})

test('what was not yet told of a job is told, though the job is deleted meanwhile', async t => {
  let deaf = true
  const { url, port, seen } = await listen(t, response => void response.writeHead(deaf ? 503 : 200).end())
  const settings = { webhook_delays_ms: Array(100).fill(50) }
  const { jobs, redis } = await startBulk(t, [shelfAction()], { webhooks: webhooksTo(port), settings })
  const options = { dry_run: false, max_items: 1_000, on_failure: 'continue' as const, notify_url: url }
  const { id } = await jobs.create(requestFor(shelfAction(), { options }))
  await jobs.delete(alice, id)
  const client = redis.client()
  t.ok((await client.ttl(jobKey(id, 'outbox'))) > 0, 'it goes by itself, also where nobody can be told')
  deaf = false
  while ((await client.exists(jobKey(id, 'outbox'))) === 1) await sleep(20)
  const types = new Set(seen.map(one => eventIn(one).type))
  t.same([...types].toSorted(), ['job.awaiting_confirmation', 'job.cancelled'])
  const left = await client.keys(`tg:{job:${id}}:*`)
  t.same(left, [jobKey(id, 'stone')], 'and nothing else is left of it')
})
