import { test } from 'tap'
import type { Job } from '../../src/contract/job.ts'
import type { JobsService } from '../../src/jobs/jobs.ts'
import { alice, refusal, runToEnd, startBulk, succeeded, testAdapter, until } from '../helpers/bulk.ts'
import { paintAdapter, startFakeServer } from '../helpers/fake-server.ts'

const { signal } = new AbortController()
const undone = async (jobs: JobsService, id: string): Promise<Job> => {
  const { job } = await jobs.undo(alice, id, signal)
  await jobs.confirm(alice, job.id, job.confirm_token ?? '')
  return await until(jobs, job.id, ['completed'])
}

async function setUp(t: Parameters<typeof startBulk>[0]) {
  const server = await startFakeServer(t)
  for (let n = 0; n < 12; n++) server.colours.set(`item-${n}`, `colour-${n}`)
  const action = paintAdapter(server.base)
  return { ...(await startBulk(t, [action])), server, action, before: new Map(server.colours) }
}

test('taken_back: succeeded items are restored, and the others are not changed', async t => {
  const { jobs, request, server, action, before } = await setUp(t)
  server.faults.set('item-4', 'refused')
  const parent = await runToEnd(jobs, request(action, { input: { many: 12 } }))
  t.match(parent, { progress: { succeeded: 11, failed: 1 }, preview: { undoable: true, irreversible: false } })
  server.faults.clear()
  const { job } = await jobs.undo(alice, parent.id, signal)
  t.match(job, {
    status: 'awaiting_confirmation',
    follow_up: 'undo',
    message: `Undo: ${parent.message}`,
    preview: { total: { value: 11 }, undoable: false, irreversible: false, sample: [{ item_id: 'item-0', data: { before: 'colour-0' } }] }
  })
  t.same(Object.keys(Object(job.preview?.sample[0]?.data)), ['before'], 'what the job needs for its own work is not shown')
  t.equal(server.writes.length, 11, 'nothing is undone before the confirmation')
  await jobs.confirm(alice, job.id, job.confirm_token ?? '')
  t.match(await until(jobs, job.id, ['completed']), { progress: { succeeded: 11, failed: 0 } })
  t.same(server.colours, before)
  t.equal(server.writes.length, 22)
})

test('undoing twice has the same effect as once', async t => {
  const { jobs, request, server, action, before } = await setUp(t)
  const parent = await runToEnd(jobs, request(action, { input: { many: 12 } }))
  const both = await Promise.all([jobs.undo(alice, parent.id, signal), jobs.undo(alice, parent.id, signal)])
  t.equal(both[0].job.id, both[1].job.id)
  const end = await undone(jobs, parent.id)
  t.equal(end.id, both[0].job.id)
  t.match(await jobs.undo(alice, parent.id, signal), { fresh: false, job: { id: end.id, status: 'completed' } })
  t.same(server.colours, before)
  t.equal(server.writes.length, 24)
})

test('an item that was changed since is not undone, and can be retried once it is fixed', async t => {
  const { jobs, request, server, action, before } = await setUp(t)
  const parent = await runToEnd(jobs, request(action, { input: { many: 12 } }))
  server.colours.set('item-7', 'blue')
  const undo = await undone(jobs, parent.id)
  t.match(undo, { progress: { succeeded: 11, failed: 1 }, errors: [{ sample_item_ids: ['item-7'] }] })
  t.equal(server.colours.get('item-7'), 'blue')
  server.colours.set('item-7', 'red')
  const { job } = await jobs.retry(alice, undo.id, { outcomes: ['failed'], acknowledge_unknown: false }, signal)
  await jobs.confirm(alice, job.id, job.confirm_token ?? '')
  t.match(await until(jobs, job.id, ['completed']), { progress: { succeeded: 1 } })
  t.same(server.colours, before, 'the retry of an undo undoes')
})

test('a cancelled job is undone as far as it was executed', async t => {
  const { jobs, request, server, action, before } = await setUp(t)
  server.faults.set('item-3', 'refused')
  const options = { dry_run: false, max_items: 50, on_failure: 'pause' } as const
  const paused = await runToEnd(jobs, request(action, { input: { many: 12 }, options }))
  await t.rejects(jobs.undo(alice, paused.id, signal), refusal('illegal_transition', { details: { current: 'paused' } }))
  await jobs.cancel(alice, paused.id)
  server.faults.clear()
  const undo = await undone(jobs, paused.id)
  t.equal(undo.progress.succeeded, paused.progress.succeeded)
  t.same(server.colours, before)
})

test('an undo cannot be undone, and the error suggests an alternative', async t => {
  const { jobs, request, action } = await setUp(t)
  const undo = await undone(jobs, (await runToEnd(jobs, request(action, { input: { many: 3 } }))).id)
  t.equal(undo.links.undo, undefined)
  await t.rejects(jobs.undo(alice, undo.id, signal), refusal('not_undoable', { message: /run the operation again/ }))
  await t.rejects(jobs.reconcile(alice, undo.id, signal), refusal('not_reconcilable'))
})

test('an action without undo is refused with the reason', async t => {
  const [plain, final] = [testAdapter({ name: 'plain' }), testAdapter({ name: 'final', permission: 'destructive' })]
  const { jobs, request } = await startBulk(t, [plain, final])
  const [one, other] = [await runToEnd(jobs, request(plain)), await runToEnd(jobs, request(final))]
  await t.rejects(jobs.undo(alice, one.id, signal), refusal('not_undoable', { status: 409, message: /has no inverse/ }))
  await t.rejects(jobs.undo(alice, other.id, signal), refusal('not_undoable', { status: 409, message: /irreversible/ }))
})

test('an item whose image is too large to store is excluded from the undo, which reports that', async t => {
  const images: unknown[] = []
  const action = testAdapter({
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
  t.match(undo, { progress: { succeeded: 3 }, preview: { warnings: [/too large to store/] } })
  t.same(images, [['item-0', 'item-2'], ['item-3']], 'in batches of its own size')
})
