import type { Approvals } from '../contract/approvals.ts'
import type { Caller } from '../contract/call.ts'
import { OperationError, type Outcome } from '../contract/errors.ts'
import type { Keys } from '../contract/keys.ts'
import type { Operation, Permission } from '../contract/operation.ts'
import type { Attempt, Calls } from '../contract/record.ts'
import type { Budget, BudgetLane, CircuitState } from '../contract/runtime.ts'
import type { AnyTool } from '../contract/tool.ts'
import type { Usage, UsageCounts } from '../contract/usage.ts'
import type { InvokeContext } from './context.ts'
import type { Result } from './result/result.ts'

/** The question that the policy decides. */
export interface PolicyQuery {
  operation: Operation
  caller: Caller
  permission: Permission
  /** null for a system without instances; undefined while the input is not read yet. */
  instance: string | null | undefined
  /** The operation has a cost, and the call is not a dry run. */
  costly: boolean
}

export type PolicyDecision =
  | { decision: 'allow' | 'confirm' | 'approval' }
  /** The key lacks a scope. */
  | { decision: 'forbid'; required_scope: string }
  /** A rule of the policy denies it, whatever the scopes of the key. */
  | { decision: 'deny'; rule: string }
  /** A constraint of the key denies it: what the key may only do. */
  | { decision: 'deny'; constraint: string }

/** A write with an idempotency key. */
export interface KeyedCall {
  operation: Operation
  caller: Caller
  key: string
  /** The input as it was read. */
  input: Record<string, unknown>
}

/** The result of a keyed call. `failure`: an earlier call failed, is still in progress, or has an unknown outcome. */
export type KeyedOutcome<T> = { result: T; replayed: boolean } | { failure: OperationError }

/** A call, as the record identifies it. */
export interface RecordedCall {
  /** A UUID (version 7): it begins with the time, so that an index of IDs grows at its end. */
  id: string
  /** Unix time in milliseconds of its start. */
  at: number
  operation: Operation
  /** As it was sent, until it was read. */
  input: Record<string, unknown>
  /** The input is valid. Until then, a secret may be under another name in it, so it is not stored. */
  isRead?: boolean
  /** Its beginning was sent to the record; `stored`: it is also in it. */
  beginning?: 'sent' | 'stored'
  context: Pick<InvokeContext, 'caller' | 'requestId'> & {
    [Name in 'body' | 'replayOf' | 'surface' | 'trace' | 'upload']?: InvokeContext[Name] | undefined
  }
  /** The permission that it needs, as far as that is known. */
  permission: Permission
  decision: PolicyDecision['decision'] | null
  instance: string | null
  /** The approval that it requested or used. */
  approvalId?: string
}

/** How a call ended. */
export interface CallEnd {
  duration_ms: number
  /** The result of an earlier call with the same idempotency key. */
  replayed: boolean
  jobId?: string | undefined
  /** The requests that it sent. */
  attempts?: readonly Attempt[]
  /** The input without content. */
  summary: Record<string, unknown>
  /** The error without content. */
  error?: { reason: string; message: string; outcome?: Outcome | undefined }
}

/** An action on the gateway itself, which is not an operation. */
export interface RecordedAction {
  operation: `toolgate_${string}`
  /** `config`: the operator, who changed a configuration file; `gateway`: the gateway by itself. */
  caller: Caller | 'config' | 'gateway'
  /** Absent: the action has no request. */
  requestId?: string
  instance?: string
  duration_ms: number
  summary: Record<string, unknown>
  /** The reason of its failure. */
  reason?: string
}

/** The record of calls. */
export interface RecordPort {
  /** false: it is off, and a call prepares nothing for it. */
  enabled: boolean
  /** Called before the handler of a write. Rejects with redis_unavailable if the beginning cannot be stored: the handler must then not run. */
  begin: (call: RecordedCall) => Promise<void>
  /** Stored soon. */
  end: (call: RecordedCall, end: CallEnd) => void
  action: (action: RecordedAction) => void
  calls: Omit<Calls, 'replay'>
  /** Replays the call of this ID, on behalf of the same key. Throws call_not_found or body_not_stored. */
  replay: (id: string, agreed: Parameters<Calls['replay']>[1], context: InvokeContext) => Promise<Result>
}

