import type { Static, TObject } from 'typebox'
import type { Call } from './call.ts'
import type { CommonReason, Issue, Reason } from './errors.ts'
import type { Example } from './examples.ts'
import type { JobKind } from './job.ts'
import type { AskedAs, PermissionRule } from './operation.ts'
import type { Requirement } from './requires.ts'
import type { Total } from './schema.ts'
import type { AnyTool, Tool } from './tool.ts'

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined }

/** An item to act on. The job stores `id` and `etag`, and `data` (≤ 2 KB) only if the action declares `keeps_data`. */
export interface BulkItem {
  id: string
  /** Name for people, needed for the preview. An item that is read back from the job has its ID here. */
  display_name: string
  /** Version at listing time, for an action that must not overwrite later changes. */
  etag?: string
  data?: Json
  /**
   * For executeBatch: this job, or the one that it retries, started the item before, and the result was lost. If the item is found as the
   * action would leave it, its result is `foundDone`, never `skipped`.
   */
  again?: boolean
  /** Image before the job changed the item, if an earlier attempt stored it with `call.keepBefore`. Null: it was too large to store. */
  before?: Json
  /** For the preview: the outcome that this item will have if nothing changes until it is executed. Absent if it can succeed. */
  foreseen?: Foreseen
}

/** A predicted outcome other than success, known from the listing. The preview counts the items of each `reason`. */
export interface Foreseen {
  /** `may_fail`: the system decides, by a rule that the listing does not show. The others are certain. */
  outcome: 'failed' | 'may_fail' | 'skipped'
  /** Why, without the name of the item and without a final period: "the calendar is read-only". At most 200 characters. */
  reason: string
}

export const willFail = (reason: string): { foreseen: Foreseen } => ({ foreseen: { outcome: 'failed', reason } })
export const mayFail = (reason: string): { foreseen: Foreseen } => ({ foreseen: { outcome: 'may_fail', reason } })
export const willBeSkipped = (reason: string): { foreseen: Foreseen } => ({ foreseen: { outcome: 'skipped', reason } })

/** Properties of `call` in executeBatch only. */
export type BulkCall = Pick<Call<unknown>, 'stopping' | 'keepBefore'>

/**
 * Outcomes that an adapter can return. `skipped`: the item needed no change, and no attempt made one. `unknown`: the request was sent, and the
 * response was lost or is unclear.
 */
export type BulkOutcome = 'succeeded' | 'skipped' | 'failed' | 'unknown'

export interface BulkResult {
  item_id: string
  outcome: BulkOutcome
  error?: { code: string; reason: string; message: string }
  data?: Json
  /** Image before the change, for undo. */
  before?: Json
}

/** The result of reconcile for one unknown item. `not_attempted`: certainly not done. `unknown`: it cannot be determined. */
export interface Finding {
  item_id: string
  outcome: 'succeeded' | 'not_attempted' | 'unknown'
  /** Of an unknown item: what the system shows of it, such as a change that was made in part. Replaces the error of the item. */
  error?: { code: string; reason: string; message: string }
  data?: Json
  /** Image before the change, for undo, if the system still shows it. */
  before?: Json
}

/** An item that the action succeeded on, as it was acted on. `before` is that of its result. */
export interface UndoItem extends BulkItem {
  before?: Json
}

/** How to find the items and what to do with each. Stored with the job, so it is plain JSON. */
interface Prepared<Query extends Json, Action extends Json> {
  query: Query
  action: Action
  /** Shown in the preview: resolved names, and warnings. */
  metadata?: { warnings?: string[]; [fact: string]: Json | undefined }
}

/** Start of a page. `cursor` is `next` of the previous page; `offset` is for systems that page by number. */
export interface BulkPosition {
  size: number
  offset: number
  cursor: string | undefined
}

/** A page of items. Only a missing `next` ends the listing: a page may be empty. */
export interface BulkBatch {
  items: BulkItem[]
  next?: string | undefined
}

/**
 * The inverse of an action, run by a separate job over the items that succeeded. It must not touch an item that changed since: it returns
 * `failed` for it.
 */
