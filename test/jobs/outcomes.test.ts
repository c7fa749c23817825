import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import type { BulkItem } from '../../src/contract/bulk.ts'
import { beforeNext, foundDone } from '../../src/contract/bulk-outcomes.ts'
import { OperationError } from '../../src/contract/errors.ts'
import type { Job } from '../../src/contract/job.ts'
import type { BulkRequest } from '../../src/contract/jobs.ts'
import { createJobStore } from '../../src/jobs/store/job-store.ts'
import { jobKey } from '../../src/jobs/store/keys.ts'
import { alice, type BulkFixture, runToEnd, startBulk, succeeded, testAdapter, until } from '../helpers/bulk.ts'

const answered500 = () =>
  new OperationError('server_error', 'Shelf answered 500: oops', { source: 'upstream', outcome: 'unknown', upstream: { status: 500 } })

/** Starts a job and stops it once its first call is running. */
async function stopped({ jobs }: BulkFixture, request: BulkRequest, begun: Promise<void>, verb: 'cancel' | 'pause'): Promise<Job> {
  const made = await jobs.create(request)
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  await begun
  await jobs[verb](alice, made.id)
  return await until(jobs, made.id, ['cancelled', 'paused'])
}

for (const verb of ['cancel', 'pause'] as const)
  test(`a running call gets time to finish before ${verb} aborts it`, async t => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const action = testAdapter({
      max_batch: 10,
      executeBatch: async function* (items, _action, { signal, stopping }) {
        begin()
        if (stopping && !stopping.aborted) await once(stopping, 'abort')
        await sleep(500, undefined, { signal })
        for (const item of items) yield succeeded(item)
      }
    })
    const fixture = await startBulk(t, [action], { settings: { finish_ms: 10_000 } })
    const end = await stopped(fixture, fixture.request(action, { input: { many: 30 } }), begun, verb)
    t.match(end.progress, { succeeded: 10, unknown: 0, skipped: 0, failed: 0 })
  })

test('a call that does not finish in time is aborted', async t => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const action = testAdapter({
    executeBatch: async function* (items, _action, { signal }) {
      begin()
      await sleep(60_000, undefined, { signal })
      for (const item of items) yield succeeded(item)
    }
  })
  const fixture = await startBulk(t, [action], { settings: { finish_ms: 300 } })
  const end = await stopped(fixture, fixture.request(action), begun, 'cancel')
  t.match(end.progress, { succeeded: 0, unknown: 10, skipped: 0 })
})

test('a call that handles one item after another starts no further one once its job is cancelled', async t => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const action = testAdapter({
    max_batch: 30,
    executeBatch: async function* (items, _action, call) {
      for (const item of items) {
        beforeNext(call)
        begin()
        await sleep(100)
        yield succeeded(item)
      }
    }
  })
  const fixture = await startBulk(t, [action])
  const { progress } = await stopped(fixture, fixture.request(action, { input: { many: 30 } }), begun, 'cancel')
  t.ok(progress.succeeded < 20, `${progress.succeeded} succeeded`)
  t.match(progress, { unknown: 0, skipped: 0, failed: 0, not_attempted: 30 - progress.succeeded })
})

test('an item that may be executed before a 500 is unknown, never failed, and its error names the 500', async t => {
  const action = testAdapter({
    max_batch: 1,
    executeBatch: async function* (items) {
      for (const item of items) {
        if (item.id === 'item-1') throw answered500()
        yield succeeded(item)
      }
    }
  })
  const { jobs, request } = await startBulk(t, [action], { settings: { first_wait_ms: 10 } })
  const end = await runToEnd(jobs, request(action))
  t.match(end, { status: 'completed', progress: { succeeded: 9, failed: 0, unknown: 1 } })
  t.match(end.errors, [{ reason: 'server_error', message: 'Shelf answered 500: oops; it may or may not be done', count: 1 }])
})

test('a non-idempotent action reports a 500 as a 500, not as a lost response', async t => {
  const action = testAdapter({
    idempotent: false,
    max_batch: 1,
    executeBatch: async function* (items) {
      for (const item of items) {
        if (item.id === 'item-1') throw answered500()
        yield succeeded(item)
      }
    }
  })
  const { jobs, request } = await startBulk(t, [action], { settings: { first_wait_ms: 10 } })
  const end = await runToEnd(jobs, request(action))
  t.match(end, { status: 'completed', progress: { succeeded: 9, failed: 0, unknown: 1 } })
  t.match(end.errors, [{ reason: 'server_error', message: 'Shelf answered 500: oops; it may or may not be done', count: 1 }])
})

