import type { BulkItem, BulkResult } from '../../../../contract/bulk.ts'
import type { Finding } from '../../../../contract/bulk-afterwards.ts'
import { beforeNext, failedItem } from '../../../../contract/bulk-failure.ts'
import { OperationError } from '../../../../contract/errors.ts'
import type { GitLab } from '../connection.ts'
import type { Turn } from '../request.ts'

/** What a job hands to each part of an action. */
export type BulkTurn = Turn & { client: GitLab }

export type Done = Omit<BulkResult, 'item_id'>

/** Acts on one after another. What fails of one is its result; what is no item's doing ends the turn. */
export async function* each<Item extends BulkItem>(
  items: Item[],
  call: BulkTurn,
  act: (item: Item, call: BulkTurn) => Promise<Done>
): AsyncGenerator<BulkResult> {
  for (const item of items) {
    beforeNext(call.signal)
    yield await act(item, call).then(
      done => ({ item_id: item.id, ...done }),
      error => failedItem(item, error)
    )
  }
}

export type Found = Omit<Finding, 'item_id'>

/** Looks at one after another. Of what is gone nobody can say what became of it before. */
export async function* look(items: BulkItem[], find: (item: BulkItem) => Promise<Found>): AsyncGenerator<Finding> {
  for (const item of items) yield { item_id: item.id, ...(await find(item).catch(ifGone<Found>({ outcome: 'unknown' }))) }
}

/** In place of what a missing thing is answered with. */
export const ifGone =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (error instanceof OperationError && error.code === 'NOT_FOUND_ERROR') return instead
    throw error
  }

export const conflict = (message: string): OperationError =>
  new OperationError('version_conflict', message, { source: 'gateway', outcome: 'not_executed' })
