import type { BulkBatch, BulkItem, BulkPosition, Json } from '../../../../contract/bulk.ts'
import type { Total } from '../../../../contract/schema.ts'
import type { Row } from '../../../../lib/row.ts'
import type { Subject } from '../failures.ts'
import { type Filters, filtersOf, listAt } from '../issues.ts'
import { list } from '../paging.ts'
import type { BulkTurn } from './each.ts'

/** A list of GitLab's, as a job keeps it. */
export type Source = { path: string; query: { [name: string]: string | number | boolean | string[] }; kind: string; name: string }

export type Question = { [name: string]: string | number | boolean | string[] | undefined }

/** What is asked of the list at a path, without what is not asked. */
export function sourceOf(path: string, { kind, name }: Subject, question: Question): Source {
  const given = Object.entries(question).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  return { path, query: Object.fromEntries(given), kind, name }
}

/** Things that the caller names are not selected. */
export const NAMED: Source = { path: '', query: {}, kind: '', name: '' }

/** GitLab answers no more at once than this. */
export const MOST_ROWS = 100

export type Selection = Partial<Omit<Filters, 'full' | 'limit' | 'cursor' | 'page' | 'per_page' | 'order_by' | 'sort'>>

/** Issues or merge requests that fit all of it, the eldest first: what is made meanwhile comes after them. */
export async function selectFrom(
  what: 'issues' | 'merge_requests',
  selection: Selection,
  call: BulkTurn,
  more: Question = {}
): Promise<Source> {
  const { project, group } = selection
  if (project === undefined && group === undefined) return NAMED
  const { path, about } = await listAt(call.client, selection, call)
  const query = filtersOf({ state: 'opened', ...selection, order_by: 'created_at', sort: 'asc', full: false })
  return sourceOf(`${path}/${what}`, about, { ...query, ...more })
}

const nothing = (): void => undefined

/** A list of a job is no answer to anybody. */
const unseen = (call: BulkTurn): BulkTurn => ({ ...call, respond: nothing })

const requestOf = ({ path, query, kind, name }: Source) => ({ path, query, about: { kind, name } })

/** GitLab counts up to 10,000; where it does not tell, there are more than are seen. */
export async function countRows(source: Source, call: BulkTurn): Promise<Total> {
  if (source.path === '') return { value: 0, relation: 'eq' }
  const { items, next_cursor, total } = await list(call.client, requestOf(source), { limit: 1 }, row => row, unseen(call))
  return total ?? { value: items.length, relation: next_cursor === null ? 'eq' : 'gte' }
}

/** One page of what is selected. */
export async function nextRows(
  source: Source,
  { size, cursor }: BulkPosition,
  call: BulkTurn,
  read: (row: Row) => BulkItem | undefined
): Promise<BulkBatch> {
  if (source.path === '') return { items: [] }
  const paging = { limit: size, ...(cursor !== undefined && { cursor }) }
  const { items, next_cursor } = await list(call.client, requestOf(source), paging, read, unseen(call))
  return { items: items.filter(item => item !== undefined), next: next_cursor ?? undefined }
}

/** What a job keeps of an item. */
const MOST_BYTES = 2048
export const keepable = (data: Json): Json => (Buffer.byteLength(JSON.stringify(data)) <= MOST_BYTES ? data : null)

/** Gives things that the caller named what people call them. */
export const describeWith =
  (titleOf: (id: string, call: BulkTurn) => Promise<string>) =>
  async (items: BulkItem[], call: BulkTurn): Promise<BulkItem[]> =>
    await Promise.all(
      items.map(async item => (item.display_name === item.id ? { ...item, display_name: await titleOf(item.id, call) } : item))
    )
