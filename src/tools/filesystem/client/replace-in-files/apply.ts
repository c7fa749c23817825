import type { BulkItem, BulkResult, Finding, UndoItem } from '../../../../contract/bulk.ts'
import { beforeNext, foundDone, type Stops } from '../../../../contract/bulk-outcomes.ts'
import { forEachItem, type ItemFinding, type ItemResult, lookUpEach } from '../../../../contract/each-item.ts'
import type { OperationError } from '../../../../contract/errors.ts'
import { failure } from '../errors.ts'
import { decode, readWhole, sha256 } from '../files/content.ts'
import { checkWritable, replaceFile } from '../files/replace-atomically.ts'
import { withWriteLock } from '../files/write-lock.ts'
import { resolveFile } from '../paths.ts'
import { applyReplacement, findReplacement, requireSize } from '../text/replacement.ts'
import type { Volume } from '../volume.ts'
import { isNeverWritten, parsePlan, pathFromBase, type ReplaceAction, type ReplacePlan, readIfText } from './plan.ts'
import { createUndoRecord, parseUndoRecord, revert, type UndoRecord } from './undo-record.ts'

/**
 * Replaces the text in one file after another. The hashes in the plan make it idempotent: a file with the old hash is changed, one with
 * the new hash counts as done, and any other was changed by another process and is left alone.
 */
export const replaceInFiles = (volume: Volume, items: BulkItem[], action: ReplaceAction, stops: Stops): AsyncGenerator<BulkResult> =>
  forEachItem(
    items,
    stops,
    item => replaceFileText(volume, item, action, stops.signal),
    error => asStopped(error, stops.signal)
  )

/** Restores the text in one file after another. A file that changed after the job is left alone. */
export const undoReplacements = (volume: Volume, items: UndoItem[], action: ReplaceAction, stops: Stops): AsyncGenerator<BulkResult> =>
  forEachItem(
    items,
    stops,
    item => undoFile(volume, item, action, stops.signal),
    error => asStopped(error, stops.signal)
  )

/** Finds out from the hashes of files whether they were changed. The outcome of a file that has neither hash, or is missing, is unknown. */
export const reconcileReplacements = (
  volume: Volume,
  items: BulkItem[],
  action: ReplaceAction,
  signal: AbortSignal
): AsyncGenerator<Finding> => lookUpEach(items, { signal }, item => findOutcome(volume, item, action, signal))

/** The signal is checked before anything is written, so a file whose work was aborted counts as not attempted. */
function asStopped(error: unknown, signal: AbortSignal): unknown {
  if (error === signal.reason) beforeNext({ signal })
  return error
}

async function replaceFileText(volume: Volume, item: BulkItem, action: ReplaceAction, signal: AbortSignal): Promise<ItemResult> {
  const requestedPath = pathFromBase(action.base, item.id)
  return await withWriteLock(volume, requestedPath, async () => {
    const file = await resolveFile(volume, requestedPath)
    await checkWritable(file)
    const { bytes, stats } = await readWhole(volume, file)
    const before = await decode(bytes, item.id)
    const plan = parsePlan(item)
    if (isDone(plan, sha256(bytes), item.id))
      return foundDone(item, !isNeverWritten(item) && (await ownChange(before, plan, action, signal)))
    const replacement = await findReplacement(before, action.search, action.replacement, signal)
    requireSize(replacement, item.id)
    if (!plan) throw changedSinceListing(item.id)
    const after = await applyReplacement(replacement, signal)
    const undoRecord = await createUndoRecord(replacement, after, action, signal)
    const attributes = await replaceFile(volume, file, Buffer.from(after), stats)
    const data = { replacements: replacement.positions.length, ...(attributes === 'lost' && { attributes: 'lost' as const }) }
    return { outcome: 'succeeded', data, before: undoRecord }
  })
}

/** Only a file that contained the text has a plan, so its new text is a change of this job that undo can start from. */
async function ownChange(now: string, plan: ReplacePlan | undefined, action: ReplaceAction, signal: AbortSignal) {
  const before = plan && (await recoverUndoRecord(now, plan.before_sha256, action, signal))
  return plan !== undefined && { ...(before && { before }) }
}

/** A file without a plan could not be changed when it was listed, so it is never done. */
function isDone(plan: ReplacePlan | undefined, now: string, requestedPath: string): boolean {
  if (plan && now !== plan.after_sha256 && now !== plan.before_sha256) throw changedSinceListing(requestedPath)
  return now === plan?.after_sha256
}

const changedSinceListing = (requestedPath: string): OperationError =>
  failure('version_conflict', `${requestedPath} changed after it was listed, so it was not replaced.`)

const changedSinceJob = (requestedPath: string): OperationError =>
  failure('version_conflict', `${requestedPath} changed after it was replaced, so it was not restored.`)

async function undoFile(volume: Volume, item: UndoItem, action: ReplaceAction, signal: AbortSignal): Promise<ItemResult> {
  const requestedPath = pathFromBase(action.base, item.id)
  return await withWriteLock(volume, requestedPath, async () => {
    const file = await resolveFile(volume, requestedPath)
    await checkWritable(file)
    const { bytes, stats } = await readWhole(volume, file)
    const plan = parsePlan(item)
    const now = sha256(bytes)
    if (now === plan?.before_sha256) return foundDone(item, {})
    const undoRecord = parseUndoRecord(item.before)
    if (now !== plan?.after_sha256 || !undoRecord) throw changedSinceJob(item.id)
    const restored = Buffer.from(await revert(await decode(bytes, item.id), undoRecord, action, signal))
    if (sha256(restored) !== plan.before_sha256)
      throw failure('cannot_be_honoured', `The previous content of ${item.id} cannot be reconstructed.`)
    await replaceFile(volume, file, restored, stats)
    return { outcome: 'succeeded' }
  })
}

async function findOutcome(volume: Volume, item: BulkItem, action: ReplaceAction, signal: AbortSignal): Promise<ItemFinding> {
  const plan = parsePlan(item)
  if (!plan) return { outcome: 'not_attempted' } // a file without a plan is never written
  const bytes = await readIfText(volume, pathFromBase(action.base, item.id))
  const now = bytes && sha256(bytes)
  if (!bytes || (now !== plan.before_sha256 && now !== plan.after_sha256)) return { outcome: 'unknown' }
  if (now === plan.before_sha256) return { outcome: 'not_attempted' }
  const before = await recoverUndoRecord(await decode(bytes, item.id), plan.before_sha256, action, signal)
  return { outcome: 'succeeded', ...(before && { before }) }
}

/** Returns an undo record for a file that was changed without one, if the new text occurs only where it replaced the old text. */
async function recoverUndoRecord(
  after: string,
  before: string | null,
  action: ReplaceAction,
  signal: AbortSignal
): Promise<UndoRecord | undefined> {
  for (const returns of [false, true]) {
    const record: UndoRecord = { gaps: null, returns }
    if (sha256(Buffer.from(await revert(after, record, action, signal))) === before) return record
  }
  return undefined
}
