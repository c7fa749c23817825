import type { Budget, BudgetLane } from './budget.ts'
import type { Caller } from './caller.ts'
import type { OperationError, Outcome } from './errors.ts'
import type { Operation, Permission } from './operation.ts'
import type { AnyTool } from './tool.ts'

/** What the door asks before it lets a call through. */
export interface PolicyQuestion {
  operation: Operation
  caller: Caller
  permission: Permission
  /** The operation costs something, and the input does not say `dry_run`. */
  costly: boolean
}

export type Verdict =
  | { decision: 'allow' | 'confirm' }
  /** The key lacks a scope. */
  | { decision: 'forbid'; required_scope: string }
  /** The policy says no, whatever the key. */
  | { decision: 'deny'; rule: string }

/** A write that is to be done once, however often it is asked for. */
export interface KeyedCall {
  operation: Operation
  caller: Caller
  key: string
  /** As it was read. */
  input: Record<string, unknown>
}

/** What came of it, now or before. `failure`: how an earlier call ended, that it has not, or that nobody can say. */
export type Told<T> = { answer: T; replayed: boolean } | { failure: OperationError }

/** One call, as it is counted and remembered. */
export interface CallRecord {
  operation: string
  caller: string
  instance: string | null
  request_id: string
  permission: Permission
  duration_ms: number
  success: boolean
  status: number
  outcome: Outcome
  /** It was answered from what an earlier call came to; nothing was done. */
  replayed: boolean
}

/**
 * What the door needs from outside. `contract/` holds no I/O, so app.ts hands these over; each does nothing by default.
 */
export interface Ports {
  policy: (question: PolicyQuestion) => Verdict
  /** Whether the caller may know of the operation at all. */
  visible: (operation: Operation, caller: Caller) => boolean
  /**
   * Does a write, or answers what it came to before. `run` is handed a text that is the same for each attempt at this call, and lasts as long
   * as the work does, so that its end is kept also when nobody waits for it any more. What `run` answers is plain JSON.
   */
  idempotency: <T>(call: KeyedCall, run: (once: string) => Promise<T>) => Promise<Told<T>>
  audit: (record: CallRecord) => void
  metrics: (record: CallRecord) => void
}

export const OPEN_PORTS: Ports = {
  policy: () => ({ decision: 'allow' }),
  visible: () => true,
  idempotency: async ({ key }, run) => ({ answer: await run(key), replayed: false }),
  audit: () => undefined,
  metrics: () => undefined
}

export interface Connection {
  client: unknown
  /** null for a system that has no instances. */
  instance: string | null
  /** A stand-in answers, not the real system. */
  sandbox: boolean
  /** Absent where the system states no limits. */
  budget?: Budget | undefined
  /** It acts on this host, so its jobs run only where they were made. Default false. */
  local?: boolean
}

/** An instance as callers may see it. */
export interface InstanceState {
  system: string
  name: string | null
  is_default: boolean
  sandbox: boolean
  available: boolean
  reason: string | null
}

/** Instances of every system, connected when first used. */
export interface Connections {
  /** Throws configuration_missing, configuration_invalid or instance_not_found. `lane`: for whom, by default a caller who waits. */
  get: (tool: AnyTool, instance: string | undefined, lane?: BudgetLane) => Connection | Promise<Connection>
  states: (tool: AnyTool) => Promise<InstanceState[]>
  /** Connects anew, and says whether the instance can be used. */
  test: (tool: AnyTool, instance: string) => Promise<InstanceState>
}
