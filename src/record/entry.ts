import { createHmac } from 'node:crypto'
import type { CallOutcome, CallRecord } from '../contract/record.ts'
import { traceIds } from '../lib/telemetry/telemetry.ts'
import { hasUnstored, loggableInput } from '../pipeline/log/loggable.ts'
import type { CallEnd, RecordedCall } from '../pipeline/ports.ts'

/** Derives the key of the digests of inputs from the gateway's secrets. Without it, a digest could be compared with guesses. */
export const DIGESTS = 'the digests of the record'

/** Returns the row of a call. Without an end, its outcome is not known. */
export function callRecord(call: RecordedCall, key: Buffer, bodyStored: boolean, end?: CallEnd): CallRecord {
  const { id, at, operation, input, context, permission, decision, instance } = call
  const { idempotency_key: idempotencyKey } = input
  const { error, summary = loggableInput(operation, input) } = end ?? {}
  return {
    id,
    at: new Date(at).toISOString(),
    principal: principalOf(context.caller),
    surface: context.surface ?? 'rest',
    system: operation.tool.name,
    operation: operation.id,
    instance,
    permission,
    decision,
    outcome: end ? outcomeOf(end) : 'unknown',
    reason: error?.reason ?? null,
    message: error?.message ?? null,
    duration_ms: end?.duration_ms ?? null,
    summary: Object.entries(summary).map(([name, value]) => ({ name, value: String(value) })),
    input_digest: digest(key, canonical(input)),
    idempotency_key: typeof idempotencyKey === 'string' ? digest(key, idempotencyKey) : null,
    replayed: end?.replayed ?? false,
    replay_of: context.replayOf ?? null,
    body_stored: bodyStored,
    attempts: [...(end?.attempts ?? [])],
    job_id: end?.jobId ?? null,
    request_id: context.requestId,
    trace_id: traceIds(context.trace).trace_id ?? null
  }
}

/** Maximum bytes of an input that is stored. */
const MAX_BODY = 262_144

/** Returns the input of a call as it is stored to be replayed; undefined if it is invalid, has secrets or files, or is too large. */
export function bodyOf({ operation, input, isRead, context: { upload, body } }: RecordedCall): string | undefined {
  if (!isRead || upload || body || hasUnstored(operation, input)) return undefined
  const { idempotency_key: _, confirm: __, ...own } = input
  const text = JSON.stringify(own)
  return Buffer.byteLength(text) > MAX_BODY ? undefined : text
}

export const principalOf = ({ id }: { id: string }): string => `key:${id}`

/** The failure of a read has no outcome: it changed nothing. */
function outcomeOf({ error }: CallEnd): CallOutcome {
  if (!error) return 'succeeded'
  return error.outcome === undefined || error.outcome === 'not_executed' ? 'failed' : error.outcome
}

const digest = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('base64url').slice(0, 22)

/** Returns the input as JSON, whatever the order of its properties, without what only concerns the sending. */
function canonical({ idempotency_key: _, confirm: __, ...input }: Record<string, unknown>): string {
  return JSON.stringify(input, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value
  )
}
