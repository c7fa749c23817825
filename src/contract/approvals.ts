import { type Static, Type } from 'typebox'
import type { Caller } from './call.ts'
import { PERMISSIONS } from './operation.ts'
import { nullable, stringEnum, type Total } from './schema.ts'

export const APPROVAL_STATUSES = ['pending', 'approved', 'denied', 'used', 'expired'] as const
type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

/** What a decider can decide. */
type Verdict = 'approved' | 'denied'

/** Scope to decide on the calls of every system. */
export const DECIDE = 'approvals:decide'

/** Returns the scope to decide on the calls of one system. */
export const decideScope = (system: string): string => `${system}:approve`

/** Whether these scopes allow deciding on calls of the system; without one, on those of any system. Scopes of permissions do not include it. */
export const mayDecide = (scopes: readonly string[], system?: string): boolean =>
  scopes.some(
    scope => scope === '*' || scope === DECIDE || (system === undefined ? scope.endsWith(':approve') : scope === decideScope(system))
  )

const text = (description: string, more: object = {}) => Type.String({ description, ...more })
const time = (description: string) => Type.String({ format: 'date-time', 'x-volatile': true, description })
const timeOrNull = (description: string) => nullable(Type.String({ format: 'date-time', 'x-volatile': true }), { description })
const facts = (description: string, of: string) =>
  Type.Array(
    Type.Object({
      name: text(`Name of the ${of}`),
      value: text(`Value of the ${of}, as text or JSON`)
    }),
    { description }
  )

/** A call that another caller must approve before it runs. */
export const Approval = Type.Object({
  id: text('ID of the approval', { 'x-volatile': true }),
  status: stringEnum([...APPROVAL_STATUSES], {
    description:
      'pending (waits for a decision); approved (the call may run once); denied (the call may not run); used (the call has started; to start again, it needs another approval); expired (not decided or not used in time, or withdrawn: see withdrawn_because)'
  }),
  may_decide: Type.Boolean({ description: 'true: this caller may approve or deny it now' }),
  principal: text('Requester, such as key:ci. Only the requester can use the approval, and only others can decide on it'),
  operation: text('ID of the operation'),
  system: text('Name of the system'),
  instance: nullable(Type.String(), { description: 'Instance of the system; null if it has none' }),
  permission: stringEnum([...PERMISSIONS], { description: 'Permission that the call needs' }),
  message: text('What the call would do'),
  details: facts('Facts that the operation reports before it runs, such as resolved names', 'fact'),
  input: facts('The input of the call; long values are shortened, and secrets are shown as [redacted]', 'property'),
  irreversible: Type.Boolean({ description: 'true: the call deletes something, and cannot be undone' }),
  cost: nullable(Type.String(), { description: 'What the call costs; null if it has no cost' }),
  job_id: nullable(Type.String({ 'x-volatile': true }), {
    description: 'Job that waits for the approval, and continues automatically; null if the requester must send the call again'
  }),
  policy_version: text('Digest of the policy that required the approval', { 'x-volatile': true }),
  created_at: time('Time of the request, ISO 8601'),
  expires_at: time('Time until which it can be decided and used, ISO 8601'),
  decided_at: timeOrNull('Time of the decision, ISO 8601; null until then'),
  decided_by: nullable(Type.String(), { description: 'Who decided, such as key:ann; null until then' }),
  reason: nullable(Type.String(), {
    description: 'Reason that was given with the decision; null if there is none'
  }),
  withdrawn_because: nullable(Type.String(), {
    description:
      'Why it was withdrawn, such as a revoked key or a cancelled job; expires_at is then the time of the withdrawal. Null if it was not withdrawn'
  }),
  used_at: timeOrNull('Time the call started, ISO 8601; null until then'),
  url: text('URL of its page in the console', { 'x-volatile': true })
})
export type Approval = Static<typeof Approval>

const { id, principal, operation, system, instance, permission, message, irreversible, cost, job_id, created_at, expires_at, url } =
  Approval.properties

/** The body of a webhook about an approval: without what only those who decide see. */
export const ApprovalNotice = Type.Object(
  {
    type: Type.Literal('approval.requested', { description: 'A call waits for an approval' }),
    timestamp: Type.String({ format: 'date-time', description: 'Time of the request, ISO 8601' }),
    data: Type.Object(
      {
        approval: Type.Object(
          { id, principal, operation, system, instance, permission, message, irreversible, cost, job_id, created_at, expires_at, url },
          { description: 'The approval; url shows all of it to those who may decide' }
        )
      },
      { description: 'What happened' }
    )
  },
  { $id: 'ApprovalEvent', description: 'An event of an approval' }
)
export type ApprovalNotice = Static<typeof ApprovalNotice>

/** What the error of a call shows of the approval that it needs. */
export interface NeededApproval extends Pick<Approval, 'id' | 'status' | 'url' | 'expires_at'> {
  /** Milliseconds after which to check again. */
  poll_after_ms: number
}

export interface ApprovalFilter {
  status?: readonly ApprovalStatus[]
  operation?: string
  job_id?: string
  limit: number
  cursor?: string
}

interface ApprovalPage {
  items: Approval[]
  next_cursor: string | null
  total: Total | null
}

/** `change`: an approval was requested, decided or used. `silence`: nothing has happened for a while. */
type ApprovalEvent = { event: 'change'; id: string; data: Approval } | { event: 'silence' }

/** The approvals of the gateway. A caller sees those that it requested and those that it may decide; the others do not exist for it. */
export interface Approvals {
  /** Newest first. */
  list: (caller: Caller, filter: ApprovalFilter) => Promise<ApprovalPage>
  /** Throws approval_not_found. */
  get: (caller: Caller, id: string) => Promise<Approval>
  /** Throws approval_not_found, insufficient_permissions for the requester, approval_expired and already_decided. Deciding the same again has no effect. */
  decide: (caller: Caller, id: string, verdict: Verdict, reason: string | undefined) => Promise<Approval>
  /** Yields changes from now on, or those after the event ID `after`, until the signal aborts. */
  events: (caller: Caller, from: { after?: string; signal: AbortSignal }) => AsyncIterable<ApprovalEvent>
}
