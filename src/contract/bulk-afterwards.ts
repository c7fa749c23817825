import type { BulkItem, BulkResult, Json } from './bulk.ts'
import type { Reason } from './errors.ts'
import type { Call } from './handed.ts'

/** What was found out about an item that was unknown. `not_attempted`: certainly not done, now or later. `unknown`: still nobody can say. */
export interface Finding {
  item_id: string
  outcome: 'succeeded' | 'not_attempted' | 'unknown'
  data?: Json
  /** What undo needs, where it can still be told. */
  before?: Json
}

/** An item that the action succeeded on, as it was acted on, with what its result gave as `before`; none where the result gave none. */
export interface UndoItem extends BulkItem {
  before?: Json
}

/**
 * The inverse of an action, as a job of its own runs it over the items that succeeded. It must leave alone, and call failed, what
 * somebody else changed since.
 */
export interface Undo<Client, Action extends Json, Why extends Reason> {
  /** As that of the action. */
  idempotent: boolean
  /** Default: those of the action. */
  max_batch?: number
  concurrency?: number
  /** As that of the action, in calls of `max_batch`. Default: what the action draws. */
  cost_units?: number | ((items: number) => number)
  /** As that of the action: one result for each item, never retries. */
  executeBatch: (items: UndoItem[], action: Action, call: Call<Client, Why>) => AsyncIterable<BulkResult>
}

/** Says of each item whether it was done. Reads only: it executes nothing, whatever it finds. */
export type Reconcile<Client, Action extends Json, Why extends Reason> = (
  items: BulkItem[],
  action: Action,
  call: Call<Client, Why>
) => AsyncIterable<Finding>
