import type { BulkAdapter, BulkItem } from '../../contract/bulk.ts'
import { OperationError } from '../../contract/errors.ts'
import type { Call } from '../../contract/handed.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { namesOf } from '../items.ts'
import { type Meta, pendingOf } from '../meta.ts'
import { fetchMeta } from '../read-meta.ts'
import { requireOwn } from './claims.ts'
import { asDone } from './inherited.ts'
import { type Acting, type LookParts, lookOf } from './look.ts'
import { pageOf } from './pages.ts'

// biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
type AnyCall = Call<any, any>

/** Items of a parent copied at a time. */
const PAGE = 1_000

/**
 * The adapter a job runs by. What the job was told of its action when it was made holds until its end, whatever a later release says: the
 * scripts go by it too. One that was made from another lists that one's items, and does to them what it was made for.
 */
export function adapterOfJob(parts: LookParts, action: BulkAdapter, meta: Meta): BulkAdapter {
  const { redis } = parts
  const { id, parent, follows, bytes, idempotent, keepsData: keeps_data } = meta
  const isSame = action.idempotent === idempotent && action.keeps_data === keeps_data
  const adapter = isSame ? action : { ...action, idempotent, keeps_data }
  if (parent === null || follows === null) return adapter
  const { lookUp: _, ...own } = adapter
  return {
    ...own,
    ...actingOf(parts, adapter, meta, parent),
    page_size: PAGE,
    count: async () => ({ value: await countOf(redis, parent, bytes), relation: 'eq' }),
    nextBatch: async (_query, at, { warn }) => {
      if (at.cursor === undefined) await requireOwn(redis, parent, id)
      return await pageOf({ redis, parent, how: follows, bytes, warn }, at)
    },
    describe: (items, call) => named(redis, adapter, meta, items, call)
  }
}

function actingOf(parts: LookParts, adapter: BulkAdapter, { id, follows, inverse }: Meta, parent: string): Acting {
  if (follows === 'reconcile') return lookOf(parts, adapter, { id, parent })
  return inverse ? inverseOf(adapter) : adapter
}

function inverseOf({ undo, id, max_batch, concurrency }: BulkAdapter): Acting {
  if (!undo) throw new OperationError('configuration_missing', `This worker knows no undo of ${id}`)
  return {
    max_batch: undo.max_batch ?? max_batch,
    concurrency: undo.concurrency ?? concurrency,
    executeBatch: (items, action, call) => undo.executeBatch(items.map(asDone), action, call)
  }
}

async function countOf(redis: RedisClient, parent: string, bytes: string): Promise<number> {
  const meta = await fetchMeta(redis, parent)
  if (!meta) return 0
  const { succeeded, failed, unknown } = meta.counts
  const counts = new Map([
    ['s', succeeded],
    ['f', failed],
    ['u', unknown],
    ['p', pendingOf(meta)]
  ])
  return [...bytes].reduce((sum, byte) => sum + (counts.get(byte) ?? 0), 0)
}

/** Names by the adapter, from its own data; else those that the preview of the parent had. */
async function named(redis: RedisClient, { describe }: BulkAdapter, meta: Meta, items: BulkItem[], call: AnyCall): Promise<BulkItem[]> {
  const plain = meta.follows === 'reconcile' || meta.inverse ? items.map(asDone) : items
  const names = describe
    ? new Map((await describe(plain, call)).map(({ id, display_name }) => [id, display_name]))
    : await namesOf(redis, meta.parent ?? '')
  return items.map(item => ({ ...item, display_name: names.get(item.id) ?? item.display_name }))
}
