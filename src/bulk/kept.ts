import type { Json } from '../contract/bulk.ts'
import { type Outcome, REASON_NAMES, statusOf } from '../contract/errors.ts'
import type { CallResult } from '../contract/job-parts.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import { jobKey } from './keys.ts'
import type { Failure, Meta } from './meta.ts'
import type { Row } from './result.ts'
import { isTerminal } from './states.ts'

// The one item of a job of kind call: what it is to do, and what it came to.

/** Keeps the call apart from the hash, which is read at every look at the job; for so long (s) where no job comes. Another attempt at the same call changes nothing. */
export async function keepCall(redis: RedisClient, id: string, call: Json, orphanS: number): Promise<void> {
  await redis.set(jobKey(id, 'kept'), JSON.stringify(call), 'EX', orphanS, 'NX')
}

/** The job with its action, wherever that is kept. */
export async function withAction(redis: RedisClient, meta: Meta): Promise<Meta> {
  if (meta.kind !== 'call') return meta
  const text = await redis.get(jobKey(meta.id, 'kept'))
  return { ...meta, action: text === null ? null : JSON.parse(text) }
}

/** What the call came to; null until it has, and where that is no longer kept. Undefined of other jobs. */
export async function resultOf(redis: RedisClient, { id, kind, status, operation, counts }: Meta): Promise<CallResult | null | undefined> {
  if (kind !== 'call') return undefined
  if (!isTerminal(status) || counts.succeeded + counts.failed + counts.unknown === 0) return null
  const text = await redis.hget(jobKey(id, 'results'), '0')
  if (text === null) return null
  const { data, error, outcome }: KeptRow = JSON.parse(text)
  // A row of an earlier release says nothing of it: a failure was told as one of which nothing was done, unless it was told as unknown.
  const told = error && untold(error, outcome ?? (counts.unknown > 0 ? 'unknown' : 'not_executed'))
  if (data?.left_out === undefined) return data ?? told ?? null
  return told ?? tooLarge(operation, data.left_out)
}

interface KeptRow extends Pick<Row, 'error' | 'outcome'> {
  data?: CallResult & { left_out?: string }
}

/** Done, and its answer not kept. */
const tooLarge = (operation: string, size: string): CallResult => ({
  status: 200,
  success: true,
  data: null,
  metadata: {
    operation,
    truncated: { reason: 'size', omitted: null, hint: `It was done. Its answer is ${size}, and is not kept: ask for less at a time.` }
  }
})

/** A failure of which the row of the item is all that is kept: the engine says it, or it is too large. */
function untold({ code, reason, message }: Failure, outcome: Outcome): CallResult {
  const known = REASON_NAMES.find(name => name === reason)
  const suggestions = outcome === 'unknown' ? [LOOK] : []
  return {
    status: known === undefined ? 500 : statusOf(known),
    success: false,
    error: { code, message, details: { reason, source: 'gateway', outcome, retryable: false, suggestions } }
  }
}

const LOOK = 'Look whether it was done before you make the call again.'
