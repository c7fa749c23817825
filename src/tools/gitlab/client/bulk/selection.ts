import { type BulkBatch, type BulkItem, type BulkPosition, type Json, willFail } from '../../../../contract/bulk.ts'
import type { Total } from '../../../../contract/schema.ts'
import type { Subject } from '../../../../lib/http/request.ts'
import { flag, type Row } from '../../../../lib/row.ts'
import { list } from '../http/pagination.ts'
import { type Filters, filtersOf } from '../issues/issues.ts'
import type { ProjectReference } from '../projects/project-reference.ts'
import { projectOrGroup } from '../projects/projects.ts'

import type { GitLabBulkCall } from './call.ts'

/** A list request as a job stores it. `archived`: the project is archived, so its items cannot be changed. */
export type Source = {
  path: string
  query: { [name: string]: string | number | boolean | string[] }
  kind: string
  name: string
  archived?: boolean
}

/** Returns the source, marked as archived if its project is. */
export async function withArchived(source: Source, { path, subject }: ProjectReference, call: GitLabBulkCall): Promise<Source> {
  const archived = flag(await call.client.row({ path, subject: subject() }, call), 'archived')
  return archived ? { ...source, archived } : source
}

export type Query = { [name: string]: string | number | boolean | string[] | undefined }

/** Returns the source for a list at a path, without undefined parameters. */
export function sourceOf(path: string, { kind, name }: Subject, input: Query): Source {
  const given = Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  return { path, query: Object.fromEntries(given), kind, name }
}

/** The source of a job whose items the caller named by ID. */
export const NAMED: Source = { path: '', query: {}, kind: '', name: '' }

/** GitLab's maximum page size. */
export const MAX_ROWS = 100

export type Selection = Partial<Omit<Filters, 'full' | 'limit' | 'cursor' | 'page' | 'per_page' | 'order_by' | 'sort'>>

/** Selects issues or merge requests that match every filter, oldest first, so that new ones are appended to the list. */
export async function selectFrom(
  what: 'issues' | 'merge_requests',
  selection: Selection,
  call: GitLabBulkCall,
  more: Query = {}
): Promise<Source> {
  const { project, group } = selection
  if (project === undefined && group === undefined) return NAMED
  const { path, subject } = await projectOrGroup(call.client, selection, call)
  const query = filtersOf({ state: 'opened', ...selection, order_by: 'created_at', sort: 'asc', full: false })
  const source = sourceOf(`${path}/${what}`, subject, { ...query, ...more })
  return project === undefined ? source : await withArchived(source, await call.client.project(project, call), call)
}

/** A list that a job reads has no pagination metadata to return. */
export const withoutResponse = (call: GitLabBulkCall): GitLabBulkCall => ({ ...call, respond: () => undefined })

const requestOf = ({ path, query, kind, name }: Source) => ({ path, query, subject: { kind, name } })

/** GitLab counts up to 10,000 rows. Without a total, the rows of one page are a lower bound. */
export async function countRows(source: Source, call: GitLabBulkCall): Promise<Total> {
  if (source.path === '') return { value: 0, relation: 'eq' }
  const { items, next_cursor, total } = await list(call.client, requestOf(source), { limit: 1 }, row => row, withoutResponse(call))
  return total ?? { value: items.length, relation: next_cursor === null ? 'eq' : 'gte' }
}

const archivedItem = (item: BulkItem): BulkItem => ({ ...item, ...willFail('the project is archived, and can only be read') })

/** Returns one page of the selected items. `map` returns undefined for rows that do not match. */
export async function nextRows(
  source: Source,
  { size, cursor }: BulkPosition,
  call: GitLabBulkCall,
  map: (row: Row) => BulkItem | undefined
): Promise<BulkBatch> {
  if (source.path === '') return { items: [] }
  const paging = { limit: size, ...(cursor !== undefined && { cursor }) }
  const { items, next_cursor } = await list(call.client, requestOf(source), paging, map, withoutResponse(call))
  const matching = items.filter(item => item !== undefined)
  return { items: source.archived ? matching.map(archivedItem) : matching, next: next_cursor ?? undefined }
}

/** Maximum size of the data that a job stores for an item. */
const MAX_DATA_BYTES = 2048

/** Returns the data, or null if it is too large to be stored. */
export const keepable = (data: Json): Json => (Buffer.byteLength(JSON.stringify(data)) <= MAX_DATA_BYTES ? data : null)

/** Returns the `describe` of an adapter: adds display names and expected outcomes to items that the caller named by ID. */
export const describeWith =
  <Action>(describe: (id: string, call: GitLabBulkCall, action: Action) => Promise<Pick<BulkItem, 'display_name' | 'foreseen'>>) =>
  async (items: BulkItem[], call: GitLabBulkCall, action: Action): Promise<BulkItem[]> =>
    await Promise.all(
      items.map(async item => (item.display_name === item.id ? { ...item, ...(await describe(item.id, call, action)) } : item))
    )

/** The description of an item that does not exist. */
export const notFound = (id: string): Pick<BulkItem, 'display_name' | 'foreseen'> => ({
  display_name: `${id} (not found)`,
  ...willFail('it does not exist, or is not visible to this token')
})
