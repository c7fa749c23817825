import { Compile } from 'typebox/schema'
import { CALL_OUTCOMES, CallRecord } from '../contract/record.ts'
import { type ChainedRow, USUAL } from './row.ts'

const callRecord = Compile(CallRecord)

/** Returns the call that a row describes. A row that was changed must not hide the others of its page: its columns are shown. */
export function recordOf(row: ChainedRow): CallRecord {
  const call = described(row)
  return callRecord.Check(call) ? call : unreadable(row)
}

/** What the body of a row omits: the usual values, and those that are absent. */
const OMITTED = {
  ...USUAL,
  message: null,
  duration_ms: null,
  idempotency_key: null,
  replayed: false,
  replay_of: null,
  body_stored: false,
  attempts: [],
  approval_id: null,
  job_id: null,
  trace_id: null
}

function described({ id, at, principal, system, operation, outcome, reason, body }: ChainedRow): unknown {
  try {
    const { summary, ...details } = JSON.parse(body)
    return {
      id,
      at: new Date(at).toISOString(),
      principal,
      system,
      operation,
      outcome,
      reason,
      ...OMITTED,
      ...details,
      summary: Object.entries(summary).map(([name, value]) => ({ name, value: String(value) }))
    }
  } catch {
    return undefined
  }
}

function unreadable({ id, at, principal, system, operation, outcome, reason }: ChainedRow): CallRecord {
  const time = new Date(at)
  return {
    ...{ id, at: (Number.isNaN(time.getTime()) ? new Date(0) : time).toISOString(), principal, system, operation },
    ...{ outcome: CALL_OUTCOMES.find(one => one === outcome) ?? 'unknown', reason, ...OMITTED },
    instance: null,
    permission: 'write',
    decision: null,
    message: 'This row was changed: its content cannot be read.',
    summary: [],
    input_digest: '',
    request_id: ''
  }
}
