import type { BulkAdapter, BulkItem, BulkResult, Json } from '../../contract/bulk.ts'
import { afterAttempt, beforeNext } from '../../contract/bulk-outcomes.ts'
import { OperationError } from '../../contract/errors.ts'
import { contractViolation } from '../model/failure.ts'
import { doubtfulFailure, startedRow, storedResult, unknownResult } from '../model/item-result.ts'
import { ITEM_UPDATES } from '../model/item-status.ts'
import { MAX_CALL_RESULT, MAX_ITEM_DATA, MAX_RESULT_DATA } from '../settings.ts'
import type { ItemUpdate, TakenItem } from '../store/job-store.ts'
import { startAbortGrace, startTimeLimit, type TimeLimit, tookTooLong } from './abort-grace.ts'
import { canRetryCall, isTransient, isUnsent, pauseBeforeRetry } from './backoff.ts'
import { isKnownUnsent } from './find-outcomes.ts'
import type { Turn } from './turn-context.ts'

/** One executeBatch in progress. */
export interface BatchCall {
  /** Items without a result, by ID. */
  open: Map<string, TakenItem>
  /** Resolves once the call has ended, with how it ended. Never rejects. */
  end: Promise<BatchCallEnd>
}

/**
 * `not_started`: before it began, the turn was stopped, or another worker may have taken the job over. `invented`: it yielded a result for an item that it
 * did not receive, and was stopped there. `omitted`: it ended without all results.
 */
export type BatchCallEnd =
  | { kind: 'done' }
  | { kind: 'not_started' }
  | { kind: 'invented' | 'omitted'; message: string }
  | { kind: 'thrown'; error: unknown; attempts: number }

/** Receives the results of a call. */
export interface Writer {
  report: (update: ItemUpdate) => void
  /** Resolves once the update is written. */
  store: (update: ItemUpdate) => Promise<void>
}

/** Ways to stop a call. */
export interface Stops {
  /** Aborts the call. */
  abort: AbortSignal
  /** Discards further results, and lets the call finish the item it is at. */
  discard: AbortSignal
  /** Lets the call finish what it has started: its results are still needed. */
  stopping: AbortSignal
}

/** Starts a call, and reports each result as it arrives. `isSure`: whether no other worker can have taken the job over. */
export function startBatchCall(turn: Turn, items: TakenItem[], stops: Stops, writer: Writer, isSure: () => boolean): BatchCall {
  const open = new Map<string, TakenItem>()
  for (const item of items) open.set(item.id, item)
  return { open, end: run(turn, open, stops, writer, isSure) }
}

/** Counts the items against the limits of the key, and calls. Items that were not sent do not count. */
async function run(turn: Turn, open: BatchCall['open'], stops: Stops, writer: Writer, isSure: () => boolean): Promise<BatchCallEnd> {
  const signals = [stops.abort, stops.discard, stops.stopping, turn.signal]
  const isStopped = (): boolean => signals.some(signal => signal.aborted)
  const mayStart = (): boolean => !isStopped() && (turn.adapter.idempotent || isSure())
  const pause = (attempt: number): Promise<void> => pauseBeforeRetry(attempt, turn.settings.retry_pause_ms, AbortSignal.any(signals))
  try {
    const giveBack = await turn.takeItems(unsentIn(open))
    const end: BatchCallEnd = mayStart()
      ? await callWithRetries(turn, open, stops, writer, { isStopped, mayStart, pause })
      : { kind: 'not_started' }
    giveBack(unsentIn(open))
    return end
  } catch (error) {
    return { kind: 'thrown', error, attempts: 1 }
  }
}

/** Calls, and repeats the call for items whose failure may be temporary, as often as the job retries. */
async function callWithRetries(
  turn: Turn,
  open: BatchCall['open'],
  stops: Stops,
  writer: Writer,
  { isStopped, mayStart, pause }: { isStopped: () => boolean; mayStart: () => boolean; pause: (attempt: number) => Promise<void> }
): Promise<BatchCallEnd> {
  for (let attempts = 1; ; attempts++) {
    const isLast = attempts > turn.meta.retries || isStopped()
    const end = await attempt(turn, open, stops, { ...writer, isLast, attempts })
    const canRetry = end.kind === 'done' ? open.size > 0 : end.kind === 'thrown' && canRetryCall(end.error, turn.adapter.idempotent)
    markStarted(open, end)
    if (isLast || !canRetry) return end
    await pause(attempts - 1)
    if (!mayStart()) return end
  }
}

/** Returns the number of items that were never sent. */
const unsentIn = (open: BatchCall['open']): number => [...open.values()].filter(({ again }) => !again).length

/** Items that were sent and have no result may be done: the next attempt receives them with `again`. */
function markStarted(open: BatchCall['open'], end: BatchCallEnd): void {
  if (end.kind === 'thrown' && isUnsent(end.error)) return
  for (const [id, item] of open) open.set(id, { ...item, again: true })
}

interface Attempt extends Writer {
  isLast: boolean
  attempts: number
}

