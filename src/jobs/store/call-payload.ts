import type { Json } from '../../contract/bulk.ts'
import { type Outcome, REASON_NAMES, statusOf } from '../../contract/errors.ts'
import type { CallResult } from '../../contract/job.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import type { Secrets } from '../../lib/secrets.ts'
import type { Row } from '../model/item-result.ts'
import type { Failure, Meta } from '../model/job-record.ts'
import { isTerminal } from '../model/states.ts'
import { decryptMeta } from './encrypted-fields.ts'
import { jobKey } from './keys.ts'

// The only item of a job of kind call or process: its arguments, which may contain secrets, and the result of a call.

const PURPOSE = 'job arguments'

/** Stores the call, encrypted, apart from the hash, which is read often. Another attempt at the same call changes nothing. */
export async function storeCallPayload({ redis, secrets }: Encryption, id: string, call: Json): Promise<void> {
  await redis.set(jobKey(id, 'payload'), secrets.seal(JSON.stringify(call), PURPOSE), 'EX', ORPHAN_S, 'NX')
}

/** Copies the call of a job to a follow-up job. This needs no secret. */
export async function copyCallPayload(redis: RedisClient, id: string, parent: string): Promise<void> {
  const encrypted = await redis.get(jobKey(parent, 'payload'))
  if (encrypted !== null) await redis.set(jobKey(id, 'payload'), encrypted, 'EX', ORPHAN_S, 'NX')
}

/** Seconds until data of a job expires if the job is never written. */
export const ORPHAN_S = 3_600

interface Encryption {
  redis: RedisClient
  secrets: Secrets
}

/** Returns the job with its action. Throws configuration_missing if this process lacks the secret. */
export async function withAction({ redis, secrets }: Encryption, meta: Meta): Promise<Meta> {
  if (meta.kind === 'bulk') return decryptMeta(secrets, meta)
  const encrypted = await redis.get(jobKey(meta.id, 'payload'))
  return { ...decryptMeta(secrets, meta), action: encrypted === null ? null : JSON.parse(secrets.open(encrypted, PURPOSE)) }
}

/** Returns the result of a call; null until it ends, and once the result is no longer stored. Returns undefined for other jobs. */
export async function resultOf(redis: RedisClient, { id, kind, status, operation, counts }: Meta): Promise<CallResult | null | undefined> {
  if (kind !== 'call') return undefined
  if (!isTerminal(status) || counts.succeeded + counts.failed + counts.unknown === 0) return null
  const text = await redis.hget(jobKey(id, 'results'), '0')
  if (text === null) return null
  const { data, error, outcome }: StoredCall = JSON.parse(text)
  const failure = error && failedCall(error, outcome ?? (counts.unknown > 0 ? 'unknown' : 'not_executed'))
  if (data?.left_out === undefined) return data ?? failure ?? null
  return failure ?? tooLarge(operation, data.left_out)
}

interface StoredCall extends Pick<Row, 'error' | 'outcome'> {
  data?: CallResult & { left_out?: string }
}

/** The call succeeded, and its result was too large to store. */
const tooLarge = (operation: string, size: string): CallResult => ({
  status: 200,
  success: true,
  data: null,
  metadata: {
    operation,
    truncated: {
      reason: 'size',
      omitted: null,
      hint: `The call was executed. Its result is ${size} and was not stored: request less at a time.`
    }
  }
})

/** A failure that is stored only as the row of the item, because the engine reports it or the response was too large. */
function failedCall({ code, reason, message }: Failure, outcome: Outcome): CallResult {
  const known = REASON_NAMES.find(name => name === reason)
  const suggestions = outcome === 'unknown' ? [CHECK_FIRST] : []
  return {
    status: known === undefined ? 500 : statusOf(known),
    success: false,
    error: { code, message, details: { reason, source: 'gateway', outcome, retryable: false, suggestions } }
  }
}

const CHECK_FIRST = 'Check whether it was executed before you make the call again.'
