import type { BulkAdapter, BulkItem, Finding, Json } from '../../contract/bulk.ts'
import { OperationError } from '../../contract/errors.ts'
import { inheritedOf, originalItem, parentItems } from '../commands/follow-up/parent-items.ts'
import { failureOf, loggableJobError } from '../model/failure.ts'
import { startedRow, storedResult, unknownResult } from '../model/item-result.ts'
import { ITEM_STATUSES, ITEM_UPDATES, RECONCILE_BYTES } from '../model/item-status.ts'
import { NO_WARNINGS } from '../model/warnings.ts'
import type { CheckedItem, Ending } from '../store/job-store.ts'
import { startTimeLimit, withAbortGrace } from './abort-grace.ts'
import { waitFor } from './backoff.ts'
import { findOutcomes } from './find-outcomes.ts'
import { retryUntilAvailable } from './retry-until-available.ts'
import type { Turn } from './turn-context.ts'

/** One check, or the part of it that fits into a turn. */
interface Check {
  turn: Turn
  reconcile: NonNullable<BulkAdapter['reconcile']>
  /** Items found done, and items found not done whose calls have certainly ended. */
  done: number
  notDone: number
  /** Another worker has the job. */
  fenced: boolean
}

/**
 * Checks the outcome of unknown items before the job comes to rest, if its action can reconcile. An item that is done has succeeded. An item that is
 * not done counts as such only once its call has certainly ended: it is then executed again or, if the job is being cancelled, not attempted. An
 * item whose outcome cannot be determined is executed again if the action is idempotent. What cannot be checked stays unknown, with a warning.
 * Returns how the turn ends now.
 */
export async function checkOutcomes(turn: Turn, ending: Ending): Promise<Ending | 'fenced'> {
  const { adapter, meta, epoch, jobStore, signal } = turn
  if (!meta.reconcilable || ending.how === 'fail' || signal.aborted) return ending
  const due = await retryUntilAvailable(turn, () => jobStore.startOutcomeCheck(epoch, ending.how === 'pause'))
  if (due.kind !== 'due') return due.kind === 'fenced' ? due.kind : ending
  if (!adapter.reconcile) return await giveUp(turn, ending, `this worker cannot check items of ${adapter.id}.`)

  const check: Check = { turn, reconcile: adapter.reconcile, done: 0, notDone: 0, fenced: false }
  try {
    const next = await checkPages(check, due.from)
    return check.fenced ? 'fenced' : withFindings(check, ending, await endingAfter(turn, ending, next))
  } catch (error) {
    return signal.aborted ? ending : withFindings(check, ending, await endingAfterFailure(turn, ending, error))
  }
}

/** Checks the unknown items from an index on. Returns where the next turn continues; undefined once all were checked. */
async function checkPages(check: Check, from: string): Promise<string | undefined> {
  const { adapter, meta, redis, settings, signal } = check.turn
  const { max_batch, concurrency } = adapter
  const source = { redis, parent: meta.id, how: 'reconcile', bytes: RECONCILE_BYTES, warn: () => undefined } as const
  const until = Date.now() + settings.turn_ms
  let cursor: string | undefined = from
  do {
    const { items, next }: { items: BulkItem[]; next?: string | undefined } = await retryUntilAvailable(check.turn, () =>
      parentItems(source, { size: max_batch * concurrency, cursor })
    )
    const starts = Array.from({ length: Math.ceil(items.length / max_batch) }, (_, at) => at * max_batch)
    await Promise.all(starts.map(at => checkBatch(check, items.slice(at, at + max_batch))))
    cursor = next
  } while (cursor !== undefined && !check.fenced && !signal.aborted && Date.now() < until)
  return cursor
}

/** Writes the findings, including those before an error. */
async function checkBatch(check: Check, items: BulkItem[]): Promise<void> {
  const { turn, reconcile } = check
  const { call, meta, settings, signal, adapter } = turn
  const limit = startTimeLimit(signal, adapter.batch_timeout_ms ?? settings.batch_timeout_ms)
  const byId = new Map(items.map(item => [item.id, item]))
  const found: CheckedItem[] = []
  try {
    await withAbortGrace(limit.signal, settings.abort_grace_ms, 'a check of outcomes', async ended => {
      for await (const finding of findOutcomes({ ...adapter, reconcile }, items.map(originalItem), meta.action, call(ended))) {
        const item = byId.get(finding.item_id)
        if (item) found.push(...checkedItems(item, finding, adapter))
      }
    })
  } finally {
    limit.stop()
    if (found.length > 0) await write(check, found)
  }
}

