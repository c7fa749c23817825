import type { BulkBatch, BulkPosition } from '../../../../contract/bulk.ts'
import type { Total } from '../../../../contract/schema.ts'
import { type Position, positionQuery, type VendorPage, vendorPage } from '../listing.ts'
import { v1, v2 } from '../request.ts'
import { getSpace } from '../spaces/spaces.ts'
import { batchOf, type ConfluenceBulkCall, positionIn } from './select.ts'

/** The trash of a space, which search does not include; empty if the caller lists IDs. */
export type TrashQuery = { space_key: string }

const MAX_COUNTED = 100

export async function trashIn(space_key: string | undefined, call: ConfluenceBulkCall): Promise<TrashQuery> {
  if (space_key === undefined) return { space_key: '' }
  await getSpace(call.client, { space_key, no_cache: false }, call)
  return { space_key }
}

/** Confluence does not count the trash: the first page is the minimum. */
export async function countTrash({ space_key }: TrashQuery, call: ConfluenceBulkCall): Promise<Total> {
  if (space_key === '') return { value: 0, relation: 'eq' }
  const { rows, next } = await fetchPage(space_key, { start: 0 }, MAX_COUNTED, call)
  return { value: rows.length, relation: next ? 'gte' : 'eq' }
}

export async function nextTrash(
  { space_key }: TrashQuery,
  { size, cursor, offset }: BulkPosition,
  call: ConfluenceBulkCall
): Promise<BulkBatch> {
  return space_key === '' ? { items: [] } : batchOf(await fetchPage(space_key, positionIn(cursor, offset), size, call))
}

async function fetchPage(space_key: string, position: Position, limit: number, call: ConfluenceBulkCall): Promise<VendorPage> {
  const { client } = call
  const subject = { kind: 'space', name: space_key } as const
  const page = { status: 'trashed', limit, ...positionQuery(position) }
  if (client.site.deployment !== 'cloud') {
    const query = { spaceKey: space_key, type: 'page', expand: 'version', ...page }
    return vendorPage(await client.send({ path: v1('content'), query, subject }, call), position)
  }
  const [space] = await client.spaces.byKeys([space_key], call)
  return vendorPage(await client.send({ path: v2(`spaces/${space?.id}/pages`), query: { sort: 'id', ...page }, subject }, call), position)
}
