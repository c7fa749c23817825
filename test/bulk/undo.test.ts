import { test } from 'tap'
import type { JobsService } from '../../src/bulk/jobs.ts'
import type { Job } from '../../src/contract/jobs.ts'
import { alice, refusal, runToEnd, shelfAction, startBulk, succeeded, until } from '../helpers/bulk.ts'
import { paintAction, startPaintShop } from '../helpers/paint-shop.ts'

const { signal } = new AbortController()
const undone = async (jobs: JobsService, id: string): Promise<Job> => {
  const { job } = await jobs.undo(alice, id, signal)
  await jobs.confirm(alice, job.id, job.confirm_token ?? '')
  return await until(jobs, job.id, ['completed'])
}

async function house(t: Parameters<typeof startBulk>[0]) {
  const shop = await startPaintShop(t)
  for (let n = 0; n < 12; n++) shop.colours.set(`item-${n}`, `colour-${n}`)
  const action = paintAction(shop.base)
  return { ...(await startBulk(t, [action])), shop, action, before: new Map(shop.colours) }
}

test('taken_back: what succeeded is as it was before, and what did not is not touched', async t => {
  const { jobs, request, shop, action, before } = await house(t)
  shop.faults.set('item-4', 'refused')
  const parent = await runToEnd(jobs, request(action, { input: { many: 12 } }))
  t.match(parent, { progress: { succeeded: 11, failed: 1 }, preview: { undoable: true, irreversible: false } })
  shop.faults.clear()
  const { job } = await jobs.undo(alice, parent.id, signal)
  t.match(job, {
    status: 'awaiting_confirmation',
    follow_up: 'undo',
    message: `Undo: ${parent.message}`,
    preview: { total: { value: 11 }, undoable: false, irreversible: false, sample: [{ item_id: 'item-0', data: { before: 'colour-0' } }] }
  })
  t.equal(shop.writes.length, 11, 'nothing is undone before it is confirmed')
  await jobs.confirm(alice, job.id, job.confirm_token ?? '')
  t.match(await until(jobs, job.id, ['completed']), { progress: { succeeded: 11, failed: 0 } })
  t.same(shop.colours, before)
  t.equal(shop.writes.length, 22)
})

test('undoing twice is as good as once', async t => {
  const { jobs, request, shop, action, before } = await house(t)
  const parent = await runToEnd(jobs, request(action, { input: { many: 12 } }))
  const both = await Promise.all([jobs.undo(alice, parent.id, signal), jobs.undo(alice, parent.id, signal)])
  t.equal(both[0].job.id, both[1].job.id)
  const end = await undone(jobs, parent.id)
  t.equal(end.id, both[0].job.id)
  t.match(await jobs.undo(alice, parent.id, signal), { fresh: false, job: { id: end.id, status: 'completed' } })
  t.same(shop.colours, before)
  t.equal(shop.writes.length, 24)
})

test('what somebody changed since is left alone, and can be tried again once it is put right', async t => {
  const { jobs, request, shop, action, before } = await house(t)
  const parent = await runToEnd(jobs, request(action, { input: { many: 12 } }))
  shop.colours.set('item-7', 'blue')
  const undo = await undone(jobs, parent.id)
  t.match(undo, { progress: { succeeded: 11, failed: 1 }, errors: [{ sample_item_ids: ['item-7'] }] })
  t.equal(shop.colours.get('item-7'), 'blue')
  shop.colours.set('item-7', 'red')
  const { job } = await jobs.retry(alice, undo.id, { outcomes: ['failed'], acknowledge_unknown: false }, signal)
  await jobs.confirm(alice, job.id, job.confirm_token ?? '')
  t.match(await until(jobs, job.id, ['completed']), { progress: { succeeded: 1 } })
  t.same(shop.colours, before, 'the retry of an undo undoes')
})

test('a job that was cancelled is undone as far as it came', async t => {
  const { jobs, request, shop, action, before } = await house(t)
  shop.faults.set('item-3', 'refused')
  const options = { dry_run: false, max_items: 50, on_failure: 'pause' } as const
  const paused = await runToEnd(jobs, request(action, { input: { many: 12 }, options }))
  await t.rejects(jobs.undo(alice, paused.id, signal), refusal('illegal_transition', { details: { current: 'paused' } }))
  await jobs.cancel(alice, paused.id)
  shop.faults.clear()
  const undo = await undone(jobs, paused.id)
  t.equal(undo.progress.succeeded, paused.progress.succeeded)
  t.same(shop.colours, before)
})

test('an undo is not undone, and it says what to do instead', async t => {
  const { jobs, request, action } = await house(t)
  const undo = await undone(jobs, (await runToEnd(jobs, request(action, { input: { many: 3 } }))).id)
  t.equal(undo.links.undo, undefined)
  await t.rejects(jobs.undo(alice, undo.id, signal), refusal('not_undoable', { message: /do the action again/ }))
  await t.rejects(jobs.reconcile(alice, undo.id, signal), refusal('not_reconcilable'))
})

test('what knows no way back is refused with the reason', async t => {
  const [plain, final] = [shelfAction({ name: 'plain' }), shelfAction({ name: 'final', permission: 'destructive' })]
  const { jobs, request } = await startBulk(t, [plain, final])
  const [one, other] = [await runToEnd(jobs, request(plain)), await runToEnd(jobs, request(final))]
  await t.rejects(jobs.undo(alice, one.id, signal), refusal('not_undoable', { status: 409, message: /knows no way back/ }))
  await t.rejects(jobs.undo(alice, other.id, signal), refusal('not_undoable', { status: 409, message: /irreversible/ }))
})

test('an item whose image is too large to keep is left out of the undo, which says so', async t => {
  const images: unknown[] = []
  const action = shelfAction({
    executeBatch: async function* (items) {
      for (const item of items) yield { ...succeeded(item), before: item.id === 'item-1' ? 'x'.repeat(3_000) : item.id }
    },
    undo: {
      idempotent: true,
      max_batch: 2,
      executeBatch: async function* (items) {
        images.push(items.map(({ before }) => before))
        for (const item of items) yield succeeded(item)
      }
    }
  })
  const { jobs, request } = await startBulk(t, [action])
  const parent = await runToEnd(jobs, request(action, { input: { many: 4 } }))
  const undo = await undone(jobs, parent.id)
  t.match(undo, { progress: { succeeded: 3 }, preview: { warnings: [/too large to keep/] } })
  t.same(images, [['item-0', 'item-2'], ['item-3']], 'in batches of its own size')
})