async function write(check: Check, found: readonly CheckedItem[]): Promise<void> {
  const { jobStore, epoch, settings, meta } = check.turn
  const written = await retryUntilAvailable(check.turn, () => jobStore.recordFindings(epoch, settings.settle_ms, meta.retries, found))
  if (!written) check.fenced = true
  check.done += written?.done ?? 0
  check.notDone += written?.notDone ?? 0
}

/** If the check finds no image for undo, the one that the job stored before the change is kept. */
function checkedItems(
  item: BulkItem,
  { item_id, outcome, error, data, before }: Finding,
  { idempotent, tool }: BulkAdapter
): CheckedItem[] {
  const { at = -1, mark = '', before: stored } = inheritedOf(item)
  if (outcome === 'unknown')
    return [
      ...(error ? [{ index: at, mark, byte: ITEM_STATUSES.unknown.byte, row: unknownResult(error, stored).row ?? '' }] : []),
      ...(idempotent ? [{ index: at, mark, byte: ITEM_UPDATES.retried, row: startedRow('again', stored) }] : [])
    ]
  if (outcome !== 'succeeded') return [{ index: at, mark, byte: ITEM_UPDATES.released, row: '' }]
  const image: Json | undefined = before ?? stored
  const result = { item_id, outcome, ...(data !== undefined && { data }), ...(image !== undefined && { before: image }) }
  return [{ index: at, mark, byte: ITEM_STATUSES.succeeded.byte, row: storedResult(result, tool.name).row ?? '' }]
}

async function endingAfter(turn: Turn, ending: Ending, next: string | undefined): Promise<Ending> {
  const { epoch, jobStore, settings } = turn
  const canWait = ending.how !== 'pause'
  const left = await retryUntilAvailable(turn, () =>
    jobStore.endOutcomeCheck(epoch, settings.settle_ms, { ...(next !== undefined && { from: next }), canWait })
  )
  if (left) return waitForCalls(left)
  return next !== undefined && canWait ? { how: 'yield' } : ending
}

function waitForCalls({ waitMs, open }: { waitMs: number; open: number }): Ending {
  const message = `The results of ${open} items were lost, and they are not done so far. Their calls may still be in progress, so these items are checked again in ${Math.ceil(waitMs / 1000)} seconds.`
  return {
    how: 'wait',
    reason: 'network',
    error: failureOf(new OperationError('calls_under_way', message)),
    delayMs: waitMs,
    planned: true
  }
}

async function endingAfterFailure(turn: Turn, ending: Ending, error: unknown): Promise<Ending> {
  const { adapter, meta, settings, log } = turn
  log.warn({ job: meta.id, err: loggableJobError(error, meta) }, 'The outcomes of unknown items could not be checked')
  const wait = waitFor(error, meta.waits, settings.first_wait_ms, adapter.tool.name)
  return wait ?? (await giveUp(turn, ending, failureOf(error, adapter.tool.name).message))
}

async function giveUp(turn: Turn, ending: Ending, why: string): Promise<Ending> {
  await retryUntilAvailable(turn, () => turn.jobStore.endOutcomeCheck(turn.epoch, turn.settings.settle_ms, { givenUp: why }))
  return ending
}

/** Adds a warning about the findings to those of the turn. */
function withFindings({ turn: { warnings }, done, notDone }: Check, before: Ending, after: Ending): Ending {
  if (done + notDone > 0)
    warnings.add(`The results of ${done + notDone} items were lost. A check found that ${done} of them were done and ${notDone} were not.`)
  const { texts, more, counts } = warnings.take()
  const { poisonSearch, warnings: previous = NO_WARNINGS } = before
  const all = { texts: [...previous.texts, ...texts], more: previous.more + more, counts: [...previous.counts, ...counts] }
  return { ...after, ...(poisonSearch && { poisonSearch }), warnings: all }
}
