import { getEventListeners, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import type { BulkItem } from '../../src/contract/bulk.ts'
import { OperationError, type Outcome, type Reason } from '../../src/contract/errors.ts'
import { startTimeLimit } from '../../src/jobs/engine/abort-grace.ts'
import { alice, runToEnd, startBulk, succeeded, testAdapter, until } from '../helpers/bulk.ts'

const broken = (reason: Reason, outcome: Outcome, more: object = {}) =>
  new OperationError(reason, `The system says ${reason}`, { source: 'upstream', outcome, ...more })

/** An action that throws the error this many times for an item, and counts its attempts at each. */
function flaky(
  error: OperationError,
  times: number,
  parts: Parameters<typeof testAdapter>[0] = {},
  isBad = (id: string) => id === 'item-1'
) {
  const attempts = new Map<string, number>()
  const action = testAdapter({
    max_batch: 1,
    executeBatch: async function* (items: BulkItem[]) {
      for (const item of items) {
        const tried = (attempts.get(item.id) ?? 0) + 1
        attempts.set(item.id, tried)
        if (isBad(item.id) && tried <= times) throw error
        yield succeeded(item)
      }
    },
    ...parts
  })
  return { action, attempts }
}

const options = (more: { retries?: number; chunk?: number }) => ({
  options: { dry_run: false, max_items: 100, on_failure: 'continue' as const, ...more }
})

test('after a failure of the system an idempotent item is tried twice more in place, then is unknown; the job never waits for it', async t => {
  for (const reason of ['server_error', 'network_timeout'] as const) {
    for (const [times, unknown] of [
      [2, 0],
      [9, 1]
    ] as const) {
      const { action, attempts } = flaky(broken(reason, 'unknown'), times)
      const { jobs, request } = await startBulk(t, [action], { settings: { first_wait_ms: 600_000 } })
      const end = await runToEnd(jobs, request(action))
      t.match(end, { status: 'completed', progress: { succeeded: 10 - unknown, failed: 0, unknown } }, `${reason}, ${times} times`)
      t.equal(attempts.get('item-1'), 3)
      if (unknown > 0) t.match(end.errors, [{ reason, count: 1, sample_item_ids: ['item-1'] }])
    }
  }
})

test('after a failed connection an item is tried twice more in place, then the job waits; no item is consumed', async t => {
  for (const idempotent of [true, false]) {
    const { action, attempts } = flaky(broken('connection_failed', 'not_executed'), 5, { idempotent })
    const { jobs, request } = await startBulk(t, [action], { settings: { first_wait_ms: 1_000 } })
    const made = await jobs.create(request(action))
    await jobs.confirm(alice, made.id, made.confirm_token ?? '')
    t.match(await until(jobs, made.id, ['waiting']), { reason: 'network', progress: { failed: 0, unknown: 0 } })
    t.equal(attempts.get('item-1'), 3)
    t.match(await until(jobs, made.id, ['completed']), { progress: { succeeded: 10 } })
    t.equal(attempts.get('item-1'), 6)
  }
})

test('after a failure of the system or a broken connection a non-idempotent item is unknown, and never tried again', async t => {
  for (const reason of ['server_error', 'network_timeout', 'connection_failed'] as const) {
    const { action, attempts } = flaky(broken(reason, 'unknown'), 9, { idempotent: false })
    const { jobs, request } = await startBulk(t, [action])
    t.match(await runToEnd(jobs, request(action)), { status: 'completed', progress: { succeeded: 9, unknown: 1, failed: 0 } }, reason)
    t.equal(attempts.get('item-1'), 1)
  }
})

test('a rate limit is not retried in place', async t => {
  for (const error of [
    broken('rate_limit_exceeded', 'not_executed', { retry_after_ms: 300 }),
    broken('server_error', 'not_executed', { retry_after_ms: 300 })
  ]) {
    const { action, attempts } = flaky(error, 1)
    const { jobs, request } = await startBulk(t, [action])
    const made = await jobs.create(request(action))
    await jobs.confirm(alice, made.id, made.confirm_token ?? '')
    await until(jobs, made.id, ['waiting'])
    t.equal(attempts.get('item-1'), 1)
    t.match(await until(jobs, made.id, ['completed']), { progress: { succeeded: 10 } })
  }
})

test('an item whose own result can differ the next time is retried alone; others are not', async t => {
  const calls: string[][] = []
  const results = (idempotent: boolean) =>
    testAdapter({
      name: idempotent ? 'again' : 'once',
      idempotent,
      max_batch: 5,
      executeBatch: async function* (items) {
        calls.push(items.map(({ id }) => id))
        for (const item of items) {
          if (item.id === 'item-2' && calls.length < 3) {
            yield { item_id: item.id, outcome: 'failed', error: { code: 'UPSTREAM_SERVER_ERROR', reason: 'server_error', message: 'Oh' } }
          } else if (item.id === 'item-3') {
            yield { item_id: item.id, outcome: 'failed', error: { code: 'NOT_FOUND_ERROR', reason: 'upstream_not_found', message: 'No' } }
          } else yield succeeded(item)
        }
      }
    })
  const [again, once] = [results(true), results(false)]
  const { jobs, request } = await startBulk(t, [again, once])
  t.match(await runToEnd(jobs, request(again, { input: { many: 5 } })), { progress: { succeeded: 4, failed: 1 } })
  t.same(calls, [['item-0', 'item-1', 'item-2', 'item-3', 'item-4'], ['item-2'], ['item-2']])
  calls.length = 0
  t.match(await runToEnd(jobs, request(once, { input: { many: 5 } })), { progress: { succeeded: 3, failed: 2 } })
  t.equal(calls.length, 1)
})

test('a job without retries retries nothing', async t => {
  const { action, attempts } = flaky(broken('server_error', 'unknown'), 9, { max_batch: 5 })
  const { jobs, request } = await startBulk(t, [action], { settings: { first_wait_ms: 600_000 } })
  t.match(await runToEnd(jobs, request(action, options({ retries: 0 }))), {
    status: 'completed',
    progress: { succeeded: 6, failed: 0, unknown: 4 }
  })
  t.equal(attempts.get('item-1'), 1)
})

test('a job that is cancelled does not wait for another attempt', async t => {
  const { action } = flaky(broken('server_error', 'unknown'), 9)
  const { jobs, request } = await startBulk(t, [action], { settings: { retry_pause_ms: 600_000 } })
  const made = await jobs.create(request(action))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  await until(jobs, made.id, job => job.progress.succeeded === 1)
  await jobs.cancel(alice, made.id)
  t.match(await until(jobs, made.id, ['cancelled']), { progress: { failed: 0, unknown: 1, not_attempted: 8 } })
})

test('requests that a failed call still runs are aborted at the end of the turn', async t => {
  const broken = Promise.withResolvers<unknown>()
  const action = testAdapter({
    executeBatch: async function* (items, _action, { signal }) {
      signal.addEventListener('abort', () => broken.resolve(signal.reason))
      for (const item of items) {
        if (item.id === 'item-3') throw new OperationError('authentication_failed', 'The system says no', { outcome: 'not_executed' })
        yield succeeded(item)
      }
    }
  })
  const { jobs, request } = await startBulk(t, [action], { settings: { batch_timeout_ms: 20_000 } })
  const made = await jobs.create(request(action))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  await until(jobs, made.id, ['waiting'])
  t.match(await broken.promise, { name: 'AbortError' }, 'and does not run until its deadline')
})

test('a finished call keeps no reference to the turn, which may have a million calls', async t => {
  const turn = new AbortController()
  startTimeLimit(turn.signal, 60_000).stop()
  const { signal: late } = startTimeLimit(turn.signal, 1)
  await Promise.all([once(late, 'abort'), sleep(10)])
  t.equal(getEventListeners(turn.signal, 'abort').length, 0)
  const { signal } = startTimeLimit(turn.signal, 60_000)
  turn.abort(new Error('over'))
  t.match([late.reason, signal.reason], [{ name: 'TimeoutError' }, { message: 'over' }])
})

test('a call takes as many items as the job requests, up to the maximum of the action', async t => {
  const sizes = new Set<number>()
  const action = testAdapter({
    max_batch: 10,
    executeBatch: async function* (items) {
      sizes.add(items.length)
      for (const item of items) yield succeeded(item)
    }
  })
  const { jobs, request } = await startBulk(t, [action])
  for (const [chunk, most] of [
    [4, 4],
    [99, 10]
  ] as const) {
    sizes.clear()
    t.match(await runToEnd(jobs, request(action, { input: { many: 40 }, ...options({ chunk }) })), { progress: { succeeded: 40 } })
    t.equal(Math.max(...sizes), most)
  }
})

test('an HTTP failure of a write is reported as such, and only a lost connection as a lost response', async t => {
  const failures: [OperationError, RegExp][] = [
    [
      new OperationError('server_error', 'The shelf answered 500: oops', { outcome: 'unknown' }),
      /^The shelf answered 500: oops; it may or may not be done$/
    ],
    [
      new OperationError('network_timeout', 'The shelf did not answer in time.', { outcome: 'unknown' }),
      /^The shelf did not answer in time; it may/
    ],
    [
      new OperationError('connection_failed', 'Reset', { outcome: 'unknown' }),
      /^It was sent, and the response was lost: it may or may not be done$/
    ]
  ]
  for (const [failure, message] of failures) {
    const action = testAdapter({
      idempotent: false,
      executeBatch: () => {
        throw failure
      }
    })
    const { jobs, request } = await startBulk(t, [action])
    const made = await jobs.create(
      request(action, { input: { many: 1 }, options: { dry_run: false, max_items: 10, on_failure: 'ignore', retries: 0 } })
    )
    await jobs.confirm(alice, made.id, made.confirm_token ?? '')
    const job = await until(jobs, made.id, ({ progress }) => progress.unknown === 1)
    t.match(job.errors, [{ message }])
  }
})
