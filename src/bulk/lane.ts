import type { BulkItem, BulkResult } from '../contract/bulk.ts'
import { OperationError } from '../contract/errors.ts'
import type { Turn } from './context.ts'
import { startGrace, tookTooLong } from './grace.ts'
import type { Settled, Taken } from './ledger.ts'
import { settledAs, UNSAID, unknownAs } from './result.ts'
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

/** Starts a call, and reports each result as it comes. */
export function startLane(turn: Turn, items: Taken[], signal: AbortSignal, report: Report): Lane {
  const open = new Map(items.map(item => [item.id, item]))
  return { open, over: run(turn, open, signal, report) }
}

/** Calls, and calls again for what may end otherwise, as often as the job retries. */
async function run(turn: Turn, open: Lane['open'], stop: AbortSignal, report: Report): Promise<LaneEnd> {
  const stopped = AbortSignal.any([stop, turn.signal])
  for (let tries = 1; ; tries++) {
    const last = tries > turn.meta.retries || stopped.aborted
    const end = await attempt(turn, open, stop, { report, last, tries })
    const again = end.kind === 'done' ? open.size > 0 : end.kind === 'thrown' && mayCallAgain(end.error, turn.adapter.idempotent)
    if (last || !again) return end
    await breathe(tries - 1, turn.settings.retry_pause_ms, stopped)
    if (stopped.aborted) return end
  }
}

/** One call for the items that are open. A result that may be another the next time leaves its item open, unless this is the last attempt. */
async function attempt(
  turn: Turn,
  open: Lane['open'],
  stop: AbortSignal,
  { report, last, tries }: { report: Report; last: boolean; tries: number }
): Promise<LaneEnd> {
  const { adapter } = turn
  const asked = new Map(open)
  const signal = AbortSignal.any([stop, AbortSignal.timeout(adapter.batch_timeout_ms ?? turn.settings.batch_timeout_ms)])
  try {
    for await (const result of resultsOf(turn, [...open.values()], signal)) {
      const item = asked.get(result.item_id)
      if (!item)
        return { kind: 'invented', message: `executeBatch answered for ${result.item_id}, which it was not asked for, or answered before` }
      asked.delete(item.id)
      if (!last && adapter.idempotent && mayEndOtherwise(result)) continue
      await turn.output?.written()
      // Told before it is struck off: an item that is neither open nor told would be taken for one that was never begun.
      report({ index: item.index, ...settledAs(result, adapter.tool.name) })
      open.delete(item.id)
    }
    return asked.size === 0 ? { kind: 'done' } : { kind: 'omitted', message: `executeBatch left out the results of ${asked.size} items` }
  } catch (error) {
    const late = signal.aborted && !stop.aborted && !(error instanceof OperationError)
    return { kind: 'thrown', error: late ? tookTooLong('a batch') : error, tries }
  }
}

/** The adapter's results, until it ignores its abort signal for longer than the grace. */
async function* resultsOf({ adapter, meta, settings, call }: Turn, items: Taken[], signal: AbortSignal): AsyncGenerator<BulkResult> {
  const { deaf, stop } = startGrace(signal, settings.abort_grace_ms, 'a batch')
  let results: AsyncIterator<BulkResult> | undefined
  try {
    results = adapter.executeBatch(items.map(asItem), meta.action, call(signal))[Symbol.asyncIterator]()
    for (;;) {
      const { done, value } = await Promise.race([results.next(), deaf])
      if (done) return
      yield value
    }
  } finally {
    stop()
    results?.return?.().catch(() => undefined) // not awaited: what hangs would hang the turn
  }
}

function asItem({ id, etag, data }: Taken): BulkItem {
  return { id, display_name: id, ...(etag !== undefined && { etag }), ...(data !== undefined && { data }) }
}

/** What becomes of an item whose call ended without a result for it: pending again only where nothing can have happened twice. */
export function leftover(end: LaneEnd, { index }: Taken, idempotent: boolean): Settled {
  const again = end.kind === 'omitted' ? false : idempotent || (end.kind === 'thrown' && isUnsent(end.error))
  return again ? { index, byte: 'p' } : { index, ...unknownAs(end.kind === 'thrown' ? UNSAID.u : MISSING) }
}

const MISSING = breach('The adapter gave no result for this item: it may or may not be done')