interface Undo<Client, Action extends Json, Why extends Reason> {
  /** As for the action. */
  idempotent: boolean
  /** Default: those of the action. */
  max_batch?: number
  concurrency?: number
  /** As for the action, for calls of `max_batch` items. Default: the cost of the action. */
  cost_units?: number | ((items: number) => number)
  /** As in the action: yields one result for each item, and never retries. */
  executeBatch: (items: UndoItem[], action: Action, call: Call<Client, Why>) => AsyncIterable<BulkResult>
}

/** Yields for each item whether it was done. Only reads: it executes nothing, whatever it finds. */
type Reconcile<Client, Action extends Json, Why extends Reason> = (
  items: BulkItem[],
  action: Action,
  call: Call<Client, Why>
) => AsyncIterable<Finding>

export interface BulkSpec<Client, Input extends TObject, Query extends Json, Action extends Json, Why extends Reason> {
  /** snake_case; the file has the same name with hyphens. The operation ID is `<system>_bulk_<name>`. */
  name: string
  /** One of the operations that users need most: part of the default pack of its system. Default false. */
  core?: boolean
  summary: string
  description: string
  permission: PermissionRule<Static<Input>>
  input: Input
  requires?: readonly Requirement[]
  errors: Readonly<Record<Why, string>>
  // biome-ignore lint/suspicious/noExplicitAny: the output is a job; an example states the relevant part of it
  examples: readonly Example<Static<Input>, any, NoInfer<Why> | CommonReason>[]
  message?: (input: Static<Input>) => string
  aliases?: readonly string[]
  group?: string
  see_also?: readonly string[]
  /** As in an operation. */
  asked_as?: AskedAs
  /** Maximum size of the input as JSON, in bytes; a larger one is refused unread (413). Default 2 MB, at most MAX_BODY. */
  max_body?: number
  /** A second execution of an item changes nothing more. After a crash, idempotent items are executed again; others become unknown. */
  idempotent: boolean
  /** Maximum items of one executeBatch. 1: one item per call, `concurrency` calls at once. */
  max_batch: number
  concurrency?: number
  /** Maximum items of one nextBatch. */
  page_size?: number
  /** Throughput of the system, for the estimate in the preview. */
  items_per_second?: number
  /**
   * Cost in the rate budget of the system: units per item, or units of one executeBatch with that many items (`named` by ID, or selected).
   * Default 1 per item. Used for the estimated duration only; each request draws its own `cost`.
   */
  cost_units?: number | ((items: number, named: boolean) => number)
  /** Store `data` of each item with the job. */
  keeps_data?: boolean
  /** Maximum size of a result's `data` as JSON, in bytes, for actions that read. Default 2,048, at most 16,384. */
  result_bytes?: number
  /** Reads and checks the parameters, resolves names. Fetches no items, executes nothing. */
  prepare: (input: Static<Input>, call: Call<Client, Why>) => Promise<Prepared<Query, Action>>
  /** Counts the matching items: quick, without reading them. */
  count: (query: Query, call: Call<Client, Why>) => Promise<Total>
  /**
   * Returns at most `size` items. Executes nothing. It is called for the next page before the current one is stored; its result may be
   * discarded, and the same position requested again, even by another process. So the result depends on the position only, and a cursor
   * stays valid after use.
   */
  nextBatch: (query: Query, at: BulkPosition, call: Call<Client, Why>, action: Action) => Promise<BulkBatch>
  /** Fetches items that the caller named by ID, if the ID alone is not enough to act on. An item that it omits is acted on by ID. */
  lookUp?: (ids: string[], query: Query, call: Call<Client, Why>, action: Action) => Promise<BulkItem[]>
  /** Adds names and foreseen outcomes to the preview's sample, if the listing returned IDs only. */
  describe?: (items: BulkItem[], call: Call<Client, Why>, action: Action) => Promise<BulkItem[]>
  /**
   * Yields one result for each item as soon as it is known. The failure of one item is its result. An error that is thrown ends the turn: after
   * a rate limit, credential, network or configuration error the job waits. Items without a result become pending again if the action is
   * idempotent or the error states `outcome: 'not_executed'`, and unknown otherwise. Never retries.
   */
  executeBatch: (items: BulkItem[], action: Action, call: Call<Client, Why>) => AsyncIterable<BulkResult>
  /**
   * Returns whether executeBatch calls `call.keepBefore` for this item before it sends anything that can change it, or never sends anything.
   * The engine then knows that an item without a stored image was not changed by any attempt. Default: no item.
   */
  keeps_before?: (item: BulkItem, action: Action) => boolean
  /** Checks items whose response was lost, if the system shows whether they were done. Never executes. */
  reconcile?: Reconcile<Client, Action, Why>
  /** The inverse, if there is one. It makes the action undoable. */
  undo?: Undo<Client, Action, Why>
}

