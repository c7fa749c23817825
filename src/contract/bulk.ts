import type { Static, TObject } from 'typebox'
import type { Reconcile, Undo } from './bulk-afterwards.ts'
import type { CommonReason, Reason } from './errors.ts'
import type { Example } from './examples.ts'
import type { Call } from './handed.ts'
import type { JobKind } from './job-parts.ts'
import type { PermissionRule } from './operation.ts'
import type { Requirement } from './requires.ts'
import type { Total } from './schema.ts'
import type { AnyTool, Tool } from './tool.ts'

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined }

/** A thing to act on. The job keeps `id` and `etag`; `data` (≤ 2 KB) only where the action declares `keeps_data`. */
export interface BulkItem {
  id: string
  /** As people know it. Needed for the preview; an item that comes back from the job carries its id here. */
  display_name: string
  /** Its version when it was listed, for an action that must not touch what changed since. */
  etag?: string
  data?: Json
  /**
   * Said to executeBatch: this job, or the one that it retries, began the item before, and its result was lost. What is done already may be
   * its own doing, and is `succeeded` where what was kept when it was listed shows that it was not done then.
   */
  again?: boolean
}

/** Item outcomes an adapter may report. `skipped`: nothing had to be done. `unknown`: sent, answer lost. */
export type BulkOutcome = 'succeeded' | 'skipped' | 'failed' | 'unknown'

export interface BulkResult {
  item_id: string
  outcome: BulkOutcome
  error?: { code: string; reason: string; message: string }
  data?: Json
  /** What undo needs: the image before the change. */
  before?: Json
}

/** How to find the items and what to do to each. Kept with the job, hence plain JSON. */
export interface Prepared<Query extends Json, Action extends Json> {
  query: Query
  action: Action
  /** Shown in the preview: resolved names, and warnings. */
  metadata?: { warnings?: string[]; [fact: string]: Json | undefined }
}

/** Where a batch starts: `cursor` is what the last one gave as `next`; `offset` is for systems that only count. */
export interface BulkPosition {
  size: number
  offset: number
  cursor: string | undefined
}

/** A batch, and where the next one starts. Only a missing `next` is the end: pages may be empty. */
export interface BulkBatch {
  items: BulkItem[]
  next?: string | undefined
}

export interface BulkSpec<Client, Input extends TObject, Query extends Json, Action extends Json, Why extends Reason> {
  /** snake_case; the file is named the same with hyphens. The id is `<system>_bulk_<name>`. */
  name: string
  /** Among what users need most: in the default pack of its system. Default false. */
  core?: boolean
  summary: string
  description: string
  permission: PermissionRule<Static<Input>>
  input: Input
  requires?: readonly Requirement[]
  errors: Readonly<Record<Why, string>>
  // biome-ignore lint/suspicious/noExplicitAny: the output is a job, of which an example shows what matters
  examples: readonly Example<Static<Input>, any, NoInfer<Why> | CommonReason>[]
  message?: (input: Static<Input>) => string
  aliases?: readonly string[]
  group?: string
  see_also?: readonly string[]
  /** A second execution of an item changes nothing more. Decides what a crash means: do again, or unknown. */
  idempotent: boolean
  /** Most items one executeBatch takes. 1: one item a call, `concurrency` of them at once. */
  max_batch: number
  concurrency?: number
  /** Most items one nextBatch is asked for. */
  page_size?: number
  /** What the system lets through, for the estimate in the preview. */
  items_per_second?: number
  /**
   * What it draws from the budget of the system: units for each item, or for one executeBatch of so many, `named` by ids or selected. Default:
   * one for each. It says how long a job takes; what is drawn is the `cost` of each request.
   */
  cost_units?: number | ((items: number, named: boolean) => number)
  /** Keep `data` of each item with the job. */
  keeps_data?: boolean
  /** Most bytes of JSON that a result's `data` takes, where reading is what the action is for. Default 2,048, at most 16,384. */
  result_bytes?: number
  /** Reads and checks the parameters, resolves names. Fetches no items, executes nothing. */
  prepare: (input: Static<Input>, call: Call<Client, Why>) => Promise<Prepared<Query, Action>>
  /** Quick; no item bodies. */
  count: (query: Query, call: Call<Client, Why>) => Promise<Total>
  /**
   * At most `size` items. Executes nothing. Called for the next page while the one before is not yet kept; its answer may be thrown away, and the
   * same position asked again, also by another process: it goes by the position alone, and no cursor is used up by one call.
   */
  nextBatch: (query: Query, at: BulkPosition, call: Call<Client, Why>) => Promise<BulkBatch>
  /** Looks up items a caller named by id, where the id alone is not enough to act on. Items it leaves out are acted on by id. */
  lookUp?: (ids: string[], query: Query, call: Call<Client, Why>) => Promise<BulkItem[]>
  /** Gives the preview's sample its names, where nextBatch answers ids only. */
  describe?: (items: BulkItem[], call: Call<Client, Why>) => Promise<BulkItem[]>
  /**
   * Answers one result for each item, as each is known. An item's failure is its own result. Throwing ends the turn:
   * a rate limit, credential, network or configuration error is a wait of the job, and the items without a result go back to
   * pending where the action is idempotent or the error says `outcome: 'not_executed'`; else they are unknown. Never retries.
   */
  executeBatch: (items: BulkItem[], action: Action, call: Call<Client, Why>) => AsyncIterable<BulkResult>
  /** Where one can look: what became of items whose answer was lost. Never executes. */
  reconcile?: Reconcile<Client, Action, Why>
  /** Where one can go back: the inverse. An action that has one is undoable. */
  undo?: Undo<Client, Action, Why>
}

