import type { BulkAdapter, BulkItem } from '../contract/bulk.ts'
import { OperationError } from '../contract/errors.ts'
import type { Turn } from './context.ts'
import { startGrace, tookTooLong } from './grace.ts'
import type { Settled, Taken } from './ledger.ts'
import { type Limit, startLimit } from './limit.ts'
import { settledAs, UNSAID, unknownAs } from './result.ts'
import { MAX_ANSWER, MAX_ITEM_DATA, MAX_RESULT_DATA } from './settings.ts'
import { breathe, isUnsent, mayCallAgain, mayEndOtherwise } from './transient.ts'
import { breach } from './waits.ts'

/** One executeBatch under way. */
export interface Lane {
  /** Items without a result, by id. */
  open: Map<string, Taken>
  /** Resolves, and never rejects, once the call is over, with what it threw. */
  over: Promise<LaneEnd>
}

/** `invented`: it answered for an item it was not asked for, and was stopped there. `omitted`: it ended without all results. */
export type LaneEnd =
  | { kind: 'done' }
  | { kind: 'invented' | 'omitted'; message: string }
  | { kind: 'thrown'; error: unknown; tries: number }

type Report = (settled: Settled) => void

export interface Stops {
  /** Breaks off the call under way. */
  now: AbortSignal
  /** Lets it finish the item it is at, and begin no further one. */
  soon: AbortSignal
}

/** Starts a call, and reports each result as it comes. `isOurs`: whether the job cannot have been taken over meanwhile. */
export function startLane(turn: Turn, items: Taken[], stops: Stops, report: Report, isOurs: () => boolean): Lane {
  const open = new Map<string, Taken>()
  for (const item of items) open.set(item.id, item)
  return { open, over: run(turn, open, stops, report, isOurs) }
}

/** Calls, and calls again for what may end otherwise, as often as the job retries. */
async function run(turn: Turn, open: Lane['open'], stops: Stops, report: Report, isOurs: () => boolean): Promise<LaneEnd> {
  const stopping = [stops.now, stops.soon, turn.signal]
  const isStopped = (): boolean => stopping.some(signal => signal.aborted)
  for (let tries = 1; ; tries++) {
    const last = tries > turn.meta.retries || isStopped()
    const end = await attempt(turn, open, stops, { report, last, tries })
    const again = end.kind === 'done' ? open.size > 0 : end.kind === 'thrown' && mayCallAgain(end.error, turn.adapter.idempotent)
    markBegun(open, end)
    if (last || !again) return end
    await breathe(tries - 1, turn.settings.retry_pause_ms, AbortSignal.any(stopping))
    if (isStopped() || !(turn.adapter.idempotent || isOurs())) return end
  }
}

/** What was sent, and has no result, may be done: whoever acts on it again is told. */
function markBegun(open: Lane['open'], end: LaneEnd): void {
  if (end.kind === 'thrown' && isUnsent(end.error)) return
  for (const [id, item] of open) open.set(id, { ...item, again: true })
}

/** One call for the items that are open, until it ignores its abort signal for longer than the grace. */
async function attempt(turn: Turn, open: Lane['open'], { now, soon }: Stops, telling: Telling): Promise<LaneEnd> {
  const { adapter, settings } = turn
  const limit = startLimit(now, adapter.batch_timeout_ms ?? settings.batch_timeout_ms)
  const { signal } = limit
  const grace = startGrace(signal, settings.abort_grace_ms, 'a batch')
  const heard = { still: true }
  try {
    return await Promise.race([hear(turn, open, limit, { ...telling, heard, soon }), grace.deaf])
  } catch (error) {
    const late = signal.aborted && !now.aborted && !(error instanceof OperationError)
    return { kind: 'thrown', error: late ? tookTooLong('a batch') : error, tries: telling.tries }
  } finally {
    heard.still = false
    grace.stop()
  }
}

interface Telling {
  report: Report
  last: boolean
  tries: number
}

/** Tells the adapter's results. One that may be another the next time leaves its item open, unless this is the last attempt. */
async function hear(
  { adapter, meta, call, output }: Turn,
  open: Lane['open'],
  limit: Limit,
  { report, last, heard, soon }: Telling & { heard: { still: boolean }; soon: AbortSignal }
): Promise<LaneEnd> {
  const most = mostKept(adapter)
  const mayRetry = !last && adapter.idempotent
  const answered = new Set<string>() // of those that stay open
  let over = limit.stop
  const results = adapter.executeBatch(Array.from(open.values(), asItem), meta.action, call(limit.signal))[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value: result } = await results.next()
      if (done || !heard.still || soon.aborted) break
      const item = open.get(result.item_id)
      if (!item || answered.has(item.id)) return { kind: 'invented', message: invented(result.item_id) }
      if (mayRetry && mayEndOtherwise(result)) {
        answered.add(item.id)
        continue
      }
      if (output) await output.written()
      if (!heard.still) break
      // Told before it is struck off: an item that is neither open nor told would be taken for one that was never begun.
      report({ index: item.index, ...settledAs(result, adapter.tool.name, most) })
      open.delete(item.id)
    }
  } catch (error) {
    over = () => undefined // what it began beside may still be under way: that goes with the turn, or when the time is over
    throw error
  } finally {
    // Not awaited: what hangs would hang the turn, and is aborted by the limit.
    Promise.resolve(results.return?.()).then(over, over)
  }
  const left = open.size - answered.size
  return left === 0 ? { kind: 'done' } : { kind: 'omitted', message: `executeBatch left out the results of ${left} items` }
}

/** Most bytes kept of what a result says. */
const mostKept = ({ kind, result_bytes = MAX_ITEM_DATA }: BulkAdapter): number =>
  kind === 'call' ? MAX_ANSWER : Math.min(result_bytes, MAX_RESULT_DATA)

const invented = (id: string): string => `executeBatch answered for ${id}, which it was not asked for, or answered before`

function asItem({ id, etag, data, again }: Taken): BulkItem {
  const item: BulkItem = { id, display_name: id }
  if (etag !== undefined) item.etag = etag
  if (data !== undefined) item.data = data
  if (again) item.again = true
  return item
}

/** What becomes of an item whose call ended without a result for it: pending again only where nothing can have happened twice. */
export function leftover(end: LaneEnd, { index, again: begun }: Taken, idempotent: boolean): Settled {
  const again = end.kind === 'omitted' ? false : idempotent || (end.kind === 'thrown' && isUnsent(end.error))
  return again ? { index, byte: begun ? 'a' : 'p' } : { index, ...unknownAs(end.kind === 'thrown' ? UNSAID.u : MISSING) }
}

const MISSING = breach('The adapter gave no result for this item: it may or may not be done')
