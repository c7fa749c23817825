import type { BulkResult } from '../../../contract/bulk.ts'
import type { UndoItem } from '../../../contract/bulk-afterwards.ts'
import { beforeNext, failedItem } from '../../../contract/bulk-failure.ts'
import { fromBase, planOf, type ReplaceAction } from './bulk-list.ts'
import { changed, unlessStopped } from './bulk-replace.ts'
import { decode, sha256 } from './content.ts'
import { failure } from './failures.ts'
import { asWriter } from './lock.ts'
import { locateFile } from './open.ts'
import { checkWritable, replaceFile } from './replace.ts'
import { MOST_AFTER } from './replacement.ts'
import { readTrace, takenBack } from './trace.ts'
import type { Volume } from './volume.ts'
import { readWhole } from './write.ts'

/** Brings back what a job replaced, in one file after another: only in files that are still what the job made of them. */
export async function* takeBackInFiles(
  volume: Volume,
  items: UndoItem[],
  action: ReplaceAction,
  signal: AbortSignal
): AsyncGenerator<BulkResult> {
  for (const item of items) {
    beforeNext(signal)
    yield await takeBack(volume, item, action, signal).then(
      outcome => ({ item_id: item.id, outcome }),
      error => failedItem(item, unlessStopped(error, signal))
    )
  }
}

async function takeBack(volume: Volume, item: UndoItem, action: ReplaceAction, signal: AbortSignal): Promise<'succeeded' | 'skipped'> {
  const given = fromBase(action.base, item.id)
  return await asWriter(volume, given, async () => {
    const place = await locateFile(volume, given)
    await checkWritable(place)
    const { bytes, stats } = await readWhole(volume, place, MOST_AFTER)
    const plan = planOf(item)
    const now = sha256(bytes)
    if (now === plan?.before_sha256) return 'skipped'
    const trace = readTrace(item.before)
    if (now !== plan?.after_sha256 || !trace) throw changed(item.id)
    const restored = Buffer.from(await takenBack(await decode(bytes, item.id), trace, action, signal))
    if (sha256(restored) !== plan.before_sha256) throw failure('cannot_be_honoured', `What ${item.id} was cannot be put together again.`)
    await replaceFile(volume, place, restored, stats)
    return 'succeeded'
  })
}
