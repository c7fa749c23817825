import type { BulkItem, BulkResult } from '../../../contract/bulk.ts'
import { beforeNext, failedItem } from '../../../contract/bulk-failure.ts'
import type { OperationError } from '../../../contract/errors.ts'
import { fromBase, planOf, type ReplaceAction, type ReplacePlan } from './bulk-list.ts'
import { decode, sha256 } from './content.ts'
import { failure } from './failures.ts'
import { asWriter } from './lock.ts'
import { locateFile } from './open.ts'
import { checkWritable, replaceFile } from './replace.ts'
import { appliedInTurns, replacementIn, requireFits } from './replacement.ts'
import { MOST_SEARCHED } from './text.ts'
import { traceOf } from './trace.ts'
import type { Volume } from './volume.ts'
import { readWhole } from './write.ts'

type Settled = Pick<BulkResult, 'outcome' | 'data' | 'before'>

/**
 * Replaces in one file after another. The hashes make it idempotent: a file that is what it was is changed, one that is what it
 * should become was done already, and any other was changed by somebody else and is left alone.
 */
export async function* replaceInFiles(
  volume: Volume,
  items: BulkItem[],
  action: ReplaceAction,
  signal: AbortSignal
): AsyncGenerator<BulkResult> {
  for (const item of items) {
    beforeNext(signal)
    yield await replaceIn(volume, item, action, signal).then(
      settled => ({ item_id: item.id, ...settled }),
      error => failedItem(item, unlessStopped(error, signal))
    )
  }
}

/** What heeds the signal comes before anything is written: a file at which it was stopped was not begun either. */
export function unlessStopped(error: unknown, signal: AbortSignal): unknown {
  if (error === signal.reason) beforeNext(signal)
  return error
}

async function replaceIn(volume: Volume, item: BulkItem, action: ReplaceAction, signal: AbortSignal): Promise<Settled> {
  const given = fromBase(action.base, item.id)
  return await asWriter(volume, given, async () => {
    const place = await locateFile(volume, given)
    await checkWritable(place)
    const { bytes, stats } = await readWhole(volume, place, MOST_SEARCHED)
    const before = await decode(bytes, item.id)
    const plan = planOf(item)
    if (isDone(plan, sha256(bytes), item.id)) return { outcome: 'skipped' }
    const replacement = await replacementIn(before, action.search, action.replacement, signal)
    requireFits(replacement, item.id)
    if (!plan) throw changed(item.id)
    const after = await appliedInTurns(replacement, signal)
    const trace = await traceOf(replacement, after, action, signal)
    await replaceFile(volume, place, Buffer.from(after), stats)
    return { outcome: 'succeeded', data: { replacements: replacement.at.length }, before: trace }
  })
}

/** Without a plan it is not: then something was in the way already when it was listed. */
function isDone(plan: ReplacePlan | undefined, now: string, given: string): boolean {
  if (plan && now !== plan.after_sha256 && now !== plan.before_sha256) throw changed(given)
  return now === plan?.after_sha256
}

export const changed = (given: string): OperationError =>
  failure('version_conflict', `${given} was changed after it was listed; it was left alone.`)
