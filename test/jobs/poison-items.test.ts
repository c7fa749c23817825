import { test } from 'tap'
import type { BulkResult } from '../../src/contract/bulk.ts'
import { OperationError } from '../../src/contract/errors.ts'
import type { OnFailure } from '../../src/contract/jobs.ts'
import { alice, runToEnd, startBulk, succeeded, testAdapter, until } from '../helpers/bulk.ts'

const down = () => new OperationError('server_error', 'The system fell over', { source: 'upstream', outcome: 'unknown' })
const settings = { first_wait_ms: 10 }

test('one item that makes every call with it fail is given up, and the others are executed', async t => {
  for (const concurrency of [1, 3]) {
    const action = testAdapter({
      max_batch: 10,
      concurrency,
      executeBatch: async function* (items) {
        if (items.some(({ id }) => id === 'item-7')) throw down()
        for (const item of items) yield succeeded(item)
      }
    })
    const { jobs, request } = await startBulk(t, [action], { settings })
    t.match(
      await runToEnd(jobs, request(action, { input: { many: 45 } })),
      {
        status: 'completed',
        progress: { succeeded: 44, failed: 0, unknown: 1 },
        errors: [{ reason: 'server_error', message: 'The system fell over; it may or may not be done', sample_item_ids: ['item-7'] }]
      },
      `${concurrency} at once`
    )
  }
})

test('an abandoned call reports an outcome only as far as it is known', async t => {
  for (const [thrown, outcome] of [
    ['unknown', 'unknown'],
    ['executed', 'executed'],
    ['not_executed', 'not_executed'],
    [undefined, 'unknown']
  ] as const) {
    const plain = testAdapter({
      executeBatch: async function* () {
        yield* []
        throw new OperationError('server_error', 'The system fell over', { source: 'upstream', ...(thrown && { outcome: thrown }) })
      }
    })
    const action = { ...plain, kind: 'call' as const }
    const { jobs, request } = await startBulk(t, [action], { settings })
    const options = { dry_run: false, max_items: 10, on_failure: 'continue' as const, retries: 0 }
    const end = await runToEnd(jobs, request(action, { input: { many: 1 }, options }))
    t.match(end, { progress: { failed: 1 }, result: { status: 502, error: { details: { reason: 'server_error', outcome } } } })
  }
})

test('after the suspects, calls are as large as before', async t => {
  const sizes: number[] = []
  const action = testAdapter({
    max_batch: 10,
    executeBatch: async function* (items) {
      if (items.some(({ id }) => id === 'item-2')) throw down()
      sizes.push(items.length)
      for (const item of items) yield succeeded(item)
    }
  })
  const { jobs, request } = await startBulk(t, [action], { settings })
  await runToEnd(jobs, request(action, { input: { many: 40 } }))
  t.ok(sizes.includes(10), sizes.join(', '))
})

test('an outage of the system costs few items, and none after its recovery', async t => {
  let calls = 0
  const action = testAdapter({
    executeBatch: async function* (items) {
      calls += 1
      if (calls <= 4) throw down()
      for (const item of items) yield succeeded(item)
    }
  })
  const refusesAll = testAdapter({
    name: 'refuses_all',
    executeBatch: () => {
      throw new OperationError('connection_failed', 'Nobody is there')
    }
  })
  const { jobs, request } = await startBulk(t, [action, refusesAll], { settings })
  t.match(await runToEnd(jobs, request(action)), { status: 'completed', progress: { succeeded: 10, failed: 0 } })
  const made = await jobs.create(request(refusesAll))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  await new Promise(resolve => setTimeout(resolve, 1_500))
  t.match(await jobs.get(alice, made.id), { progress: { failed: 0, pending: 10 } }, 'a failed connection accuses no item')
  await jobs.cancel(alice, made.id)
  await until(jobs, made.id, ['cancelled'])
})