test('an item that this job started before is never reported as skipped, whatever the adapter reports', async t => {
  let calls = 0
  const action = testAdapter({
    executeBatch: async function* (items) {
      calls += 1
      if (calls === 1) throw new OperationError('connection_failed', 'The connection broke', { outcome: 'unknown' })
      for (const { id } of items) yield { item_id: id, outcome: 'skipped' }
    }
  })
  const { jobs, request } = await startBulk(t, [action])
  const end = await runToEnd(jobs, request(action))
  t.match(end.progress, { succeeded: 0, skipped: 0, failed: 0, unknown: 10 })
})

test('the image that a call stores before a change is passed again after a lost result and after a lost worker', async t => {
  const seen: BulkItem[] = []
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  let hangs = true
  const action = testAdapter({
    max_batch: 2,
    executeBatch: async function* (items, _action, { keepBefore }) {
      seen.push(...items)
      for (const { id, again, before } of items) {
        if (again) yield { item_id: id, ...foundDone({ again }, before !== undefined && { before }) }
        else await keepBefore?.(id, { was: id })
      }
      if (items.some(({ again }) => again)) return
      begin()
      if (hangs) await new Promise(() => undefined)
      throw new OperationError('connection_failed', 'The connection broke', { outcome: 'unknown' })
    }
  })
  const fixture = await startBulk(t, [action], { settings: { reconcile_ms: 500 } })
  const { jobs, request, redis } = fixture
  const made = await jobs.create(request(action, { input: { many: 4 } }))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  await begun
  hangs = false
  const client = redis.client()
  const turn = Number(await client.hget(jobKey(made.id, 'meta'), 'turn'))
  t.match(await createJobStore(client, made.id).claimTurn(turn), { kind: 'claimed' }, 'as another worker does after this one is lost')
  const end = await until(jobs, made.id, ['completed'])
  t.match(end.progress, { succeeded: 4, skipped: 0, unknown: 0 })
  t.match(
    seen.filter(({ again }) => again).map(({ id, before }) => ({ id, before })),
    [0, 1, 2, 3].map(n => ({ id: `item-${n}`, before: { was: `item-${n}` } }))
  )
})

for (const image of [{}, { large: 'x'.repeat(3_000) }])
  test(`an item is ${'large' in image ? 'unknown after a write, even if its image is too large to store' : 'known to be unchanged before its image is stored'}`, async t => {
    let calls = 0
    const isSent = 'large' in image
    const action = testAdapter({
      max_batch: 1,
      concurrency: 1,
      keeps_before: () => true,
      executeBatch: async function* (items, _action, { keepBefore }) {
        calls += 1
        for (const { id, again = false } of items) {
          if (calls === 1 && isSent) await keepBefore?.(id, image)
          if (calls === 1) throw new OperationError('connection_failed', 'The connection broke', { outcome: 'unknown' })
          yield { item_id: id, ...foundDone({ again }) }
        }
      }
    })
    const { jobs, request } = await startBulk(t, [action])
    const end = await runToEnd(jobs, request(action, { input: { many: 1 } }))
    t.match(end.progress, isSent ? { unknown: 1, skipped: 0 } : { unknown: 0, skipped: 1 })
  })

test('an item without a stored image is not read, and an unknown item gets the error of its check', async t => {
  const seen: string[] = []
  const partly = { code: 'CONFLICT_ERROR', reason: 'version_conflict', message: 'Half of it was done' }
  const action = testAdapter({
    max_batch: 4,
    idempotent: false,
    keeps_before: () => true,
    executeBatch: async function* ([first, ...others], _action, { keepBefore }) {
      if (first) await keepBefore?.(first.id, {})
      for (const { id } of others) yield { item_id: id, outcome: 'unknown', error: partly }
      throw new OperationError('connection_failed', 'The connection broke', { outcome: 'unknown' })
    },
    async *reconcile(items) {
      for (const { id: item_id } of items) {
        seen.push(item_id)
        yield { item_id, outcome: 'unknown', error: partly }
      }
    }
  })
  const { jobs, request } = await startBulk(t, [action])
  const end = await runToEnd(
    jobs,
    request(action, { input: { many: 4 }, options: { dry_run: false, max_items: 4, on_failure: 'continue', retries: 0 } })
  )
  t.same([...new Set(seen)], ['item-0'])
  t.match(end.progress, { unknown: 1, failed: 3 })
  const { items } = await jobs.items(alice, end.id, { outcome: 'unknown', limit: 10 })
  t.match(items, [{ item_id: 'item-0', error: partly }])
  t.match(
    end.errors.find(({ reason }) => reason === 'version_conflict'),
    { ...partly, count: 1 }
  )
  const { job } = await jobs.reconcile(alice, end.id, new AbortController().signal)
  await until(jobs, job.id, ['completed'])
  t.match((await jobs.items(alice, job.id, { limit: 10 })).items, [{ outcome: 'unknown', error: partly }])
})
