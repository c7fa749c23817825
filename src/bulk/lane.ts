import type { BulkItem, BulkResult, Json } from '../contract/bulk.ts'
import { OperationError } from '../contract/errors.ts'
import type { Turn } from './context.ts'
import type { ItemByte, Settled, Taken } from './ledger.ts'
import { MAX_ITEM_DATA, MAX_MESSAGE } from './settings.ts'
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
      open.delete(item.id)
      report({ index: item.index, ...settledAs(result) })
    }
    return open.size === 0 ? { kind: 'done' } : { kind: 'omitted', message: `executeBatch left out the results of ${open.size} items` }
  } catch (error) {
    const late = signal.aborted && !stop.aborted && !(error instanceof OperationError)
    return { kind: 'thrown', error: late ? tookTooLong() : error }
  }
}

const tookTooLong = (): OperationError =>
  new OperationError('deadline_exceeded', 'The system took too long over a batch', { outcome: 'unknown' })

/** The adapter's results, until it ignores its abort signal for longer than the grace. */
async function* resultsOf({ adapter, meta, settings, call }: Turn, items: Taken[], signal: AbortSignal): AsyncGenerator<BulkResult> {
  const { promise: deaf, reject } = Promise.withResolvers<never>()
  deaf.catch(() => undefined)
  let timer: NodeJS.Timeout | undefined
  const lastCall = (): void => {
    timer = setTimeout(() => reject(tookTooLong()), settings.abort_grace_ms)
  }
  signal.addEventListener('abort', lastCall)
  let results: AsyncIterator<BulkResult> | undefined
  try {
    results = adapter.executeBatch(items.map(asItem), meta.action, call(signal))[Symbol.asyncIterator]()
    for (;;) {
      const { done, value } = await Promise.race([results.next(), deaf])
      if (done) return
      yield value
    }
  } finally {
    signal.removeEventListener('abort', lastCall)
    clearTimeout(timer)
    results?.return?.().catch(() => undefined) // not awaited: what hangs would hang the turn
  }
}

function asItem({ id, etag, data }: Taken): BulkItem {
  return { id, display_name: id, ...(etag !== undefined && { etag }), ...(data !== undefined && { data }) }
}

const BYTES = { succeeded: 's', skipped: 'k', failed: 'f', unknown: 'u' } as const satisfies Record<BulkResult['outcome'], ItemByte>

function settledAs({ outcome, error, data, before }: BulkResult): Omit<Settled, 'index'> {
  const byte = BYTES[outcome] ?? 'u'
  const failure = error ?? (byte === 'f' || byte === 'u' ? UNSAID[byte] : undefined)
  const row = {
    ...(failure && { error: { code: failure.code, reason: failure.reason, message: failure.message.slice(0, MAX_MESSAGE) } }),
    ...(data !== undefined && { data: bounded(data) }),
    ...(before !== undefined && { before: bounded(before) })
  }
  return Object.keys(row).length > 0 ? { byte, row } : { byte }
}

const bounded = (data: Json): Json =>
  Buffer.byteLength(JSON.stringify(data)) > MAX_ITEM_DATA ? { left_out: `over ${MAX_ITEM_DATA} bytes` } : data

const UNSAID = {
  f: { code: 'UNKNOWN_ERROR', reason: 'unexpected', message: 'The adapter does not say why' },
  u: { code: 'UNKNOWN_ERROR', reason: 'answer_lost', message: 'It was sent, and the answer was lost: it may or may not be done' }
} as const

/** What becomes of an item whose call ended without a result for it: pending again only where nothing can have happened twice. */
export function leftover(end: LaneEnd, { index }: Taken, idempotent: boolean): Settled {
  const again = end.kind === 'thrown' ? idempotent || isUnsent(end.error) : end.kind === 'invented' && idempotent
  return again ? { index, byte: 'p' } : { index, byte: 'u', row: { error: end.kind === 'thrown' ? UNSAID.u : MISSING } }
}

const isUnsent = (error: unknown): boolean => error instanceof OperationError && error.details.outcome === 'not_executed'

const MISSING = breach('The adapter gave no result for this item: it may or may not be done')
