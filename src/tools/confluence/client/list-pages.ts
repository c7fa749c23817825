import { type Row, text } from '../../../lib/row.ts'
import type { Page, SpaceInfo } from '../schemas.ts'
import type { Confluence } from './connection.ts'
import { among, both } from './cql.ts'
import { expandOf } from './datacenter/pages.ts'
import { type Listed, list, type Paging, type Place, placeQuery, tell, vendorPage } from './listing.ts'
import { type Turn, v1, v2 } from './request.ts'
import { pageOf as pageOfV1 } from './shapes-v1.ts'
import { pageOf as pageOfV2 } from './shapes-v2.ts'
import { getSpace } from './spaces.ts'

export type Order = 'title' | 'created' | 'modified'

export interface PagesQuestion extends Paging {
  space_keys: readonly string[]
  content_type: Page['type']
  order_by: Order
  include_body: boolean
}

/** The newest first; titles from A to Z. */
const ON_CLOUD = { title: 'title', created: '-created-date', modified: '-modified-date' } as const
const IN_CQL = { title: 'title asc', created: 'created desc', modified: 'lastmodified desc' } as const
const PLACES = { page: 'pages', blogpost: 'blogposts' } as const

/** Pages of one or of several spaces, merged by Confluence itself, so that the order holds over all of them. */
export async function listPages(confluence: Confluence, question: PagesQuestion, turn: Turn): Promise<Listed<Page>> {
  const { limit, cursor, start, ...asked } = question
  for (const key of asked.space_keys) confluence.allowance.check(turn.caller, key)
  const paging = { limit, ...(cursor !== undefined && { cursor }), ...(start !== undefined && { start }) }
  if (confluence.site.deployment === 'datacenter') return await byCql(confluence, asked, paging, turn)
  if (asked.content_type === 'page' || asked.order_by !== 'title') return await onCloud(confluence, asked, paging, turn)
  turn.warn('Cloud sorts blog posts by title in its search only: what was written in the last moments may be lacking.')
  return await byCql(confluence, asked, paging, turn)
}

type Asked = Omit<PagesQuestion, keyof Paging>

async function onCloud(confluence: Confluence, asked: Asked, paging: Paging, turn: Turn): Promise<Listed<Page>> {
  const { space_keys, content_type, order_by, include_body } = asked
  const spaces = await confluence.spaces.byKeys(space_keys, turn)
  const known = new Map(spaces.map((space): [string, SpaceInfo] => [space.id, space]))
  const ask = async (place: Place, limit: number) => {
    const query = {
      'space-id': spaces.map(({ id }) => id).join(','),
      sort: ON_CLOUD[order_by],
      status: 'current',
      limit,
      'body-format': include_body ? 'storage' : undefined,
      ...placeQuery(place)
    }
    const about = { kind: 'space', name: space_keys.join(', ') } as const
    return vendorPage(await confluence.send({ path: v2(PLACES[content_type]), query, about }, turn), place)
  }
  const read = (row: Row): Page | undefined => {
    const space = known.get(text(row, 'spaceId'))
    return space && pageOfV2(row, content_type, space, confluence.site.base)
  }
  return tell(await list(paging, asked, ask, read), turn)
}

/** A search finds nothing in a space that is not there, and does not say so. */
async function checkSpaces(confluence: Confluence, space_keys: readonly string[], turn: Turn): Promise<void> {
  for (const space_key of space_keys) await getSpace(confluence, { space_key, no_cache: false }, turn)
}

async function byCql(confluence: Confluence, asked: Asked, paging: Paging, turn: Turn): Promise<Listed<Page>> {
  const { space_keys, content_type, order_by, include_body } = asked
  const cql = `${both(among('space', space_keys), `type = ${content_type}`)} order by ${IN_CQL[order_by]}`
  const expand = expandOf({ format: include_body ? 'storage' : undefined })
  const ask = async (place: Place, limit: number) => {
    const about = { kind: 'space', name: space_keys.join(', ') } as const
    return vendorPage(
      await confluence.send({ path: v1('content/search'), query: { cql, limit, expand, ...placeQuery(place) }, about }, turn),
      place
    )
  }
  const read = (row: Row): Page | undefined => {
    const page = pageOfV1(row, confluence.site.base)
    return space_keys.includes(page.space.key) ? { ...page, ancestors: null } : undefined
  }
  const told = await list(paging, asked, ask, read)
  if (told.listed.items.length === 0) await checkSpaces(confluence, space_keys, turn)
  return tell(told, turn)
}
