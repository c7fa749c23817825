import { type Static, Type } from 'typebox'
import { type Caller, hasSpecialScope } from './call.ts'
import { PERMISSIONS } from './operation.ts'
import { nullable, stringEnum, type Total } from './schema.ts'

/** The ways a call reaches the gateway. */
const SURFACES = ['rest', 'by_name', 'mcp', 'cli', 'job', 'config', 'gateway'] as const
export type Surface = (typeof SURFACES)[number]

/** User agent of the command line, whose calls have the surface `cli`. */
export const CLI_AGENT = 'toolgate-cli'

/** `executed`: it was executed, but then failed. `unknown`: the gateway does not know whether it was executed, or it is still in progress. */
export const CALL_OUTCOMES = ['succeeded', 'failed', 'executed', 'unknown'] as const
export type CallOutcome = (typeof CALL_OUTCOMES)[number]

const DECISIONS = ['allow', 'confirm', 'approval', 'deny', 'forbid'] as const

/** Scope to see the calls and the usage of all keys. */
const READ_ALL = 'calls:read_all'

/** Whether the caller sees the calls and the usage of all keys. A constrained one would see what is outside of its constraints. */
export const seesAll = (caller: Caller): boolean => hasSpecialScope(caller, READ_ALL) && caller.constraints === undefined

/** Kinds of errors that statistics list. */
export const MAX_FAILURES = 50

const text = (description: string, more: object = {}) => Type.String({ description, ...more })
const time = (description: string) => Type.String({ format: 'date-time', description, 'x-volatile': true })

/** One attempt to send a request to the system. */
export const Attempt = Type.Object({
  method: text('HTTP method'),
  host: text('Host and port', { 'x-volatile': true }),
  path: text('Path of the request; values of the call are replaced by `*`'),
  status: nullable(Type.Integer(), { description: 'HTTP status; null if no response arrived' }),
  started_ms: Type.Number({ description: 'Milliseconds from the start of the call to this attempt', 'x-volatile': true }),
  duration_ms: Type.Number({ description: 'Milliseconds until its response was complete', 'x-volatile': true })
})
export type Attempt = Static<typeof Attempt>

/** One call in the record. It has no content: texts are shown as their length. */
export const CallRecord = Type.Object({
  id: text('ID of the call in the record', { 'x-volatile': true }),
  at: time('Start of the call, ISO 8601'),
  principal: text(
    'Principal on whose behalf the call ran: key:<ID of the key>, user:<ID of the key>/<name> for a user that a backend names, jwt:<issuer>|<sub> for the subject of a token, config for a change to a configuration file, or gateway for what the gateway does automatically'
  ),
  surface: stringEnum([...SURFACES], {
    description:
      'How the call reached the gateway: rest, by_name (POST /v1/operations), mcp, cli, job (a worker ran it), config (a configuration file changed), or gateway (the gateway acted automatically)'
  }),
  system: text('Name of the system; toolgate for an action of the gateway itself'),
  operation: text(
    'ID of the operation, or of the action: toolgate_test_instance, toolgate_get_webhook_secret, toolgate_reload_configuration, toolgate_open_circuit (the circuit of an instance opened), toolgate_check_circuit (a request checked whether the system has recovered), or toolgate_close_circuit (the circuit closed)'
  ),
  instance: nullable(Type.String(), {
    description: 'Instance of the system; null if it has none, or if the call was refused before one was chosen'
  }),
  permission: stringEnum([...PERMISSIONS], { description: 'The permission that the call needed' }),
  decision: nullable(stringEnum([...DECISIONS], {}), {
    description:
      'Decision of scope and policy: allow, confirm (needs confirmation), approval (needs the approval of another caller), deny (by policy), forbid (the key lacks the scope); null if the call was refused before they were checked'
  }),
  outcome: stringEnum([...CALL_OUTCOMES], {
    description:
      'succeeded; failed (if it was a write, it was not executed); executed (it was executed, but then failed); unknown (still in progress, or interrupted: it may have been executed)'
  }),
  reason: nullable(Type.String(), { description: 'Reason of the error; null if there is none' }),
  message: nullable(Type.String(), { description: 'Message of the error, without content; null if there is none' }),
  duration_ms: nullable(Type.Number({ 'x-volatile': true }), { description: 'Duration in milliseconds; null if the end is not known' }),
  summary: Type.Array(
    Type.Object({
      name: text('Name of the property'),
      value: text('Value; content is shown as its length, a secret as [redacted]')
    }),
    { description: 'The input without content' }
  ),
  input_digest: text('Keyed digest of the input: on one gateway, equal inputs have equal digests', { 'x-volatile': true }),
  idempotency_key: nullable(Type.String({ 'x-volatile': true }), { description: 'Keyed digest of the idempotency key; null without one' }),
  replayed: Type.Boolean({
    description: 'true: the call was not executed, but returned the result of an earlier call with the same idempotency key'
  }),
  replay_of: nullable(Type.String({ 'x-volatile': true }), {
    description: 'ID of the recorded call that this one sent again with calls_replay; null if there is none'
  }),
  body_stored: Type.Boolean({
    description: 'true: its input was stored, encrypted, so that calls_replay can send the call again while the input is kept'
  }),
  attempts: Type.Array(Attempt, { description: 'Requests that the call sent to its system, in order' }),
  approval_id: nullable(Type.String({ 'x-volatile': true }), {
    description: 'Approval that the call requested or used; null if it needed none'
  }),
  job_id: nullable(Type.String({ 'x-volatile': true }), { description: 'Job that the call created; null if it created none' }),
  request_id: text('ID of the request', { 'x-volatile': true }),
  trace_id: nullable(Type.String({ 'x-volatile': true }), { description: 'Trace that the call belongs to; null without tracing' })
})
export type CallRecord = Static<typeof CallRecord>

