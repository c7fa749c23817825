import type { BulkAdapter, BulkResult, Finding } from '../../contract/bulk.ts'
import { OperationError } from '../../contract/errors.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { redisNow } from '../../lib/redis/time.ts'
import { type InheritedData, inheritedOf, originalItem } from '../commands/follow-up/parent-items.ts'
import { storedResult } from '../model/item-result.ts'
import { ITEM_STATUSES } from '../model/item-status.ts'
import { jobKey } from '../store/keys.ts'
import { runJobCommand } from '../store/lua/commands.ts'
import { findOutcomes } from './find-outcomes.ts'

/** How a job executes items: the action itself, its inverse, or its reconcile. */
export type Execution = Pick<BulkAdapter, 'max_batch' | 'concurrency' | 'executeBatch'>

export interface ReconcileParts {
  redis: RedisClient
  /** As in the settings. */
  settle_ms: number
}

/** A reconcile job, and the job whose unknown items it checks. */
interface ReconcileJob {
  id: string
  parent: string
}

/**
 * Returns the execution of a reconcile job: each unknown item is checked, and the parent is corrected before the job stores its own result. A
 * repeated correction changes nothing.
 */
export function reconcileExecution(parts: ReconcileParts, adapter: BulkAdapter, job: ReconcileJob): Execution {
  const { reconcile, id, max_batch, concurrency } = adapter
  if (!reconcile) throw new OperationError('configuration_missing', `The version of ${id} on this worker cannot check outcomes.`)
  return {
    max_batch,
    concurrency,
    async *executeBatch(items, action, call) {
      const inherited = new Map(items.map(item => [item.id, inheritedOf(item)]))
      const leftMs = await callsLeftMs(parts, job.parent)
      let isTooEarly = false
      for await (const finding of findOutcomes({ ...adapter, reconcile }, items.map(originalItem), action, call)) {
        // A call that is still in progress could do the item a moment later.
        if (finding.outcome === 'not_attempted' && leftMs > 0) isTooEarly = true
        else yield await correctParent(parts.redis, job, finding, inherited.get(finding.item_id))
      }
      if (isTooEarly) throw callsInProgress(leftMs)
    }
  }
}

/** Returns the time in ms for which calls of the job whose responses were lost may still be in progress; 0 or less if none can be. */
async function callsLeftMs({ redis, settle_ms }: ReconcileParts, parent: string): Promise<number> {
  const [unknownAt, now] = await Promise.all([redis.hget(jobKey(parent, 'meta'), 'unknown_at'), redisNow(redis)])
  return Number(unknownAt ?? 0) + settle_ms - now
}

function callsInProgress(leftMs: number): OperationError {
  const message =
    'Calls whose responses were lost may still be in progress: items that are not done so far are checked again once no call can be.'
  return new OperationError('calls_under_way', message, { source: 'gateway', outcome: 'not_executed', retry_after_ms: leftMs })
}

const BYTES: ReadonlyMap<Finding['outcome'], string> = new Map([
  ['succeeded', ITEM_STATUSES.succeeded.byte],
  ['not_attempted', ITEM_STATUSES.pending.byte]
])

async function correctParent(
  redis: RedisClient,
  { id, parent }: ReconcileJob,
  finding: Finding,
  { at, mark = '' }: Partial<InheritedData> = {}
): Promise<BulkResult> {
  const { item_id, outcome, error = STILL_UNKNOWN } = finding
  const byte = BYTES.get(outcome)
  if (byte === undefined) return { item_id, outcome: 'unknown', error }
  if (at === undefined) return { item_id, outcome: 'succeeded' } // not an item of the batch: the engine reports the violation
  const [result] = await runJobCommand(redis, 'resolveItem', parent, [id, at, mark, byte, rowOf(finding)])
  if (result === 'late') return { item_id, outcome: 'unknown', error: STILL_UNKNOWN }
  return result === 'gone'
    ? { item_id, outcome: 'failed', error: PARENT_GONE }
    : { item_id, outcome: 'succeeded', data: { found: outcome } }
}

function rowOf({ outcome, ...finding }: Finding): string {
  return outcome === 'succeeded' ? (storedResult({ ...finding, outcome }, '').row ?? '') : ''
}

const STILL_UNKNOWN = { code: 'UNKNOWN_ERROR', reason: 'still_unknown', message: 'Whether it was done cannot be determined' }
const PARENT_GONE = { code: 'GONE_ERROR', reason: 'job_expired', message: 'The items of the parent job are no longer stored' }
