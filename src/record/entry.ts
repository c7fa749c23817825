import { hash, randomUUIDv7 } from 'node:crypto'
import { principalOf } from '../contract/principal.ts'
import type { CallOutcome } from '../contract/record.ts'
import { canonicalJson } from '../lib/canonical-json.ts'
import { traceIds } from '../lib/telemetry/telemetry.ts'
import { hasUnstored, loggableInput } from '../pipeline/log/loggable.ts'
import type { CallEnd, RecordedAction, RecordedCall } from '../pipeline/ports.ts'
import { type Details, type Row, unusual } from './row.ts'

/** Derives the key of the digests of inputs from the gateway's secrets. Without it, a digest could be compared with guesses. */
export const DIGESTS = 'the digests of the record'

/** Returns the row of a call. Without an end, its outcome is not known. This runs for every call: what a row does not need is omitted. */
export function callRow(call: RecordedCall, key: string, bodyStored: boolean, end?: CallEnd): Row {
  const { id, at, operation, input, context } = call
  const { idempotency_key: idempotencyKey } = input
  const details: { [Name in keyof Details]: Details[Name] | undefined } = {
    surface: unusual('surface', context.surface ?? 'rest'),
    instance: unusual('instance', call.instance),
    permission: unusual('permission', call.permission),
    decision: unusual('decision', call.decision),
    message: end?.error?.message,
    duration_ms: end?.duration_ms,
    summary: end?.summary ?? loggableInput(operation, input),
    input_digest: digest(key, canonical(input)),
    idempotency_key: typeof idempotencyKey === 'string' ? digest(key, idempotencyKey) : undefined,
    replayed: end?.replayed || undefined,
    replay_of: context.replayOf,
    body_stored: bodyStored || undefined,
    attempts: end?.attempts?.length ? [...end.attempts] : undefined,
    approval_id: call.approvalId,
    job_id: end?.jobId,
    request_id: context.requestId,
    trace_id: traceIds(context.trace).trace_id
  }
  return {
    kind: end ? 'ended' : 'begun',
    id,
    at,
    principal: principalOf(context.caller),
    system: operation.tool.name,
    operation: operation.id,
    outcome: end ? outcomeOf(end) : 'unknown',
    reason: end?.error?.reason ?? null,
    body: JSON.stringify(details)
  }
}

/** Returns the row of an action. Actions are few and change no upstream, so none has a beginning of its own. */
export function actionRow({ operation, caller, requestId, instance, duration_ms, summary, reason }: RecordedAction, key: string): Row {
  const at = Date.now()
  const id = randomUUIDv7()
  const isRequest = typeof caller !== 'string'
  const details: Details = {
    surface: isRequest ? 'rest' : caller,
    instance: instance ?? null,
    decision: null,
    permission: isRequest ? 'read' : 'write',
    duration_ms,
    summary,
    input_digest: digest(key, canonical(summary)),
    request_id: requestId ?? id
  }
  return {
    ...{ kind: 'ended', id, at, principal: isRequest ? principalOf(caller) : caller, system: 'toolgate', operation },
    ...{ outcome: reason === undefined ? 'succeeded' : 'failed', reason: reason ?? null, body: JSON.stringify(details) }
  }
}

/** Maximum bytes of an input that is stored. */
const MAX_BODY = 262_144

/**
 * Returns the input of a call as it is stored to be replayed; undefined if it is invalid, has secrets or files, or is too large, or if results of the
 * operation must not be stored: that of a replay is, under an idempotency key.
 */
export function bodyOf({ operation, input, isRead, context: { upload, body } }: RecordedCall): string | undefined {
  if (!isRead || operation.transient || upload || body || hasUnstored(operation, input)) return undefined
  const { idempotency_key: _, confirm: __, approval_id: ___, ...own } = input
  const text = JSON.stringify(own)
  return Buffer.byteLength(text) > MAX_BODY ? undefined : text
}

/** The failure of a read has no outcome: it changed nothing. */
function outcomeOf({ error }: CallEnd): CallOutcome {
  if (!error) return 'succeeded'
  return error.outcome === undefined || error.outcome === 'not_executed' ? 'failed' : error.outcome
}

/** A hash is as good as an HMAC here, and cheaper: cut to half of its length, it cannot be extended to the digest of a longer text. */
const digest = (key: string, text: string): string => hash('sha256', key + text, 'base64url').slice(0, 22)

/** Returns the input as JSON, without what only concerns the sending. */
const canonical = (input: Record<string, unknown>): string => canonicalJson(input, ['idempotency_key', 'confirm', 'approval_id'])
