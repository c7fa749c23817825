import type { BulkBatch, BulkItem, BulkPosition } from '../../../contract/bulk.ts'
import { OperationError } from '../../../contract/errors.ts'
import type { Total } from '../../../contract/schema.ts'
import { misgiven } from '../../../lib/misgiven.ts'
import { below, id, integerOrNull, rowOf, text } from '../../../lib/row.ts'
import type { Confluence } from './connection.ts'
import { among, both, quoted, splitCql } from './cql.ts'
import { impossible } from './failures.ts'
import { type Place, placeQuery, type VendorPage, vendorPage } from './listing.ts'
import { findPage } from './pages.ts'
import { type Turn, v1 } from './request.ts'
import { getSpace } from './spaces.ts'

/** What a job hands to each part of an action. */
export type BulkTurn = Turn & { client: Confluence }

export interface Selection {
  query?: string
  space_key?: string
  label?: string
  parent_id?: string
}

/** In CQL; empty where the caller names the pages. */
export type PageQuery = { cql: string }

/** The pages that fit all of it, of the spaces that may be used. What is named must be there. */
export async function selectPages({ query, space_key, label, parent_id }: Selection, call: BulkTurn): Promise<PageQuery> {
  if ([query, space_key, label, parent_id].every(one => one === undefined)) return { cql: '' }
  const allowed = call.client.allowance.of(call.caller)
  if (allowed?.length === 0) throw impossible('No space may be used with this key.', 'Ask whoever keeps this gateway for a space.')
  if (space_key !== undefined) await getSpace(call.client, { space_key, no_cache: false }, call)
  if (parent_id !== undefined) await findPage(call.client, { page_id: parent_id }, { format: undefined }, call)
  const cql = both(
    ...(query === undefined ? [] : [splitCql(query).condition]),
    ...(space_key === undefined ? [] : [`space = ${quoted(space_key)}`]),
    ...(label === undefined ? [] : [`label = ${quoted(label)}`]),
    ...(parent_id === undefined ? [] : [`ancestor = ${quoted(parent_id)}`]),
    ...(allowed === undefined ? [] : [among('space', allowed)]),
    'type = page'
  )
  return { cql: `${cql} order by created asc` }
}

/** Counted by the index, which is what finds them, too. */
export async function countPages({ cql }: PageQuery, call: BulkTurn): Promise<Total> {
  if (cql === '') return { value: 0, relation: 'eq' }
  const about = { kind: 'search', name: cql } as const
  const body = rowOf(await call.client.send({ path: v1('search'), query: { cql, limit: 1 }, about }, call))
  const value = integerOrNull(body, 'totalSize') ?? integerOrNull(body, 'totalCount')
  return value === null ? { value: 0, relation: 'gte' } : { value, relation: 'eq' }
}

export async function nextPages({ cql }: PageQuery, { size, cursor, offset }: BulkPosition, call: BulkTurn): Promise<BulkBatch> {
  if (cql === '') return { items: [] }
  const about = { kind: 'search', name: cql } as const
  const place = placeIn(cursor, offset)
  const query = { cql, limit: size, expand: 'version,space', ...placeQuery(place) }
  const page = vendorPage(await call.client.send({ path: v1('content/search'), query, about }, call), place)
  const allowed = call.client.allowance.of(call.caller)
  // Whatever the search finds, titles of other spaces are not shown.
  return batchOf(allowed ? { ...page, rows: page.rows.filter(row => allowed.includes(text(below(row, 'space'), 'key'))) } : page)
}

/** Where a batch begins: at what the last one gave as `next`. */
export const placeIn = (cursor: string | undefined, offset: number): Place =>
  cursor === undefined || /^\d+$/.test(cursor) ? { start: Number(cursor ?? offset) } : { cursor, start: offset }

export function batchOf({ rows, next }: VendorPage): BulkBatch {
  const items = rows.map((row): BulkItem => {
    const version = integerOrNull(below(row, 'version'), 'number')
    return { id: id(row), display_name: text(row, 'title') || id(row), ...(version !== null && { etag: String(version) }) }
  })
  return { items, next: next && (next.cursor ?? String(next.start)) }
}

/** Titles of pages that the caller named. */
export const describePages = async (items: BulkItem[], call: BulkTurn): Promise<BulkItem[]> =>
  await Promise.all(
    items.map(async item => (item.display_name === item.id ? { ...item, display_name: await titleOf(item.id, call) } : item))
  )

const titleOf = async (page_id: string, call: BulkTurn): Promise<string> =>
  await findPage(call.client, { page_id: pageIdOf(page_id) }, { format: undefined, anyStatus: true }, call).then(
    ({ title }) => title || page_id,
    error => {
      if (error instanceof OperationError && error.code === 'NOT_FOUND_ERROR') return `${page_id} (not found)`
      throw error
    }
  )

/** Nothing but a page can be named by a caller. */
export function pageIdOf(named: string): string {
  if (/^\d{1,20}$/.test(named)) return named
  throw misgiven('ids', `names no page: ${named.slice(0, 100)}`, 'ids of pages, digits')
}
