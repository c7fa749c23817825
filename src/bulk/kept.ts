import type { Json } from '../contract/bulk.ts'
import type { CallResult } from '../contract/job-parts.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import { jobKey } from './keys.ts'
import type { Meta } from './meta.ts'
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
  const { data, error }: { data?: CallResult & { left_out?: string }; error?: { code: string; reason: string; message: string } } =
    JSON.parse(text)
  if (data?.left_out !== undefined) return tooLarge(operation, data.left_out)
  return data ?? (error ? broken(error) : null)
}

/** Done, and its answer not kept. */
const tooLarge = (operation: string, size: string): CallResult => ({
  status: 200,
  success: true,
  data: null,
  metadata: {
    operation,
    truncated: {
      reason: 'size',
      omitted: null,
      hint: `It was done. Its answer is ${size}, and is not kept: narrow it, or call in mode sync.`
    }
  }
})

/** The engine says what became of a call whose worker does not. */
const broken = ({ code, reason, message }: { code: string; reason: string; message: string }): CallResult => ({
  status: 500,
  success: false,
  error: { code, message, details: { reason, source: 'gateway', outcome: 'unknown', retryable: false, suggestions: [LOOK] } }
})

const LOOK = 'Look whether it was done before you make the call again.'
