import type { BulkAdapter, BulkResult } from '../../contract/bulk.ts'
import type { Finding } from '../../contract/bulk-afterwards.ts'
import { OperationError } from '../../contract/errors.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { redisNow } from '../../lib/redis/time.ts'
import { jobKey } from '../keys.ts'
import { settledAs } from '../result.ts'
import { runScript } from '../scripts/run.ts'
import { asDone, type Inherited, inheritedOf } from './inherited.ts'

/** How items are acted on: as the action says, or as its inverse or its look at unknown items does. */
export type Acting = Pick<BulkAdapter, 'max_batch' | 'concurrency' | 'executeBatch'>

/** What a look works with beside the action. */
export interface LookParts {
  redis: RedisClient
  /** As in the settings. */
  settle_ms: number
}

/** A job that looks, and the one whose items it looks at. */
interface Look {
  id: string
  parent: string
}

/** Looks, and tells the parent what was found before the job itself notes it: told twice, it changes nothing. */
export function lookOf(parts: LookParts, { reconcile, id, max_batch, concurrency }: BulkAdapter, look: Look): Acting {
  if (!reconcile) throw new OperationError('configuration_missing', `This worker knows no reconcile of ${id}`)
  return {
    max_batch,
    concurrency,
    async *executeBatch(items, action, call) {
      await requireSettled(parts, look.parent)
      const places = new Map(items.map(item => [item.id, inheritedOf(item)]))
      for await (const finding of reconcile(items.map(asDone), action, call)) {
        yield await told(parts.redis, look, finding, places.get(finding.item_id))
      }
    }
  }
}

/** A look that comes before a call has ended would find its item not done, and a moment later it is: the look waits. */
async function requireSettled({ redis, settle_ms }: LookParts, parent: string): Promise<void> {
  const [unknownAt, now] = await Promise.all([redis.hget(jobKey(parent, 'meta'), 'unknown_at'), redisNow(redis)])
  const left = Number(unknownAt ?? 0) + settle_ms - now
  if (left <= 0) return
  const message = 'Calls whose answers were lost may still be under way: what became of their items is looked up once none can be.'
  throw new OperationError('calls_under_way', message, { source: 'gateway', outcome: 'not_executed', retry_after_ms: left })
}

const BYTES: ReadonlyMap<Finding['outcome'], string> = new Map([
  ['succeeded', 's'],
  ['not_attempted', 'p']
])

async function told(
  redis: RedisClient,
  { id, parent }: Look,
  finding: Finding,
  { at, mark = '' }: Partial<Inherited> = {}
): Promise<BulkResult> {
  const { item_id, outcome } = finding
  const byte = BYTES.get(outcome)
  if (byte === undefined) return { item_id, outcome: 'unknown', error: STILL_UNKNOWN }
  if (at === undefined) return { item_id, outcome: 'succeeded' } // it was not asked about: the engine says so
  const [answer] = await runScript(redis, 'resolve', parent, [id, at, mark, byte, rowOf(finding)])
  if (answer === 'late') return { item_id, outcome: 'unknown', error: STILL_UNKNOWN }
  return answer === 'gone'
    ? { item_id, outcome: 'failed', error: PARENT_GONE }
    : { item_id, outcome: 'succeeded', data: { found: outcome } }
}

function rowOf({ outcome, ...said }: Finding): string {
  return outcome === 'succeeded' ? (settledAs({ ...said, outcome }, '').row ?? '') : ''
}

const STILL_UNKNOWN = { code: 'UNKNOWN_ERROR', reason: 'still_unknown', message: 'Nobody can say whether it was done' }
const PARENT_GONE = { code: 'GONE_ERROR', reason: 'job_expired', message: 'The items of the job it belongs to are no longer kept' }
