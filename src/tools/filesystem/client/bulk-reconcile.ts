import type { BulkItem } from '../../../contract/bulk.ts'
import type { Finding } from '../../../contract/bulk-afterwards.ts'
import { bytesOf, fromBase, planOf, type ReplaceAction } from './bulk-list.ts'
import { decode, sha256 } from './content.ts'
import { type Trace, takenBack } from './trace.ts'
import type { Volume } from './volume.ts'

/** Looks what became of files, by their hashes. Of one that somebody changed since, or that is gone, nobody can say. */
export async function* findReplaced(
  volume: Volume,
  items: BulkItem[],
  action: ReplaceAction,
  signal: AbortSignal
): AsyncGenerator<Finding> {
  for (const item of items) {
    signal.throwIfAborted()
    yield { item_id: item.id, ...(await find(volume, item, action, signal)) }
  }
}

async function find(volume: Volume, item: BulkItem, action: ReplaceAction, signal: AbortSignal): Promise<Omit<Finding, 'item_id'>> {
  const plan = planOf(item)
  if (!plan) return { outcome: 'not_attempted' } // nothing is written where the listing made none
  const bytes = await bytesOf(volume, fromBase(action.base, item.id))
  const now = bytes && sha256(bytes)
  if (!bytes || (now !== plan.before_sha256 && now !== plan.after_sha256)) return { outcome: 'unknown' }
  if (now === plan.before_sha256) return { outcome: 'not_attempted' }
  const before = await traceFrom(await decode(bytes, item.id), plan.before_sha256, action, signal)
  return { outcome: 'succeeded', ...(before && { before }) }
}

/** What undo needs, where the new text stands at the replaced places and at no other. */
async function traceFrom(after: string, before: string | null, action: ReplaceAction, signal: AbortSignal): Promise<Trace | undefined> {
  for (const returns of [false, true]) {
    const trace: Trace = { gaps: null, returns }
    if (sha256(Buffer.from(await takenBack(after, trace, action, signal))) === before) return trace
  }
  return undefined
}