/** Selects calls. Absent: all. */
export interface CallFilter {
  principal?: string
  system?: string
  operation?: string
  outcome?: CallOutcome
  reason?: string
  /** ISO 8601. */
  from?: string
  to?: string
  /** Words that the row contains, ignoring case. */
  text?: string
}

const count = (description: string) => Type.Integer({ minimum: 0, description })

/** How many calls were made and failed, over time and by cause. */
export const CallStatistics = Type.Object({
  from: time('Time from which calls are counted, ISO 8601; if complete is false, the start of the oldest call that was counted'),
  to: time('Time until which calls are counted, ISO 8601'),
  complete: Type.Boolean({ description: 'false: there were too many calls, so only those since `from` were counted' }),
  all_keys: Type.Boolean({ description: 'true: calls of all keys are counted; false: only those of this key' }),
  calls: count('Number of calls'),
  errors: count('Number of calls that ended with an error'),
  interval_seconds: Type.Integer({ minimum: 1, description: 'Length of an interval in seconds' }),
  intervals: Type.Array(
    Type.Object({
      at: time('Start of the interval, ISO 8601'),
      calls: count('Number of calls that started in it'),
      errors: count('Number of these calls that ended with an error')
    }),
    { description: 'Intervals with calls, oldest first; intervals without calls are omitted' }
  ),
  failures: Type.Array(
    Type.Object({
      operation: text('ID of the operation'),
      reason: text('Reason of the error'),
      calls: count('Number of calls of the operation that failed for this reason'),
      latest_at: time('Start of the latest of these calls, ISO 8601'),
      latest_id: text('ID of the latest of these calls', { 'x-volatile': true })
    }),
    { maxItems: MAX_FAILURES, description: `Errors by operation and reason, most frequent first, at most ${MAX_FAILURES}` }
  )
})
export type CallStatistics = Static<typeof CallStatistics>

interface CallPage {
  items: CallRecord[]
  next_cursor: string | null
  total: Total | null
}

/** The record of calls, as operations use it. A caller without `calls:read_all` sees its own calls only. */
export interface Calls {
  list: (caller: Caller, filter: CallFilter & { limit: number; cursor?: string }, signal?: AbortSignal) => Promise<CallPage>
  /** Throws call_not_found. */
  get: (caller: Caller, id: string) => Promise<CallRecord>
  /** Default: the calls of the last hour. */
  statistics: (caller: Caller, filter: CallFilter, signal: AbortSignal) => Promise<CallStatistics>
  /** All matching calls, newest first. */
  pages: (caller: Caller, filter: CallFilter, signal: AbortSignal) => AsyncIterable<CallRecord[]>
  /** Replays a call, as it was. Checks scope, policy and confirmation as for any call. Throws call_not_found and body_not_stored, too. */
  replay: (
    id: string,
    agreed: { confirm: boolean; approvalId?: string | undefined }
  ) => Promise<{ operation: string; status: number; data: unknown }>
}
