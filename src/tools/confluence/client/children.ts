import type { PageReference } from '../schemas.ts'
import type { Confluence } from './connection.ts'
import { type Place, placeQuery, type VendorPage, vendorPage } from './listing.ts'
import { segment, type Turn, v1, v2 } from './request.ts'
import { referenceOf } from './shapes-v1.ts'

/** What a page tells of those below it. */
export const MOST_CHILDREN = 100

/** Where a page tells what is directly below it. */
export const childrenPath = ({ site }: Confluence, page_id: string): string =>
  site.deployment === 'cloud' ? `${v2('pages')}/${segment(page_id)}/direct-children` : `${v1('content')}/${segment(page_id)}/child/page`

/** The first children of a page; one more than a page tells where there are more. */
export async function firstChildren(confluence: Confluence, page_id: string, turn: Turn): Promise<PageReference[]> {
  const about = { kind: 'page', name: page_id } as const
  const found: PageReference[] = []
  for (let place: Place | undefined = { start: 0 }; place && found.length <= MOST_CHILDREN; ) {
    const query = { limit: MOST_CHILDREN, ...placeQuery(place) }
    const page: VendorPage = vendorPage(await confluence.send({ path: childrenPath(confluence, page_id), query, about }, turn), place)
    found.push(...page.rows.map(referenceOf))
    place = page.next
  }
  return found.slice(0, MOST_CHILDREN + 1)
}
