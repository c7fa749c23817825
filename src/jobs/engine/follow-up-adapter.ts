import type { BulkAdapter, BulkItem } from '../../contract/bulk.ts'
import type { Call } from '../../contract/call.ts'
import { OperationError } from '../../contract/errors.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { confirmClaim } from '../commands/follow-up/claims.ts'
import { originalItem, parentItems } from '../commands/follow-up/parent-items.ts'
import { itemStatuses } from '../model/item-status.ts'
import { type Meta, pendingOf } from '../model/job-record.ts'
import { namesOf } from '../store/items.ts'
import { fetchMeta } from '../store/read-record.ts'
import { type Execution, type ReconcileParts, reconcileExecution } from './reconcile-items.ts'

// biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
type AnyCall = Call<any, any>

/** Items of a parent copied at a time. */
const PAGE = 1_000

/**
 * Returns the adapter that a job runs with. Properties of the action that the job stored when it was created stay until its end, even if a later
 * release changes them, because the scripts use them too. A follow-up job lists the items of its parent.
 */
export function adapterOfJob(parts: ReconcileParts, action: BulkAdapter, meta: Meta): BulkAdapter {
  const { redis } = parts
  const { id, parent, follows, bytes, inverse, idempotent, keepsData: keeps_data } = meta
  const isSame = action.idempotent === idempotent && action.keeps_data === keeps_data
  const adapter = isSame ? action : { ...action, idempotent, keeps_data }
  if (parent === null || follows === null) return adapter
  const { lookUp: _, keeps_before, ...own } = adapter
  return {
    ...own,
    // An undo and a reconcile store no images.
    ...(keeps_before && follows === 'retry' && !inverse && { keeps_before }),
    ...executionOf(parts, adapter, meta, parent),
    page_size: PAGE,
    count: async () => ({ value: await countOf(redis, parent, bytes), relation: 'eq' }),
    nextBatch: async (_query, at, { warn }) => {
      if (at.cursor === undefined) await confirmClaim(redis, parent, id)
      return await parentItems({ redis, parent, how: follows, bytes, warn }, at)
    },
    describe: (items, call) => withNames(redis, adapter, meta, items, call)
  }
}

function executionOf(parts: ReconcileParts, adapter: BulkAdapter, { id, follows, inverse }: Meta, parent: string): Execution {
  if (follows === 'reconcile') return reconcileExecution(parts, adapter, { id, parent })
  return inverse ? inverseOf(adapter) : adapter
}

function inverseOf({ undo, id, max_batch, concurrency }: BulkAdapter): Execution {
  if (!undo) throw new OperationError('configuration_missing', `The version of ${id} on this worker cannot be undone.`)
  return {
    max_batch: undo.max_batch ?? max_batch,
    concurrency: undo.concurrency ?? concurrency,
    executeBatch: (items, action, call) => undo.executeBatch(items.map(originalItem), action, call)
  }
}

async function countOf(redis: RedisClient, parent: string, bytes: string): Promise<number> {
  const meta = await fetchMeta(redis, parent)
  if (!meta) return 0
  return itemStatuses
    .filter(({ byte }) => bytes.includes(byte))
    .reduce((sum, { outcome }) => sum + (outcome === null ? pendingOf(meta) : meta.counts[outcome]), 0)
}

/** Adds the names that the adapter finds from its own data; otherwise those of the parent's preview. */
async function withNames(redis: RedisClient, { describe }: BulkAdapter, meta: Meta, items: BulkItem[], call: AnyCall): Promise<BulkItem[]> {
  const originals = meta.follows === 'reconcile' || meta.inverse ? items.map(originalItem) : items
  const names = describe
    ? new Map((await describe(originals, call, meta.action)).map(({ id, display_name }) => [id, display_name]))
    : await namesOf(redis, meta.parent ?? '')
  return items.map(item => ({ ...item, display_name: names.get(item.id) ?? item.display_name }))
}
