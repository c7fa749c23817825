import { type BulkBatch, type BulkCall, type BulkItem, type BulkPosition, willFail } from '../../../../contract/bulk.ts'
import { ifInvisible } from '../../../../contract/each-item.ts'
import type { Total } from '../../../../contract/schema.ts'
import { invalidField } from '../../../../lib/invalid-field.ts'
import { below, id, integerOrNull, rowOf, text } from '../../../../lib/row.ts'
import type { Confluence } from '../connection.ts'
import { impossible } from '../failures.ts'
import { type Position, positionQuery, type VendorPage, vendorPage } from '../listing.ts'
import { findPage } from '../pages/pages.ts'
import { type ConfluenceCall, v1 } from '../request.ts'
import { among, both, quoted, splitCql } from '../search/cql.ts'
import { getSpace } from '../spaces/spaces.ts'
import { type Predict, type Prediction, predictPage, predictRows, SHOWN } from './predict.ts'

/** The call of a bulk adapter. */
export type ConfluenceBulkCall = ConfluenceCall & BulkCall & { client: Confluence }

export interface Selection {
  query?: string
  space_key?: string
  label?: string
  parent_id?: string
}

/** A CQL query; empty if the caller lists IDs. */
export type PageQuery = { cql: string }

/** Selects the pages that match all conditions, in the allowed spaces. Throws if a named space or page does not exist. */
export async function selectPages({ query, space_key, label, parent_id }: Selection, call: ConfluenceBulkCall): Promise<PageQuery> {
  if ([query, space_key, label, parent_id].every(one => one === undefined)) return { cql: '' }
  const allowed = call.client.spaceAccess.of(call.caller)
  if (allowed?.length === 0)
    throw impossible('The key is not allowed to use any space.', 'Ask the operator of this gateway for access to a space.')
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

/** Counts by the search index, which also selects the pages. */
export async function countPages({ cql }: PageQuery, call: ConfluenceBulkCall): Promise<Total> {
  if (cql === '') return { value: 0, relation: 'eq' }
  const subject = { kind: 'search', name: cql } as const
  const body = rowOf(await call.client.send({ path: v1('search'), query: { cql, limit: 1 }, subject, filtered: true }, call))
  const value = integerOrNull(body, 'totalSize') ?? integerOrNull(body, 'totalCount')
  return value === null ? { value: 0, relation: 'gte' } : { value, relation: 'eq' }
}

/** Returns one page of the search. `foresee`: predicts the outcome of the action on a page. */
export async function nextPages(
  { cql }: PageQuery,
  { size, cursor, offset }: BulkPosition,
  call: ConfluenceBulkCall,
  predict?: Predict
): Promise<BulkBatch> {
  if (cql === '') return { items: [] }
  const subject = { kind: 'search', name: cql } as const
  const position = positionIn(cursor, offset)
  const expand = predict ? `version,space,${SHOWN}` : 'version,space'
  const query = { cql, limit: size, expand, ...positionQuery(position) }
  const page = vendorPage(await call.client.send({ path: v1('content/search'), query, subject, filtered: true }, call), position)
  const allowed = call.client.spaceAccess.of(call.caller)
  // The query filters by space. This is a second check, so that no title of another space is shown.
  const shown = allowed ? { ...page, rows: page.rows.filter(row => allowed.includes(text(below(row, 'space'), 'key'))) } : page
  return batchOf(shown, predict && (await predictRows(shown.rows, predict, call)))
}

/** Returns the position of a batch: `next` of the previous batch, or an offset. */
export const positionIn = (cursor: string | undefined, offset: number): Position =>
  cursor === undefined || /^\d+$/.test(cursor) ? { start: Number(cursor ?? offset) } : { cursor, start: offset }

export function batchOf({ rows, next }: VendorPage, predictions: readonly Prediction[] = []): BulkBatch {
  const items = rows.map((row, at): BulkItem => {
    const version = integerOrNull(below(row, 'version'), 'number')
    return {
      id: id(row),
      display_name: text(row, 'title') || id(row),
      ...(version !== null && { etag: String(version) }),
      ...predictions[at]
    }
  })
  return { items, next: next && (next.cursor ?? String(next.start)) }
}

/** Returns the titles of pages that the caller listed, and the predicted outcomes of the action. */
export const describePages = async (items: BulkItem[], call: ConfluenceBulkCall, predict?: Predict): Promise<BulkItem[]> =>
  await Promise.all(
    items.map(async item => (item.display_name === item.id ? { ...item, ...(await shownOf(item.id, call, predict)) } : item))
  )

async function shownOf(page_id: string, call: ConfluenceBulkCall, predict?: Predict): Promise<Pick<BulkItem, 'display_name' | 'foreseen'>> {
  const page = await findPage(call.client, { page_id: pageIdOf(page_id) }, { format: undefined, anyStatus: true }, call).catch(
    ifInvisible(undefined)
  )
  if (!page) return { display_name: `${page_id} (not found)`, ...willFail('the page does not exist, or this account cannot see it') }
  return { display_name: page.title || page_id, ...(predict && (await predictPage(page, predict, call))) }
}

/** Only pages are valid items. */
export function pageIdOf(named: string): string {
  if (/^\d{1,20}$/.test(named)) return named
  throw invalidField('ids', `names no page: ${named.slice(0, 100)}`, 'ids of pages, digits')
}