/** A call that needs an approval, as those who decide see it. */
export interface ApprovalRequest {
  caller: Caller
  operation: string
  system: string
  /** null for a system without instances. */
  instance: string | null
  permission: Permission
  /** What the approval is for, as text: equal calls have equal texts. */
  subject: string
  message: string
  details: Record<string, unknown>
  /** Further details, which the caller has and its error does not repeat. */
  preview?: Record<string, unknown>
  /** Without secrets. */
  input: Record<string, unknown>
  irreversible: boolean
  cost: string | null
  /** The approval that the caller names. */
  approvalId?: string | undefined
  /** The caller cannot name an approval, so one of the same call counts. */
  cannotName?: boolean
  /** The job that waits for it. */
  jobId?: string | undefined
  /** The job whose confirmation needs it. If the job is cancelled, so is the approval. */
  aboutJob?: string
  /** What can happen only once by itself: it may be attempted again with the same approval. */
  once?: string
}

/** Approvals of calls. */
export interface ApprovalsPort {
  /**
   * Marks the approval of a call as used and returns its ID: the call may run now, once. Throws approval_required, with the approval that it waits for,
   * which is requested if there is none, approval_denied, approval_expired, approval_used, approval_mismatch or approval_not_found.
   */
  use: (request: ApprovalRequest) => Promise<string>
  approvals: Approvals
}

/** Returns the keys, as the caller of a request manages them. */
export type KeysPort = (request: Pick<InvokeContext, 'caller' | 'clientConnection'>) => Keys

/** A call that was counted against the limits of its key. */
export interface Admission {
  /** Why the call must not run. */
  refusal?: OperationError
  /** The fields RateLimit-Policy and RateLimit; `state` is absent if it is not known. */
  fields: { policy: string; state?: string }
  /** The call has ended. Called again, it does nothing. */
  release: () => void
}

/** Limits of keys, in all processes together. What cannot be counted, since Redis is unavailable, is allowed. */
export interface LimitsPort {
  /** Counts a call to a system. Returns undefined if the key has no limits for it; no promise if that takes no command to Redis. */
  admit: (caller: Caller, system: string) => Promise<Admission> | Admission | undefined
  /** Counts an open stream. Returns what ends it. Throws rate_limit_exceeded. */
  holdStream: (caller: Caller) => Promise<() => void>
  /** Counts items that a job is about to send. Returns a function that takes the number of those that were not sent. Throws rate_limit_exceeded. */
  takeItems: (caller: Caller, system: string, items: number) => Promise<(unsent: number) => void>
}

/** What callers use. */
export interface UsagePort extends Usage {
  /** Adds to what the caller uses of a system. It is stored soon. */
  add: (caller: Pick<Caller, 'id'>, system: string, counts: Partial<UsageCounts>) => void
}

/** Services that the pipeline needs but does not implement, since it does no I/O. */
export interface Ports {
  policy: (query: PolicyQuery) => PolicyDecision
  /** Whether the caller may know that the operation exists. */
  visible: (operation: Operation, caller: Caller) => boolean
  /**
   * Runs a write, or returns the stored result of an earlier call with the same key. `run` gets a text that is the same for every attempt at this
   * call. It continues even if its client no longer waits, so that its result is stored. The result must be plain JSON.
   */
  idempotency: <T>(call: KeyedCall, run: (dedupeKey: string) => Promise<T>) => Promise<KeyedOutcome<T>>
  record: RecordPort
  keys: KeysPort
  approvals: ApprovalsPort
  limits: LimitsPort
  usage: UsagePort
  /** Calls the listener when the key of the caller is revoked, disabled or narrowed. Returns how to stop that. */
  whenRevoked: (caller: Caller, listener: () => void) => () => void
}

const off = (): OperationError =>
  new OperationError('configuration_missing', 'This gateway keeps no record of calls.', {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: ['The operator can set record.enabled to true in the config file.']
  })