/** What the engine and the catalog hold: any adapter, its types forgotten. */
export interface BulkAdapter {
  /** process: its one item is a program on this host, which may take long and can be ended at any time. call: its one item is a call of an operation. */
  kind: JobKind
  id: string
  tool: AnyTool
  name: string
  core?: boolean
  summary: string
  description: string
  // biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
  permission: PermissionRule<any>
  input: TObject
  requires: readonly Requirement[]
  errors: Readonly<Partial<Record<Reason, string>>>
  // biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
  examples: readonly Example<any, any>[]
  // biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
  message?: (input: any) => string
  aliases: readonly string[]
  group?: string
  see_also: readonly string[]
  idempotent: boolean
  max_batch: number
  concurrency: number
  page_size: number
  items_per_second?: number
  cost_units?: number | ((items: number, named: boolean) => number)
  /** Most time one executeBatch may take; by default as the engine is set. */
  batch_timeout_ms?: number
  keeps_data: boolean
  result_bytes?: number
  // biome-ignore-start lint/suspicious/noExplicitAny: the contract's erased types
  prepare: (input: any, call: Call<any, any>) => Promise<Prepared<any, any>>
  count: (query: any, call: Call<any, any>) => Promise<Total>
  nextBatch: (query: any, at: BulkPosition, call: Call<any, any>) => Promise<BulkBatch>
  lookUp?: (ids: string[], query: any, call: Call<any, any>) => Promise<BulkItem[]>
  describe?: (items: BulkItem[], call: Call<any, any>) => Promise<BulkItem[]>
  executeBatch: (items: BulkItem[], action: any, call: Call<any, any>) => AsyncIterable<BulkResult>
  reconcile?: Reconcile<any, any, any>
  undo?: Undo<any, any, any>
  // biome-ignore-end lint/suspicious/noExplicitAny: the contract's erased types
}

export function defineBulk<Client, Input extends TObject, Query extends Json, Action extends Json, const Why extends Reason = never>(
  // biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
  tool: Tool<Client, any>,
  spec: BulkSpec<Client, Input, Query, Action, Why>
): BulkAdapter {
  return {
    requires: [],
    aliases: [],
    see_also: [],
    concurrency: 1,
    page_size: 500,
    keeps_data: false,
    ...spec,
    kind: 'bulk',
    tool,
    id: `${tool.name}_bulk_${spec.name}`
  }
}
