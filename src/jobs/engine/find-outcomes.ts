import type { BulkAdapter, BulkItem, Finding } from '../../contract/bulk.ts'
import type { Call } from '../../contract/call.ts'

// biome-ignore lint/suspicious/noExplicitAny: the contract's erased types
type Any = any

/**
 * Returns whether no attempt can have changed an item that was started: the action stores an image of it before it sends a change, and there is
 * none.
 */
export const isKnownUnsent = ({ keeps_before }: Pick<BulkAdapter, 'keeps_before'>, item: BulkItem, action: Any): boolean =>
  item.before === undefined && (keeps_before?.(item, action) ?? false)

/** Yields the outcomes of items whose results were lost. Items that no attempt can have changed are not read. */
export async function* findOutcomes(
  adapter: Pick<BulkAdapter, 'keeps_before'> & { reconcile: NonNullable<BulkAdapter['reconcile']> },
  items: BulkItem[],
  action: Any,
  call: Call<Any, Any>
): AsyncGenerator<Finding> {
  const doubtful: BulkItem[] = []
  for (const item of items) {
    if (isKnownUnsent(adapter, item, action)) yield { item_id: item.id, outcome: 'not_attempted' }
    else doubtful.push(item)
  }
  if (doubtful.length > 0) yield* adapter.reconcile(doubtful, action, call)
}
