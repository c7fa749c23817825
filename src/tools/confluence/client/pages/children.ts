import { segment } from '../../../../lib/http/segment.ts'
import type { PageReference } from '../../schemas.ts'
import type { Confluence } from '../connection.ts'
import { type Position, positionQuery, type VendorPage, vendorPage } from '../listing.ts'
import { type ConfluenceCall, v1, v2 } from '../request.ts'
import { referenceOf } from '../shapes-v1.ts'

/** Maximum number of children in a page. */
export const MAX_CHILDREN = 100

/** Path of the direct children of a page. */
export const childrenPath = ({ site }: Confluence, page_id: string): string =>
  site.deployment === 'cloud'
    ? `${v2('pages')}/${segment(page_id, 'page_id')}/direct-children`
    : `${v1('content')}/${segment(page_id, 'page_id')}/child/page`

/** Returns the first children of a page, and one more if there are more. */
export async function firstChildren(confluence: Confluence, page_id: string, call: ConfluenceCall): Promise<PageReference[]> {
  const subject = { kind: 'page', name: page_id } as const
  const found: PageReference[] = []
  for (let position: Position | undefined = { start: 0 }; position && found.length <= MAX_CHILDREN; ) {
    const query = { limit: MAX_CHILDREN, ...positionQuery(position) }
    const page: VendorPage = vendorPage(await confluence.send({ path: childrenPath(confluence, page_id), query, subject }, call), position)
    found.push(...page.rows.map(referenceOf))
    position = page.next
  }
  return found.slice(0, MAX_CHILDREN + 1)
}
