import { test } from 'tap'
import { alice, QUICK, shelfAction, startBulk, until } from '../helpers/bulk.ts'

test('a job lists its items, shows them, is confirmed, and does them', async t => {
  const done: string[] = []
  const action = shelfAction({
    idempotent: false,
    permission: 'destructive',
    items_per_second: 5,
    prepare: async ({ many }) => ({
      query: { many },
      action: { colour: 'red' },
      metadata: { warnings: ['Mind the step'], colour: 'Red (7)' }
    }),
    message: ({ many }) => `Paint ${many} items`,
    executeBatch: async function* (items, action) {
      t.same(action, { colour: 'red' })
      t.ok(items.length <= 10)
      for (const item of items) {
        done.push(item.id)
        yield { item_id: item.id, outcome: 'succeeded' }
      }
    }
  })
  const { jobs, request } = await startBulk(t, [action])
  const made = await jobs.create(request(action, { input: { many: 1205 } }))
  t.match(made, {
    id: /^j[a-z2-7]{26}$/,
    kind: 'bulk',
    operation: 'shelf_bulk_touch',
    status: 'awaiting_confirmation',
    message: 'Paint 1205 items',
    started_at: null,
    poll_after_ms: null,
    confirm_token: /^ct_/,
    preview: {
      total: { value: 1205, relation: 'eq' },
      warnings: ['Mind the step'],
      irreversible: true,
      undoable: false,
      estimated_seconds: 241,
      metadata: { colour: 'Red (7)' }
    },
    links: { self: `http://gateway/v1/jobs/${made.id}` }
  })
  t.equal(made.preview?.sample.length, 20)
  t.same(made.preview?.sample[3], { item_id: 'item-3', display_name: 'The item item-3' })
  t.same(done, [], 'nothing is done before it is confirmed')

  const confirmed = await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  t.match(confirmed.status, /queued|running|completed/)
  const end = await until(jobs, made.id, ['completed'])
  t.equal(done.length, 1205)
  t.equal(new Set(done).size, 1205)
  t.match(end, {
    confirm_token: null,
    reason: null,
    error: null,
    progress: { total: { value: 1205 }, done: 1205, pending: 0, succeeded: 1205, failed: 0, unknown: 0, not_attempted: 0, percent: 100 }
  })
  t.ok(end.started_at !== null && end.finished_at !== null && end.expires_at !== null)
})

test('a job of no items, and a dry run, end without doing anything', async t => {
  const action = shelfAction({
    executeBatch: () => {
      throw new Error('this must not be called')
    }
  })
  const { jobs, request } = await startBulk(t, [action])
  const none = await jobs.create(request(action, { input: { many: 0 } }))
  t.match(none, { status: 'completed', progress: { done: 0, percent: 100 } })
  const rehearsal = await jobs.create(request(action, { options: { dry_run: true, max_items: 50, on_failure: 'continue' } }))
  t.match(rehearsal, { status: 'completed', dry_run: true, preview: { total: { value: 10 } }, progress: { not_attempted: 10, done: 0 } })
})

test('where listing takes longer than the answer may, the job is answered while it is listing', async t => {
  const action = shelfAction({
    nextBatch: async () => {
      await new Promise(resolve => setTimeout(resolve, 400))
      return { items: [{ id: 'one', display_name: 'One' }] }
    }
  })
  const { jobs, request } = await startBulk(t, [action], { settings: { ...QUICK, preview_wait_ms: 50 } })
  const made = await jobs.create(request(action))
  t.match(made, { status: 'snapshotting', preview: null, confirm_token: null, poll_after_ms: 500 })
  const later = await jobs.get(alice, made.id, { wait: 10 })
  t.equal(later.status, 'awaiting_confirmation', 'a long poll answers as soon as the status changes')
  const before = performance.now()
  await jobs.get(alice, made.id, { wait: 60 })
  t.ok(performance.now() - before < 30_000, 'what waits for somebody is answered at once')
})
