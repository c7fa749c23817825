import type { BulkItem, Json } from '../../contract/bulk.ts'
import type { UndoItem } from '../../contract/bulk-afterwards.ts'

/** What an undo and a look keep of an item as its data: what the parent had of it, and what their own work needs. */
export interface Inherited {
  /** Place of the item in the parent. */
  at: number
  data?: Json
  before?: Json
  /** Since which step it is unknown. */
  mark?: string
}

/** Reads it back: the data of the job's own items is never anything else. */
export const inheritedOf = ({ data }: BulkItem): Partial<Inherited> =>
  typeof data === 'object' && data !== null && !Array.isArray(data) ? data : {}

/** The item as the action knows it, with its image before. */
export function asDone(item: BulkItem): UndoItem {
  const { data: _, ...rest } = item
  const { data, before } = inheritedOf(item)
  return { ...rest, ...(data !== undefined && { data }), ...(before !== undefined && { before }) }
}