const refused = (id: string, reason = 'upstream_refused'): BulkResult => ({
  item_id: id,
  outcome: 'failed',
  error: { code: 'VALIDATION_ERROR', reason, message: 'The label is not there' }
})
const numberOf = (id: string): number => Number(id.slice(5))
const failing = (isBad: (at: number) => boolean) =>
  testAdapter({
    idempotent: false,
    max_batch: 1,
    executeBatch: async function* (items) {
      for (const item of items) yield isBad(numberOf(item.id)) ? refused(item.id) : succeeded(item)
    }
  })
const options = (on_failure: OnFailure) => ({ options: { dry_run: false, max_items: 100_000, on_failure } })

test('a job with too many consecutive failures pauses, and reports how many and why', async t => {
  const action = failing(at => at >= 30)
  const { jobs, request } = await startBulk(t, [action])
  const paused = await runToEnd(jobs, request(action, { input: { many: 200 } }))
  t.match(paused, {
    status: 'paused',
    reason: 'too_many_failures',
    error: {
      code: 'VALIDATION_ERROR',
      reason: 'too_many_failures',
      message: /^25 items failed one after another, most often with: The label is not there \(25 items\)/
    },
    progress: { succeeded: 30, failed: 25, pending: 145 }
  })

  await jobs.resume(alice, paused.id)
  const again = await until(jobs, paused.id, job => job.status === 'paused' && job.progress.failed > 25)
  t.match(again, { reason: 'too_many_failures', progress: { failed: 50 } }, 'the count restarts')
})

test('a job pauses if most items fail, even if few of them are consecutive', async t => {
  const action = failing(at => at % 5 > 1)
  const { jobs, request } = await startBulk(t, [action])
  const paused = await runToEnd(jobs, request(action, { input: { many: 1_000 } }))
  t.match(paused, { status: 'paused', error: { message: /^60 of 100 items failed/ }, progress: { failed: 60, done: 100 } })
  await jobs.resume(alice, paused.id)
  t.match(await until(jobs, paused.id, job => job.status === 'paused' && job.progress.done > 100), { progress: { done: 200 } })
})

test('unknown items count as failures; successes between them do not reset the count', async t => {
  const unknown = testAdapter({
    name: 'unknown',
    idempotent: false,
    max_batch: 5,
    executeBatch: async function* (items) {
      for (const { id } of items) yield { item_id: id, outcome: 'unknown' }
    }
  })
  const scattered = failing(at => at % 3 === 0)
  const { jobs, request } = await startBulk(t, [unknown, scattered])
  t.match(await runToEnd(jobs, request(unknown, { input: { many: 100 } })), { status: 'paused', progress: { unknown: 25 } })
  t.match(await runToEnd(jobs, request(scattered, { input: { many: 300 } })), { status: 'completed', progress: { failed: 100 } })
})

test('on_failure: ignore continues to the end, on_failure: pause stops at the first failure', async t => {
  const action = failing(() => true)
  const { jobs, request } = await startBulk(t, [action])
  t.match(await runToEnd(jobs, request(action, { input: { many: 150 }, ...options('ignore') })), {
    status: 'completed',
    progress: { failed: 150 }
  })
  t.match(await runToEnd(jobs, request(action, { input: { many: 150 }, ...options('pause') })), {
    status: 'paused',
    reason: 'item_failed',
    progress: { failed: 1 }
  })
})

test('the limits of failures are configurable, and 0 disables them', async t => {
  const action = failing(() => true)
  const strict = await startBulk(t, [action], { settings: { breaker_streak: 3 } })
  t.match(await runToEnd(strict.jobs, strict.request(action, { input: { many: 20 } })), { status: 'paused', progress: { failed: 3 } })
  const lax = await startBulk(t, [action], { settings: { breaker_streak: 0, breaker_percent: 0 } })
  t.match(await runToEnd(lax.jobs, lax.request(action, { input: { many: 150 } })), { status: 'completed', progress: { failed: 150 } })
})
