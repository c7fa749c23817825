import { test } from 'tap'
import type { BulkResult } from '../../src/contract/bulk.ts'
import type { OnFailure } from '../../src/contract/bulk-options.ts'
import { alice, runToEnd, shelfAction, startBulk, succeeded, until } from '../helpers/bulk.ts'

const refused = (id: string, reason = 'upstream_refused'): BulkResult => ({
  item_id: id,
  outcome: 'failed',
  error: { code: 'VALIDATION_ERROR', reason, message: 'The label is not there' }
})
const numberOf = (id: string): number => Number(id.slice(5))
const failing = (isBad: (at: number) => boolean) =>
  shelfAction({
    idempotent: false,
    max_batch: 1,
    executeBatch: async function* (items) {
      for (const item of items) yield isBad(numberOf(item.id)) ? refused(item.id) : succeeded(item)
    }
  })
const options = (on_failure: OnFailure) => ({ options: { dry_run: false, max_items: 100_000, on_failure } })

test('a job of which too many items fail one after another pauses, and says how many and why', async t => {
  const action = failing(at => at >= 30)
  const { jobs, request } = await startBulk(t, [action])
  const paused = await runToEnd(jobs, request(action, { input: { many: 200 } }))
  t.match(paused, {
    status: 'paused',
    reason: 'too_many_failures',
    error: {
      code: 'VALIDATION_ERROR',
      reason: 'too_many_failures',
      message: /^25 items failed one after another, most often so: The label is not there \(25 items\)/
    },
    progress: { succeeded: 30, failed: 25, pending: 145 }
  })

  await jobs.resume(alice, paused.id)
  const again = await until(jobs, paused.id, job => job.status === 'paused' && job.progress.failed > 25)
  t.match(again, { reason: 'too_many_failures', progress: { failed: 50 } }, 'the count starts anew')
})

test('a job of which most items fail pauses, though never many one after another', async t => {
  const action = failing(at => at % 5 > 1)
  const { jobs, request } = await startBulk(t, [action])
  const paused = await runToEnd(jobs, request(action, { input: { many: 1_000 } }))
  t.match(paused, { status: 'paused', error: { message: /^60 of 100 items failed/ }, progress: { failed: 60, done: 100 } })
  await jobs.resume(alice, paused.id)
  t.match(await until(jobs, paused.id, job => job.status === 'paused' && job.progress.done > 100), { progress: { done: 200 } })
})

test('items of which nobody knows count as failures, successes between them do not', async t => {
  const unknown = shelfAction({
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

test('a job that was told to ignore failures goes on to its end; one that was told to pause does at the first', async t => {
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

test('how many are too many may be set, and 0 means never', async t => {
  const action = failing(() => true)
  const strict = await startBulk(t, [action], { settings: { break_in_a_row: 3 } })
  t.match(await runToEnd(strict.jobs, strict.request(action, { input: { many: 20 } })), { status: 'paused', progress: { failed: 3 } })
  const lax = await startBulk(t, [action], { settings: { break_in_a_row: 0, break_percent: 0 } })
  t.match(await runToEnd(lax.jobs, lax.request(action, { input: { many: 150 } })), { status: 'completed', progress: { failed: 150 } })
})
