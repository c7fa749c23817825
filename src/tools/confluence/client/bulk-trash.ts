import type { BulkBatch, BulkPosition } from '../../../contract/bulk.ts'
import type { Total } from '../../../contract/schema.ts'
import { type BulkTurn, batchOf, placeIn } from './bulk-select.ts'
import { type Place, placeQuery, type VendorPage, vendorPage } from './listing.ts'
import { v1, v2 } from './request.ts'
import { getSpace } from './spaces.ts'

/** The trash of a space, which no search finds; empty where the caller names the pages. */
export type TrashQuery = { space_key: string }

const MOST_COUNTED = 100

export async function trashIn(space_key: string | undefined, call: BulkTurn): Promise<TrashQuery> {
  if (space_key === undefined) return { space_key: '' }
  await getSpace(call.client, { space_key, no_cache: false }, call)
  return { space_key }
}

/** Confluence counts no trash: it is what the first page holds, or more. */
export async function countTrash({ space_key }: TrashQuery, call: BulkTurn): Promise<Total> {
  if (space_key === '') return { value: 0, relation: 'eq' }
  const { rows, next } = await ask(space_key, { start: 0 }, MOST_COUNTED, call)
  return { value: rows.length, relation: next ? 'gte' : 'eq' }
}

export async function nextTrash({ space_key }: TrashQuery, { size, cursor, offset }: BulkPosition, call: BulkTurn): Promise<BulkBatch> {
  return space_key === '' ? { items: [] } : batchOf(await ask(space_key, placeIn(cursor, offset), size, call))
}

async function ask(space_key: string, place: Place, limit: number, call: BulkTurn): Promise<VendorPage> {
  const { client } = call
  const about = { kind: 'space', name: space_key } as const
  const page = { status: 'trashed', limit, ...placeQuery(place) }
  if (client.site.deployment !== 'cloud') {
    const query = { spaceKey: space_key, type: 'page', expand: 'version', ...page }
    return vendorPage(await client.send({ path: v1('content'), query, about }, call), place)
  }
  const [space] = await client.spaces.byKeys([space_key], call)
  return vendorPage(await client.send({ path: v2(`spaces/${space?.id}/pages`), query: { sort: 'id', ...page }, about }, call), place)
}
