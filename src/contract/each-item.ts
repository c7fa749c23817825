import type { BulkItem, BulkResult, Finding } from './bulk.ts'
import { beforeNext, failedItem, type Stops } from './bulk-outcomes.ts'
import { OperationError } from './errors.ts'

/** The result of one item, without its ID. */
export type ItemResult = Omit<BulkResult, 'item_id'>
/** The result of reconcile for one item, without its ID. */
export type ItemFinding = Omit<Finding, 'item_id'>

/**
 * For `executeBatch`: acts on one item after another and yields a result for each. An error that concerns only its item becomes the result of that
 * item; any other error ends the batch. `refine` may replace an error before it is judged.
 */
export async function* forEachItem<Item extends BulkItem>(
  items: readonly Item[],
  call: Stops,
  act: (item: Item) => Promise<ItemResult>,
  refine: (error: unknown) => unknown = error => error
): AsyncGenerator<BulkResult> {
  for (const item of items) {
    beforeNext(call)
    yield await act(item).then(
      result => ({ item_id: item.id, ...result }),
      error => failedItem(item, refine(error))
    )
  }
}

/** For `reconcile`: reads the current state of one item after another and yields a finding for each. */
export async function* lookUpEach<Item extends BulkItem>(
  items: readonly Item[],
  { signal }: Pick<Stops, 'signal'>,
  find: (item: Item) => Promise<ItemFinding>
): AsyncGenerator<Finding> {
  for (const item of items) {
    signal.throwIfAborted()
    yield { item_id: item.id, ...(await find(item)) }
  }
}

/** For `.catch()`: returns `instead` if the upstream reports that the resource does not exist; throws any other error. */
export const ifMissing =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (error instanceof OperationError && error.code === 'NOT_FOUND_ERROR') return instead
    throw error
  }

/**
 * The same, even if the constraints of the key exclude the resource: to a limited key, both look the same. For previews and `reconcile`, so that one such
 * item does not prevent the others from being read.
 */
export const ifInvisible =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (error instanceof OperationError && error.reason === 'outside_constraints') return instead
    return ifMissing(instead)(error)
  }