/** A record that cannot be read. */
export const NO_CALLS: Calls = {
  list: () => Promise.reject(off()),
  get: () => Promise.reject(off()),
  statistics: () => Promise.reject(off()),
  replay: () => Promise.reject(off()),
  async *pages() {
    yield await Promise.reject(off())
  }
}

/** Records nothing. */
const NO_RECORD: RecordPort = {
  enabled: false,
  begin: async () => undefined,
  end: () => undefined,
  action: () => undefined,
  replay: () => Promise.reject(off()),
  calls: NO_CALLS
}

const noKeys = (): Promise<never> =>
  Promise.reject(
    new OperationError('configuration_missing', 'This process manages no keys.', { source: 'gateway', outcome: 'not_executed' })
  )

/** Keys that cannot be read or changed. */
export const NO_KEYS: Keys = {
  create: noKeys,
  list: noKeys,
  get: noKeys,
  update: noKeys,
  rotate: noKeys,
  revoke: noKeys,
  delete: noKeys
}

const noApprovals = (): Promise<never> =>
  Promise.reject(
    new OperationError('configuration_missing', 'This process stores no approvals.', { source: 'gateway', outcome: 'not_executed' })
  )

/** Approvals that cannot be read or decided. */
export const NO_APPROVALS: Approvals = {
  list: noApprovals,
  get: noApprovals,
  decide: noApprovals,
  async *events() {
    yield await noApprovals()
  }
}

const nothing = (): void => undefined

/** Counts nothing. */
const NO_LIMITS: LimitsPort = {
  admit: () => undefined,
  holdStream: async () => nothing,
  takeItems: async () => nothing
}

/** Usage that is not counted. */
export const NO_USAGE: UsagePort = {
  add: nothing,
  list: () =>
    Promise.reject(
      new OperationError('configuration_missing', 'This process counts no usage.', { source: 'gateway', outcome: 'not_executed' })
    )
}

/** Allows everything and stores nothing. */
export const OPEN_PORTS: Ports = {
  policy: () => ({ decision: 'allow' }),
  visible: () => true,
  idempotency: async ({ key }, run) => ({ result: await run(key), replayed: false }),
  record: NO_RECORD,
  keys: () => NO_KEYS,
  approvals: { use: noApprovals, approvals: NO_APPROVALS },
  limits: NO_LIMITS,
  usage: NO_USAGE,
  whenRevoked: () => () => undefined
}

/** The client of an instance. */
export interface Connection {
  client: unknown
  /** null for a system without instances. */
  instance: string | null
  /** Whether it connects to the sandbox server, not to the real system. */
  sandbox: boolean
  /** Absent if the system states no rate limits. */
  budget?: Budget | undefined
  /** It acts on this host, so its jobs run only on the host where they were created. Default false. */
  local?: boolean
  /** Digest of the settings that identify the upstream and the account, without secrets. A job runs only where it is the same. Absent: not compared. */
  fingerprint?: string
}

/** An instance as callers see it. */
export interface InstanceState {
  system: string
  name: string | null
  is_default: boolean
  sandbox: boolean
  available: boolean
  reason: string | null
  circuit: CircuitState
}

/** The instances of all systems. Each is connected on first use. */
export interface Connections {
  /** Throws configuration_missing, configuration_invalid or instance_not_found. `lane` defaults to `calls`. */
  get: (tool: AnyTool, instance: string | undefined, lane?: BudgetLane) => Connection | Promise<Connection>
  states: (tool: AnyTool) => Promise<InstanceState[]>
  /** Returns the name of the instance that a call uses if it names none; null for a system without instances. Connects to nothing. */
  defaultName: (tool: AnyTool) => string | null
  /** Whether the system has an instance, available or not. Connects to nothing. */
  configured: (tool: AnyTool) => boolean
  /** Whether the system has more than one instance. Connects to nothing. */
  hasSeveral: (tool: AnyTool) => boolean
  /** Reconnects the instance and returns whether it is available. */
  test: (tool: AnyTool, instance: string) => Promise<InstanceState>
}
