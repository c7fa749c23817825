import type { CallOutcome, CallRecord } from '../contract/record.ts'

/**
 * `begun`: a write whose end is not known. `ended`: the whole call. `gap`: the writer found fewer rows than it had written, or no head, and continued
 * behind what is missing.
 */
export type RowKind = 'begun' | 'ended' | 'gap'

/** A row of the record as it is written. Its columns are what searches need; `body` has the rest as JSON. */
export interface Row {
  kind: RowKind
  /** ID of the call. */
  id: string
  /** Unix time in milliseconds at which the call started. */
  at: number
  principal: string
  system: string
  operation: string
  outcome: CallOutcome
  reason: string | null
  body: string
}

/** A row in its place in the chain. */
export interface ChainedRow extends Row {
  seq: number
  mac: Buffer
}

/** What the stream carries. `sealed`: the encrypted input and result, if the operator stores them. */
export interface Entry {
  kind: 'begun' | 'ended'
  call: CallRecord
  sealed?: string
}

export function rowOf({ kind, call }: Entry): Row {
  const { id, at, principal, system, operation, outcome, reason, ...rest } = call
  return { kind, id, at: Date.parse(at), principal, system, operation, outcome, reason, body: JSON.stringify(rest) }
}

export function recordOf({ id, at, principal, system, operation, outcome, reason, body }: Row): CallRecord {
  return { id, at: new Date(at).toISOString(), principal, system, operation, outcome, reason, ...JSON.parse(body) }
}
