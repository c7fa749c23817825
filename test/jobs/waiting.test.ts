import { test } from 'tap'
import { OperationError, type Reason } from '../../src/contract/errors.ts'
import { waitFor } from '../../src/jobs/engine/backoff.ts'
import { alice, itemNamed, refusal, runToEnd, startBulk, succeeded, testAdapter, until } from '../helpers/bulk.ts'

const refuse = (reason: Reason, details: object = {}) =>
  new OperationError(reason, `The system says ${reason}`, { source: 'upstream', ...details })

test('a rate limit makes the job wait and fails no item; items that were provably not sent are sent later', async t => {
  const done: string[] = []
  let limits = 2
  const action = testAdapter({
    idempotent: false,
    executeBatch: async function* (items) {
      for (const [at, item] of items.entries()) {
        if (at === 4 && limits-- > 0) throw refuse('rate_limit_exceeded', { outcome: 'not_executed', retry_after_ms: 400 })
        done.push(item.id)
        yield succeeded(item)
      }
    }
  })
  const { jobs, request } = await startBulk(t, [action])
  const made = await jobs.create(request(action))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  const waiting = await until(jobs, made.id, ['waiting'])
  t.match(waiting, {
    reason: 'rate_limit',
    error: { code: 'RATE_LIMIT_ERROR', message: 'The system says rate_limit_exceeded' },
    progress: { succeeded: 4, pending: 6, failed: 0, unknown: 0 }
  })
  const left = Date.parse(waiting.waiting_until ?? '') - Date.now()
  t.ok(left > 200 && left <= 480, `waits for the given time: ${left} ms`)
  t.ok((waiting.poll_after_ms ?? 0) > 0)
  const end = await until(jobs, made.id, ['completed'])
  t.match(end, { reason: null, error: null, waiting_until: null, progress: { succeeded: 10 } })
  t.equal(new Set(done).size, done.length, 'nothing was executed twice')
})

test('an item that may be executed is unknown and is not executed again', async t => {
  let once = true
  const action = testAdapter({
    idempotent: false,
    max_batch: 1,
    executeBatch: async function* ([item]) {
      if (!item) return
      if (item.id === 'item-2' && once) {
        once = false
        throw refuse('network_timeout', { outcome: 'unknown' })
      }
      yield succeeded(item)
    }
  })
  const { jobs, request } = await startBulk(t, [action])
  t.match(await runToEnd(jobs, request(action)), {
    status: 'completed',
    progress: { succeeded: 9, unknown: 1 },
    errors: [{ count: 1, sample_item_ids: ['item-2'] }]
  })
})

test('credentials, settings, network and quota have one wait each', async t => {
  let failing: OperationError | undefined
  const action = testAdapter({
    executeBatch: async function* (items) {
      if (failing) throw failing
      for (const item of items) yield succeeded(item)
    }
  })
  const { jobs, request } = await startBulk(t, [action], { settings: { first_wait_ms: 200 } })
  const cases: [OperationError, string][] = [
    [refuse('token_expired'), 'auth'],
    [refuse('insufficient_permissions', { of_credential: true }), 'auth'],
    [refuse('configuration_missing'), 'configuration'],
    [refuse('connection_failed'), 'network'],
    [refuse('server_error'), 'network'],
    [refuse('rate_limit_exceeded', { quota: true }), 'quota']
  ]
  for (const [error, reason] of cases) {
    failing = error
    const made = await jobs.create(request(action))
    await jobs.confirm(alice, made.id, made.confirm_token ?? '')
    t.match(await until(jobs, made.id, ['waiting']), { reason, progress: { pending: 10 } }, error.reason)
    failing = undefined
    t.match(await until(jobs, made.id, ['completed']), { progress: { succeeded: 10 } }, error.reason)
  }
})

test('waits grow, and a waiting job can be cancelled or paused at once', async t => {
  const action = testAdapter({
    executeBatch: () => {
      throw refuse('connection_failed', { outcome: 'not_executed' })
    }
  })
  const { jobs, request } = await startBulk(t, [action], { settings: { first_wait_ms: 100 } })
  const made = await jobs.create(request(action))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  const waits: number[] = []
  while (waits.length < 3) {
    const { waiting_until } = await until(
      jobs,
      made.id,
      job => job.waiting_until !== null && Date.parse(job.waiting_until) > (waits.at(-1) ?? 0)
    )
    waits.push(Date.parse(waiting_until ?? ''))
  }
  const [a = 0, b = 0, c = 0] = waits
  t.ok(c - b > b - a, `${b - a} ms, then ${c - b} ms`)
  t.equal((await jobs.pause(alice, made.id)).status, 'paused')
  await jobs.resume(alice, made.id)
  await until(jobs, made.id, ['waiting'])
  t.match(await jobs.cancel(alice, made.id), { status: 'cancelled', progress: { not_attempted: 10 } })
})

