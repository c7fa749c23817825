import { setImmediate } from 'node:timers/promises'
import type { BulkAdapter } from '../../contract/bulk.ts'
import { OperationError } from '../../contract/errors.ts'
import type { JobStatus } from '../../contract/job.ts'
import { contractViolation, failureOf, loggableJobError } from '../model/failure.ts'
import { doubtfulFailure, type Row, unknownResult } from '../model/item-result.ts'
import { ITEM_STATUSES, ITEM_UPDATES } from '../model/item-status.ts'
import { jsonText } from '../model/lua-json.ts'
import { MAX_WITH_DATA } from '../settings.ts'
import type { Ending, ItemUpdate, TakenItem } from '../store/job-store.ts'
import { waitFor } from './backoff.ts'
import { type BatchCall, type BatchCallEnd, leftover, mayBeDone, type Stops, startBatchCall, type Writer } from './batch-call.ts'
import { createBatchWriter } from './batch-writer.ts'
import { createLease } from './lease.ts'
import { createPoisonItems } from './poison-items.ts'
import { retryUntilAvailable } from './retry-until-available.ts'
import type { Turn } from './turn-context.ts'

/** Interval at which a worker that waits for slow calls checks whether it should stop. */
const POLL_MS = 1_000

/**
 * Executes items until all are done, the turn is over, or the job is stopped. One loop makes all writes: while a step is on its way to Redis,
 * further results are collected for the next one. So at most `concurrency × max_batch` items are ever started and not written.
 */
export async function executeItems(turn: Turn): Promise<Ending | 'fenced'> {
  const { settings, signal, wakeup } = turn
  const work = startWork(turn)
  const until = Date.now() + settings.turn_ms
  const advance = async () => {
    const closing = work.isClosing() || signal.aborted || Date.now() >= until
    const want = closing ? 0 : work.capacity()
    return { closing, want, step: await work.step(want) }
  }
  try {
    for (;;) {
      const { closing, want, step } = await retryUntilAvailable(turn, advance)
      if (step.kind !== 'ok') return 'fenced'
      work.start(step.taken)
      if (signal.aborted || STOPPING.has(step.status)) work.windDown()
      if (abortsCalls(turn, step.status)) work.abort()
      if ((closing || want > 0) && step.taken.length === 0 && work.isIdle()) return work.ending()
      await wakeup.wait(closing ? POLL_MS : Math.min(POLL_MS, Math.max(1, until - Date.now())), signal)
      await setImmediate() // a call that has yielded its last result ends a moment later: one step for both
    }
  } finally {
    work.leave()
  }
}

const STOPPING: ReadonlySet<JobStatus> = new Set(['cancelling', 'pausing'])

/** Whether calls in progress are aborted at once: in a worker that ends, and for a program or a single call, which has no next item. */
function abortsCalls({ adapter, signal }: Turn, status: JobStatus): boolean {
  if (!canAbort(adapter)) return false
  if (signal.aborted) return true
  return adapter.kind !== 'bulk' && (status === 'cancelling' || (status === 'pausing' && adapter.kind !== 'process'))
}

/** A call that must not be repeated is never aborted: nothing would show what it had done by then. */
const canAbort = ({ kind, idempotent }: BulkAdapter): boolean => kind === 'process' || idempotent

const isMissed = ({ byte }: ItemUpdate): boolean => byte === ITEM_STATUSES.failed.byte || byte === ITEM_STATUSES.unknown.byte
const isDone = ({ byte }: ItemUpdate): boolean => byte === ITEM_STATUSES.succeeded.byte || byte === ITEM_STATUSES.skipped.byte

/** A failure that pauses the job winds down all calls at once: they would start further items before the job is known to be pausing. */
const stopsAll = ({ adapter, meta }: Turn, update: ItemUpdate): boolean =>
  isMissed(update) && adapter.idempotent && meta.onFailure === 'pause'

