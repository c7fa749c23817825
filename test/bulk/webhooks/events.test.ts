import { setTimeout as sleep } from 'node:timers/promises'
import { type Test, test } from 'tap'
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