test('a listing waits too, and continues where it stopped', async t => {
  const asked: number[] = []
  let refused = false
  const action = testAdapter({
    page_size: 5,
    nextBatch: async (_query, { offset }) => {
      asked.push(offset)
      if (offset === 10 && !refused) {
        refused = true
        throw refuse('rate_limit_exceeded', { retry_after_ms: 300 })
      }
      const items = Array.from({ length: 5 }, (_, at) => itemNamed(`item-${offset + at}`))
      return { items, ...(offset < 15 && { next: `after ${offset}` }) }
    }
  })
  const { jobs, request } = await startBulk(t, [action], { settings: { preview_wait_ms: 50 } })
  const made = await jobs.create(request(action))
  const waiting = made.status === 'waiting' ? made : await until(jobs, made.id, ['waiting'])
  t.match(waiting, { reason: 'rate_limit', preview: null })
  await t.rejects(jobs.pause(alice, made.id), refusal('illegal_transition'), 'there is nothing to pause while items are being listed')
  const offered = await until(jobs, made.id, ['awaiting_confirmation'])
  t.match(offered, { preview: { total: { value: 20, relation: 'eq' } }, reason: null, error: null })
  t.same(asked, [0, 5, 10, 10, 15])
})

test('a job whose action no worker knows waits for one that does', async t => {
  const action = testAdapter()
  const { jobs, request, startWorker } = await startBulk(t, [], { settings: { preview_wait_ms: 50 } })
  const made = await jobs.create(request(action))
  t.match(await until(jobs, made.id, ['waiting']), {
    reason: 'configuration',
    error: { message: /does not have the operation shelf_bulk_touch/ }
  })
  startWorker()
  t.match((await jobs.cancel(alice, made.id)).status, 'cancelled')
})

test('a system that requests no wait, or a very long one, is neither called in a loop nor given up', async t => {
  const wait = (retry_after_ms: number, waits = 0, more: object = {}): number => {
    const ending = waitFor(refuse('rate_limit_exceeded', { retry_after_ms, ...more }), waits, 1_000)
    return ending?.how === 'wait' ? ending.delayMs : -1
  }
  const about = (value: number, milliseconds: number) =>
    t.ok(value >= milliseconds && value <= 1.2 * milliseconds, `${value} is about ${milliseconds}`)
  about(wait(0), 1_000)
  about(wait(0, 3), 8_000)
  about(wait(-5), 1_000)
  about(wait(Number.NaN), 1_000)
  about(wait(30_000), 30_000)
  for (const waits of [0, 1, 5, 20]) about(wait(1_000, waits), 1_000) // the delay that the system requests, however often it did so before
  for (const waits of [0, 5]) about(wait(5, waits), 1_000) // less than the first wait would be a loop
  about(wait(9e9), 3_600_000)
  about(wait(9e9, 0, { quota: true }), 24 * 3_600_000)
})

test('resume wakes a waiting job, while items are executed and while they are listed', async t => {
  let away = true
  const long = () => refuse('rate_limit_exceeded', { outcome: 'not_executed', retry_after_ms: 600_000 })
  const acting = testAdapter({
    name: 'acting',
    executeBatch: async function* (items) {
      if (away) throw long()
      for (const item of items) yield succeeded(item)
    }
  })
  const listing = testAdapter({
    name: 'listing',
    nextBatch: async () => {
      if (away) throw long()
      return { items: [itemNamed('a')] }
    }
  })
  const { jobs, request } = await startBulk(t, [acting, listing], { settings: { preview_wait_ms: 300 } })
  const [act, list] = [await jobs.create(request(acting)), await jobs.create(request(listing))]
  await jobs.confirm(alice, act.id, act.confirm_token ?? '')
  await until(jobs, act.id, ['waiting'])
  await until(jobs, list.id, ['waiting'])
  t.match(await jobs.resume(alice, list.id), { status: 'waiting', waiting_until: null })
  await until(jobs, list.id, job => job.status === 'waiting' && job.waiting_until !== null)
  away = false
  await jobs.resume(alice, act.id)
  await jobs.resume(alice, list.id)
  t.match(await until(jobs, act.id, ['completed']), { progress: { succeeded: 10 } })
  t.match(await until(jobs, list.id, ['awaiting_confirmation']), { reason: null, error: null })
})
