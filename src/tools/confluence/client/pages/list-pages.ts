import { type Row, text } from '../../../../lib/row.ts'
import type { Page, SpaceInfo } from '../../schemas.ts'
import type { Confluence } from '../connection.ts'
import { expandOf } from '../datacenter/pages.ts'
import { type Listed, list, type Paging, type Position, positionQuery, report, vendorPage } from '../listing.ts'
import { type ConfluenceCall, v1, v2 } from '../request.ts'
import { among, both } from '../search/cql.ts'
import { pageOf as pageOfV1 } from '../shapes-v1.ts'
import { pageOf as pageOfV2 } from '../shapes-v2.ts'
import { getSpace } from '../spaces/spaces.ts'

type Order = 'title' | 'created' | 'modified'

export interface PagesInput extends Paging {
  space_keys: readonly string[]
  content_type: Page['type']
  order_by: Order
  include_body: boolean
}

/** Newest first; titles from A to Z. */
const ON_CLOUD = { title: 'title', created: '-created-date', modified: '-modified-date' } as const
const IN_CQL = { title: 'title asc', created: 'created desc', modified: 'lastmodified desc' } as const
const PLACES = { page: 'pages', blogpost: 'blogposts' } as const

/** Lists the pages of one or several spaces. Confluence merges them, so the order holds across spaces. */
export async function listPages(confluence: Confluence, input: PagesInput, call: ConfluenceCall): Promise<Listed<Page>> {
  const { limit, cursor, start, ...filters } = input
  for (const key of filters.space_keys) confluence.spaceAccess.check(call.caller, key)
  const paging = { limit, ...(cursor !== undefined && { cursor }), ...(start !== undefined && { start }) }
  if (confluence.site.deployment === 'datacenter') return await byCql(confluence, filters, paging, call)
  if (filters.content_type === 'page' || filters.order_by !== 'title') return await onCloud(confluence, filters, paging, call)
  call.warn('Cloud sorts blog posts by title only in its search index: the latest posts may be missing.')
  return await byCql(confluence, filters, paging, call)
}

type Filters = Omit<PagesInput, keyof Paging>

async function onCloud(confluence: Confluence, filters: Filters, paging: Paging, call: ConfluenceCall): Promise<Listed<Page>> {
  const { space_keys, content_type, order_by, include_body } = filters
  const spaces = await confluence.spaces.byKeys(space_keys, call)
  const known = new Map(spaces.map((space): [string, SpaceInfo] => [space.id, space]))
  const fetchPage = async (position: Position, limit: number) => {
    const query = {
      'space-id': spaces.map(({ id }) => id).join(','),
      sort: ON_CLOUD[order_by],
      status: 'current',
      limit,
      'body-format': include_body ? 'storage' : undefined,
      ...positionQuery(position)
    }
    const subject = { kind: 'space', name: space_keys.join(', ') } as const
    return vendorPage(await confluence.send({ path: v2(PLACES[content_type]), query, subject }, call), position)
  }
  const read = (row: Row): Page | undefined => {
    const space = known.get(text(row, 'spaceId'))
    return space && pageOfV2(row, content_type, space, confluence.site.base)
  }
  return report(await list(paging, filters, fetchPage, read), call)
}

/** A search in a space that does not exist finds nothing and reports no error. */
async function checkSpaces(confluence: Confluence, space_keys: readonly string[], call: ConfluenceCall): Promise<void> {
  for (const space_key of space_keys) await getSpace(confluence, { space_key, no_cache: false }, call)
}

async function byCql(confluence: Confluence, filters: Filters, paging: Paging, call: ConfluenceCall): Promise<Listed<Page>> {
  const { space_keys, content_type, order_by, include_body } = filters
  const cql = `${both(among('space', space_keys), `type = ${content_type}`)} order by ${IN_CQL[order_by]}`
  const expand = expandOf({ format: include_body ? 'storage' : undefined })
  const fetchPage = async (position: Position, limit: number) => {
    const subject = { kind: 'space', name: space_keys.join(', ') } as const
    const query = { cql, limit, expand, ...positionQuery(position) }
    return vendorPage(await confluence.send({ path: v1('content/search'), query, subject, filtered: true }, call), position)
  }
  const read = (row: Row): Page | undefined => {
    const page = pageOfV1(row, confluence.site.base)
    return space_keys.includes(page.space.key) ? { ...page, ancestors: null } : undefined
  }
  const found = await list(paging, filters, fetchPage, read)
  if (found.listed.items.length === 0) await checkSpaces(confluence, space_keys, call)
  return report(found, call)
}