/** A bulk adapter with erased types, for the engine and the catalog. */
export interface BulkAdapter {
  /** process: its one item is a program on this host, which may run long and can be ended at any time. call: its one item is a call of an operation. */
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
  asked_as: AskedAs
  max_body?: number
  idempotent: boolean
  max_batch: number
  concurrency: number
  page_size: number
  items_per_second?: number
  cost_units?: number | ((items: number, named: boolean) => number)
  /** Maximum duration of one executeBatch in milliseconds. Default: the setting of the engine. */
  batch_timeout_ms?: number
  keeps_data: boolean
  result_bytes?: number
  // biome-ignore-start lint/suspicious/noExplicitAny: the contract's erased types
  prepare: (input: any, call: Call<any, any>) => Promise<Prepared<any, any>>
  count: (query: any, call: Call<any, any>) => Promise<Total>
  nextBatch: (query: any, at: BulkPosition, call: Call<any, any>, action?: any) => Promise<BulkBatch>
  lookUp?: (ids: string[], query: any, call: Call<any, any>, action?: any) => Promise<BulkItem[]>
  describe?: (items: BulkItem[], call: Call<any, any>, action?: any) => Promise<BulkItem[]>
  executeBatch: (items: BulkItem[], action: any, call: Call<any, any>) => AsyncIterable<BulkResult>
  keeps_before?: (item: BulkItem, action: any) => boolean
  reconcile?: Reconcile<any, any, any>
  undo?: Undo<any, any, any>
  // biome-ignore-end lint/suspicious/noExplicitAny: the contract's erased types
}

/** Defines a bulk operation. Default-export the result from `bulk/<name>.ts`. */
export function defineBulk<Client, Input extends TObject, Query extends Json, Action extends Json, const Why extends Reason = never>(
  // biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
  tool: Tool<Client, any>,
  spec: BulkSpec<Client, Input, Query, Action, Why>
): BulkAdapter {
  return {
    requires: [],
    aliases: [],
    see_also: [],
    asked_as: {},
    concurrency: 1,
    page_size: 500,
    keeps_data: false,
    ...spec,
    kind: 'bulk',
    tool,
    id: `${tool.name}_bulk_${spec.name}`
  }
}

/** Maximum length of an item ID, and of an etag, in UTF-16 code units: most emoji count as two. */
export const MAX_ID = 1_024

/** Maximum number of issues that are listed for one request. */
const MAX_ISSUES = 50

/** Returns why a job cannot store this ID, as a predicate ("contains a NUL character"); undefined if it can. */
export function idFault(id: unknown): string | undefined {
  return typeof id !== 'string' || id === '' ? 'must be a non-empty string' : textFault(id)
}

/** The same for an etag, which is optional. */
export function etagFault(etag: unknown): string | undefined {
  if (etag === undefined) return undefined
  return typeof etag === 'string' ? textFault(etag) : 'must be a string'
}

function textFault(text: string): string | undefined {
  if (text.length > MAX_ID) return `must have at most ${MAX_ID} characters (an emoji counts as two)`
  if (text.includes('\0')) return 'must not contain a NUL character'
  return text.isWellFormed() ? undefined : 'must be well-formed Unicode (it contains an unpaired surrogate)'
}

/** Returns what is wrong with the IDs that a caller named. */
export function idIssues(ids: unknown): Issue[] {
  const issues: Issue[] = []
  if (!Array.isArray(ids)) return issues
  for (const [index, id] of ids.entries()) {
    const message = idFault(id)
    if (message) issues.push({ path: `ids[${index}]`, message, expected: 'the ID of an item, as the system returns it' })
    if (issues.length === MAX_ISSUES) break
  }
  return issues
}