/** Makes one call for the open items. It ends at the latest when the adapter has ignored its abort signal for longer than the grace. */
async function attempt(turn: Turn, open: BatchCall['open'], stops: Stops, options: Attempt): Promise<BatchCallEnd> {
  const { abort } = stops
  const { adapter, settings } = turn
  const limit = startTimeLimit(abort, adapter.batch_timeout_ms ?? settings.batch_timeout_ms)
  const { signal } = limit
  const grace = startAbortGrace(signal, settings.abort_grace_ms, 'a batch')
  const reading = { active: true }
  try {
    return await Promise.race([readResults(turn, open, limit, { ...options, ...stops, reading }), grace.ignored])
  } catch (error) {
    const isLate = signal.aborted && !abort.aborted && !(error instanceof OperationError)
    return { kind: 'thrown', error: isLate ? tookTooLong('a batch') : error, attempts: options.attempts }
  } finally {
    reading.active = false
    grace.stop()
  }
}

/** Reports the results of the adapter. An item whose failure may be temporary stays open, unless this is the last attempt. */
async function readResults(
  { adapter, meta, call, output }: Turn,
  open: BatchCall['open'],
  limit: TimeLimit,
  { report, store, isLast, reading, discard, stopping }: Attempt & Stops & { reading: { active: boolean } }
): Promise<BatchCallEnd> {
  const maxBytes = maxResultBytes(adapter)
  const canRetry = !isLast && adapter.idempotent
  const toRetry = new Set<string>()
  let onReturn = limit.stop
  const items = Array.from(open.values(), item => asItem(item, mayBeDone(adapter, meta.action, item)))
  const doubtful = new Set(items.flatMap(({ id, again }) => (again ? [id] : [])))
  const results = adapter
    .executeBatch(items, meta.action, {
      ...call(limit.signal),
      stopping,
      keepBefore: keepBefore(open, store, { signal: limit.signal, stopping })
    })
    [Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await results.next()
      if (done || !reading.active || discard.aborted) break
      const item = open.get(value.item_id)
      if (!item || toRetry.has(item.id)) return { kind: 'invented', message: inventedMessage(value.item_id) }
      const result = doubtful.has(item.id) && adapter.permission !== 'read' ? afterAttempt(value) : value
      if (canRetry && isTransient(result)) {
        toRetry.add(item.id)
        continue
      }
      if (output) await output.written()
      if (!reading.active) break
      // Reported before it is removed: an item that is neither open nor reported would count as never started.
      report({ index: item.index, ...storedResult(withImage(result, open.get(item.id)), adapter.tool.name, maxBytes) })
      open.delete(item.id)
    }
  } catch (error) {
    onReturn = () => undefined // concurrent work of the call may continue: it ends with the turn, or when its time is up
    throw error
  } finally {
    // Not awaited: a call that hangs would block the turn; the limit aborts it.
    Promise.resolve(results.return?.()).then(onReturn, onReturn)
  }
  const left = open.size - toRetry.size
  return left === 0 ? { kind: 'done' } : { kind: 'omitted', message: `executeBatch omitted the results of ${left} items` }
}

/** Returns `call.keepBefore`, which stores the image of an item with the job before the adapter changes the item. */
const keepBefore =
  (open: BatchCall['open'], store: Writer['store'], stops: Parameters<typeof beforeNext>[0]) =>
  async (id: string, before: Json): Promise<void> => {
    const item = open.get(id)
    if (!item) throw new Error(`executeBatch stores an image of ${id}, which is not an open item of its batch`)
    await store({ index: item.index, byte: ITEM_UPDATES.image, row: startedRow('again', before) })
    open.set(id, { ...item, before })
    beforeNext(stops)
  }

/** An unknown item keeps the image that its attempt stored, for reconcile and undo. */
const withImage = (result: BulkResult, { before }: Pick<TakenItem, 'before'> = {}): BulkResult =>
  result.outcome === 'unknown' && result.before === undefined && before !== undefined ? { ...result, before } : result

const maxResultBytes = ({ kind, result_bytes = MAX_ITEM_DATA }: BulkAdapter): number =>
  kind === 'call' ? MAX_CALL_RESULT : Math.min(result_bytes, MAX_RESULT_DATA)

const inventedMessage = (id: string): string => `executeBatch yielded a result for ${id}, which is not in its batch or already has a result`

/** Returns whether an earlier attempt may have changed the item. */
export const mayBeDone = (adapter: BulkAdapter, action: Json | null, item: TakenItem): boolean =>
  item.again === true && !isKnownUnsent(adapter, asItem(item, true), action)

function asItem({ id, etag, data, before }: TakenItem, again: boolean): BulkItem {
  const item: BulkItem = { id, display_name: id }
  if (etag !== undefined) item.etag = etag
  if (data !== undefined) item.data = data
  if (again) item.again = true
  if (before !== undefined) item.before = before
  return item
}

/** Returns the update of an item whose call ended without its result: pending again only if nothing can be done twice. */
export function leftover(
  end: BatchCallEnd,
  { index, again: started, before }: TakenItem,
  { idempotent, tool: { name: system } }: BulkAdapter
): ItemUpdate {
  const wasUnsent = end.kind === 'not_started' || (end.kind === 'thrown' && isUnsent(end.error))
  const canRepeat = end.kind === 'omitted' ? false : idempotent || wasUnsent
  return canRepeat
    ? { index, byte: started ? ITEM_UPDATES.retried : ITEM_UPDATES.released }
    : { index, ...unknownResult(end.kind === 'thrown' ? doubtfulFailure(end.error, system) : NO_RESULT, before) }
}

const NO_RESULT = contractViolation('The adapter yielded no result for this item: it may or may not be done')
