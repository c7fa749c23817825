import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { createJobStore } from '../../src/jobs/store/job-store.ts'
import { jobKey } from '../../src/jobs/store/keys.ts'
import { alice, QUICK, startBulk, succeeded, testAdapter, until } from '../helpers/bulk.ts'
import { waitUntil } from '../helpers/wait-until.ts'

/** An action whose worker throws this many times, as soon as it reads the concurrency. */
function breaking(times: number, after = 0) {
  let reads = 0
  const action = testAdapter({ max_batch: 1 })
  return Object.defineProperty(action, 'concurrency', {
    get: () => {
      reads += 1
      if (reads > after && reads <= after + times) throw new TypeError('secret internals')
      return 1
    }
  })
}

test('a job whose turns fail in the engine ends as failed, with a fixed message', async t => {
  const action = breaking(Number.POSITIVE_INFINITY)
  const { jobs, request, redis } = await startBulk(t, [action], { settings: { max_turn_failures: 3 } })
  const made = await jobs.create(request(action))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  const end = await until(jobs, made.id, ['failed'])
  t.match(end, {
    reason: 'engine_failed',
    error: { reason: 'unexpected', message: /log contains the cause/ },
    progress: { not_attempted: 10 }
  })
  t.notMatch(JSON.stringify(end), /secret/)
  t.equal(await redis.client().zscore('tg:jobs:live', made.id), null, 'the reconciler no longer maintains it')
})

test('occasional engine failures do not end a job', async t => {
  const action = breaking(1)
  const { jobs, request, redis } = await startBulk(t, [action], { settings: { max_turn_failures: 2 } })
  const made = await jobs.create(request(action))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  t.match(await until(jobs, made.id, ['completed']), { progress: { succeeded: 10 } })
  t.equal(await redis.client().hget(jobKey(made.id, 'meta'), 'turn_failures'), null)
})

test('a job that is paused while the engine fails is still maintained, and can continue', async t => {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const action = testAdapter({
    idempotent: false,
    max_batch: 1,
    executeBatch: async function* (items) {
      begun.resolve()
      await held.promise
      for (const item of items) yield succeeded(item)
    }
  })
  let broken = false
  Object.defineProperty(action, 'kind', {
    get: () => {
      if (broken) throw new TypeError('secret internals')
      return 'bulk'
    }
  })
  const { jobs, request, redis } = await startBulk(t, [action], { settings: { max_turn_failures: 1, turn_ms: 60_000 } })
  const made = await jobs.create(request(action))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  await begun.promise
  await jobs.pause(alice, made.id)
  broken = true
  await until(jobs, made.id, ['paused'])
  const client = redis.client()
  await waitUntil(async () => (await client.keys(`{tg}:jobs:op-${made.id}-*`)).length === 0, 'the turn is over')
  t.ok(await client.zscore('tg:jobs:live', made.id), 'a turn that is lost from now on is queued again')
  broken = false
  held.resolve()
  await jobs.resume(alice, made.id)
  t.match(await until(jobs, made.id, ['completed']), { progress: { succeeded: 9, unknown: 1 } })
})

test('items that were running when the engine failed permanently are unknown', async t => {
  let release: () => void = () => undefined
  const action = breaking(9, 1)
  action.executeBatch = async function* (items) {
    await new Promise<void>(resolve => {
      release = resolve
    })
    for (const item of items) yield succeeded(item)
  }
  const { jobs, request } = await startBulk(t, [action], { settings: { max_turn_failures: 1, turn_ms: 60_000 } })
  const made = await jobs.create(request(action))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  t.match(await until(jobs, made.id, ['failed']), {
    progress: { unknown: 1, not_attempted: 9 },
    errors: [{ reason: 'worker_lost', sample_item_ids: ['item-0'] }]
  })
  release()
})

test('a fenced worker lets the running item finish, and starts no further one of its call', async t => {
  const begun: string[] = []
  const broken: boolean[] = []
  const gate = Promise.withResolvers<void>()
  const action = testAdapter({
    idempotent: false,
    executeBatch: async function* (items, _action, call) {
      for (const item of items) {
        begun.push(item.id)
        await gate.promise
        broken.push(call.signal.aborted)
        yield succeeded(item)
      }
    }
  })
  const { jobs, request, redis } = await startBulk(t, [action], { settings: { reconcile_ms: 60_000, turn_ms: 60_000 } })
  const made = await jobs.create(request(action, { input: { many: 12 } }))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  await waitUntil(() => begun.length > 0, 'an item has started')
  const client = redis.client()
  const turn = Number(await client.hget(jobKey(made.id, 'meta'), 'turn'))
  t.match(await createJobStore(client, made.id).claimTurn(turn), { kind: 'claimed' })
  await waitUntil(async () => (await client.keys(`{tg}:jobs:op-${made.id}-*`)).length === 0, 'the turn is over')
  gate.resolve()
  await waitUntil(() => broken.length > 0, 'the running item has finished')
  await sleep(50)
  t.same({ begun, broken }, { begun: ['item-0'], broken: [false] })
  t.match(await jobs.get(alice, made.id), { progress: { unknown: 10, succeeded: 0 } })
})

test('a job lists its items, shows them, is confirmed, and executes them', async t => {
  const done: string[] = []
  const action = testAdapter({
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
  t.same(done, [], 'nothing is executed before the confirmation')

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
  t.equal(end.updated_at, end.finished_at, 'its last change was its end')
})

test('a job without items and a dry run end without executing anything', async t => {
  const action = testAdapter({
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

test('if listing takes longer than the response may, the job is returned while it is listing', async t => {
  const action = testAdapter({
    nextBatch: async () => {
      await new Promise(resolve => setTimeout(resolve, 400))
      return { items: [{ id: 'one', display_name: 'One' }] }
    }
  })
  const { jobs, request } = await startBulk(t, [action], { settings: { ...QUICK, preview_wait_ms: 50 } })
  const made = await jobs.create(request(action))
  t.match(made, { status: 'snapshotting', preview: null, confirm_token: null, poll_after_ms: 500 })
  const later = await jobs.get(alice, made.id, { wait: 10 })
  t.equal(later.status, 'awaiting_confirmation', 'a long poll returns as soon as the status changes')
})

test('a job needs the permission that its action finds out, and its caller must have it', async t => {
  const action = testAdapter({
    permission: { maximum: 'destructive', of: () => 'write' },
    prepare: async (_, { requirePermission }) => {
      requirePermission('destructive')
      return { query: null, action: null }
    }
  })
  const { jobs, request, redis } = await startBulk(t, [action])
  const made = await jobs.create(request(action))
  t.equal(await redis.client().hget(jobKey(made.id, 'meta'), 'permission'), 'destructive', 'checked again at each start')
  const refused = jobs.create({
    ...request(action),
    requirePermission(permission) {
      throw new Error(`needs ${permission}`)
    }
  })
  await t.rejects(refused, { message: 'needs destructive' })
})
