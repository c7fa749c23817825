import type { BulkItem, BulkResult } from '../contract/bulk.ts'
import { OperationError } from '../contract/errors.ts'
import type { Turn } from './context.ts'
import { startGrace, tookTooLong } from './grace.ts'
import type { Settled, Taken } from './ledger.ts'
import { settledAs, UNSAID, unknownAs } from './result.ts'
import { breach } from './waits.ts'

/** One executeBatch under way. */
export interface Lane {
  /** Items without a result, by id. */
  open: Map<string, Taken>
  /** Resolves, and never rejects, once the call is over, with what it threw. */
  over: Promise<LaneEnd>
}

/** `invented`: it answered for an item it was not asked for, and was stopped there. `omitted`: it ended without all results. */
export type LaneEnd = { kind: 'done' } | { kind: 'invented' | 'omitted'; message: string } | { kind: 'thrown'; error: unknown }

/** Starts a call, and reports each result as it comes. */
export function startLane(turn: Turn, items: Taken[], signal: AbortSignal, report: (settled: Settled) => void): Lane {
  const open = new Map(items.map(item => [item.id, item]))
  return { open, over: run(turn, items, open, signal, report) }
}

async function run(
  turn: Turn,
  items: Taken[],
  open: Lane['open'],
  stop: AbortSignal,
  report: (settled: Settled) => void
): Promise<LaneEnd> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(turn.settings.batch_timeout_ms)])
  try {
    for await (const result of resultsOf(turn, items, signal)) {
      const item = open.get(result.item_id)
      if (!item)
        return { kind: 'invented', message: `executeBatch answered for ${result.item_id}, which it was not asked for, or answered before` }
      // Told before it is struck off: an item that is neither open nor told would be taken for one that was never begun.
      report({ index: item.index, ...settledAs(result, turn.adapter.tool.name) })
      open.delete(item.id)
    }
    return open.size === 0 ? { kind: 'done' } : { kind: 'omitted', message: `executeBatch left out the results of ${open.size} items` }
  } catch (error) {
    const late = signal.aborted && !stop.aborted && !(error instanceof OperationError)
    return { kind: 'thrown', error: late ? tookTooLong('a batch') : error }
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
  const again = end.kind === 'thrown' ? idempotent || isUnsent(end.error) : end.kind === 'invented' && idempotent
  return again ? { index, byte: 'p' } : { index, ...unknownAs(end.kind === 'thrown' ? UNSAID.u : MISSING) }
}

const isUnsent = (error: unknown): boolean => error instanceof OperationError && error.details.outcome === 'not_executed'

const MISSING = breach('The adapter gave no result for this item: it may or may not be done')