/** The calls in progress, and what their ends mean for the turn. */
function startWork(turn: Turn) {
  const { adapter, wakeup, meta } = turn
  const calls = new Set<BatchCall>()
  const [abort, discard, stopping] = [new AbortController(), new AbortController(), new AbortController()]
  const stops: Stops = { abort: abort.signal, discard: discard.signal, stopping: stopping.signal }
  const poisonItems = createPoisonItems(meta.poisonSearch, meta.retries)
  const batchWriter = createBatchWriter(turn, { count: () => countOf(calls), indexes: () => indexesOf(calls) })
  const lease = createLease(turn.settings.lock_ms)
  let ending: Ending | undefined
  let abortTimer: NodeJS.Timeout | undefined

  /** Starts nothing further. Calls in progress may finish within finish_ms; a call that must not be repeated is never aborted. */
  function windDown(): void {
    if (stopping.signal.aborted) return
    stopping.abort()
    if (canAbort(adapter) && adapter.kind === 'bulk') abortTimer = setTimeout(() => abort.abort(), turn.settings.finish_ms)
  }

  const report = (update: ItemUpdate): void => {
    batchWriter.add(update)
    if (stopsAll(turn, update)) windDown()
    if (isDone(update)) poisonItems.clear()
    wakeup.wake()
  }

  const store = (update: ItemUpdate): Promise<void> => {
    const stored = batchWriter.addAndWait(update)
    wakeup.wake()
    return stored
  }

  function onEnd(call: BatchCall, end: BatchCallEnd): void {
    const isStopped = stopping.signal.aborted
    const givesUp =
      adapter.idempotent && !isStopped && end.kind === 'thrown' && poisonItems.shouldGiveUp(end.error, indexesOf([call]), end.attempts)
    for (const item of call.open.values()) report(givesUp ? givenUp(end, item, turn) : leftover(end, item, adapter))
    calls.delete(call)
    const next = isStopped || givesUp ? undefined : endingAfter(end, turn, [...call.open.values()])
    if (next && ending?.how !== 'pause') ending = next
    wakeup.wake()
  }

  return {
    /** Returns how the turn ends, once nothing is in progress. */
    ending: (): Ending => ({ ...(ending ?? { how: 'yield' }), poisonSearch: poisonItems.state(), warnings: turn.warnings.take() }),
    /** Nothing more is started in this turn. */
    isClosing: () => ending !== undefined || stopping.signal.aborted,
    windDown,
    abort: () => abort.abort(),
    /** The turn ends: results of calls that are still in progress are discarded. */
    leave: () => {
      clearTimeout(abortTimer)
      stopping.abort()
      ;(canAbort(adapter) ? abort : discard).abort()
    },
    isIdle: () => calls.size === 0 && batchWriter.isEmpty(),
    /** Returns the number of items that the turn can still take. */
    capacity: () => (poisonItems.oneByOne() ? Number(calls.size === 0) : freeCapacity(turn, calls)),
    step: (want: number) => lease.confirm(() => batchWriter.step(want)),

    start(taken: TakenItem[]): void {
      // Stopped, or too late, while the step was on its way: these need not be started.
      if (stopping.signal.aborted || !(adapter.idempotent || lease.isSure()))
        return void taken.map(({ index }) => report({ index, byte: ITEM_UPDATES.released }))
      for (const { index } of taken) poisonItems.start(index)
      batchWriter.handOver(taken)
      for (const call of startCalls(turn, taken, stops, { report, store }, lease.isSure)) {
        calls.add(call)
        call.end.then(end => onEnd(call, end))
      }
    }
  }
}

/** Items of one call. */
const chunkOf = ({ adapter, meta }: Turn): number => Math.min(meta.chunk ?? adapter.max_batch, adapter.max_batch)

function freeCapacity(turn: Turn, calls: Set<BatchCall>): number {
  const free = (turn.adapter.concurrency - calls.size) * chunkOf(turn)
  return turn.adapter.keeps_data ? Math.min(free, MAX_WITH_DATA - countOf(calls)) : free
}

/** Starts one call for every chunk of items. */
function startCalls(turn: Turn, taken: TakenItem[], stops: Stops, writer: Writer, isSure: () => boolean): BatchCall[] {
  const size = chunkOf(turn)
  const starts = Array.from({ length: Math.ceil(taken.length / size) }, (_, at) => at * size)
  return starts.map(at => startBatchCall(turn, taken.slice(at, at + size), stops, writer, isSure))
}

/** Number of items in progress. */
const countOf = (calls: Iterable<BatchCall>): number => {
  let count = 0
  for (const { open } of calls) count += open.size
  return count
}

const indexesOf = (calls: Iterable<BatchCall>): number[] => [...calls].flatMap(({ open }) => [...open.values()].map(({ index }) => index))

/**
 * Returns the update of an item that is given up: failed only if it was certainly not done, not even by an earlier attempt. The result of a single
 * call states its outcome itself.
 */
function givenUp({ error }: BatchCallEnd & { kind: 'thrown' }, item: TakenItem, { adapter, meta }: Turn): ItemUpdate {
  const { index, before } = item
  const { outcome = 'unknown' } = error instanceof OperationError ? error.details : {}
  const mayHaveChanged = adapter.kind === 'bulk' && adapter.permission !== 'read'
  if (mayHaveChanged && (mayBeDone(adapter, meta.action, item) || outcome !== 'not_executed'))
    return { index, ...unknownResult(doubtfulFailure(error, adapter.tool.name), before) }
  const row: Row = { error: failureOf(error, adapter.tool.name), ...(adapter.kind === 'call' && { outcome }) }
  return { index, byte: ITEM_STATUSES.failed.byte, row: jsonText(row) }
}

/** Returns how the turn ends after a call; undefined if it continues. */
function endingAfter(end: BatchCallEnd, { adapter, meta, settings, log }: Turn, items: readonly TakenItem[]): Ending | undefined {
  if (end.kind === 'done' || end.kind === 'not_started') return undefined
  if (end.kind !== 'thrown') return { how: 'pause', reason: 'adapter_broke_contract', error: contractViolation(end.message) }
  log.warn({ job: meta.id, err: loggableJobError(end.error, meta, items) }, 'A batch ended with an error')
  const error = failureOf(end.error, adapter.tool.name)
  return waitFor(end.error, meta.waits, settings.first_wait_ms, adapter.tool.name) ?? { how: 'pause', reason: error.reason, error }
}
