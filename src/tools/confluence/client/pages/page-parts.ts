import { segment } from '../../../../lib/http/segment.ts'
import { below, has, idOrNull, integerOrNull, type Row, rows, text, textOrNull } from '../../../../lib/row.ts'
import type { Page } from '../../schemas.ts'
import { contentPath } from '../cloud/pages.ts'
import type { Confluence } from '../connection.ts'
import { type ConfluenceCall, type Request, v1 } from '../request.ts'
import { userOf } from '../shapes-v1.ts'
import { allRows, ifReadable } from './optional-parts.ts'

/** Parts of a page with their own endpoints, read only on request. */
export interface Parts {
  restrictions: boolean
  properties: boolean
}

export async function withParts(confluence: Confluence, page: Page, wanted: Parts, call: ConfluenceCall): Promise<Page> {
  const restrictions = wanted.restrictions
    ? await ifReadable('restrictions', call, () => restrictionsOf(confluence, page.id, call))
    : page.restrictions
  const properties = wanted.properties
    ? await ifReadable('metadata.properties', call, () => propertiesOf(confluence, page, call))
    : page.metadata.properties
  return { ...page, restrictions, metadata: { ...page.metadata, properties } }
}

const OPERATIONS = ['read', 'update'] as const
type Restricted = ReturnType<typeof allowedIn>

/** Users and groups to request at a time, and the maximum number of requests. */
const PAGE_SIZE = 100
const MAX_PAGES = 20

/**
 * Returns all users and groups of each operation. Both deployments return the first ones by default, the others by operation.
 * `ifIncomplete` is called if not all could be read.
 */
export async function restrictionsOf(
  confluence: Confluence,
  page_id: string,
  call: ConfluenceCall,
  ifIncomplete: () => void = () => call.warn('Not all restrictions could be read.')
) {
  const path = `${v1('content')}/${segment(page_id, 'page_id')}/restriction/byOperation`
  const subject = { kind: 'page', name: page_id } as const
  const row = await confluence.row({ path, subject }, call)
  const found = restrictionsIn(row)
  for (const operation of OPERATIONS) {
    if (!hasMore(below(byOperation(row), operation, 'restrictions'))) continue
    const request = { path: `${path}/${segment(operation)}`, subject }
    found[operation] = await allAllowed(confluence, request, call, ifIncomplete)
  }
  return found
}

async function allAllowed(
  confluence: Confluence,
  request: Pick<Request, 'path' | 'subject'>,
  call: ConfluenceCall,
  ifIncomplete: () => void
): Promise<Restricted> {
  const found: Restricted = { users: [], groups: [] }
  for (let start = 0, page = 0; page < MAX_PAGES; page++) {
    const query = { expand: 'restrictions.user,restrictions.group', start, limit: PAGE_SIZE }
    const allowed = below(await confluence.row({ ...request, query }, call), 'restrictions')
    const lists = [below(allowed, 'user'), below(allowed, 'group')]
    if (lists.some(list => (integerOrNull(list, 'start') ?? start) !== start)) break
    const { users, groups } = allowedIn(allowed)
    found.users.push(...users)
    found.groups.push(...groups)
    if (!hasMore(allowed)) return found
    start += Math.max(...lists.map(list => rows(list, 'results').length))
  }
  ifIncomplete()
  return found
}

/** Whether Confluence may have more users or groups than these: a full page does not show whether it is the last one. */
const hasMore = (allowed: Row): boolean =>
  [below(allowed, 'user'), below(allowed, 'group')].some(list => {
    const { length } = rows(list, 'results')
    const limit = integerOrNull(list, 'limit')
    return (
      has(below(list, '_links'), 'next') || (integerOrNull(list, 'size') ?? 0) > length || (limit !== null && length > 0 && length >= limit)
    )
  })

/** The documentation of Data Center has one more level than its responses: both are read. */
const byOperation = (row: Row): Row => (has(row, 'restrictions') ? below(row, 'restrictions') : row)

const allowedIn = (allowed: Row) => ({
  users: rows(below(allowed, 'user'), 'results').flatMap(row => userOf(row) ?? []),
  groups: rows(below(allowed, 'group'), 'results').map(group => ({ id: idOrNull(group, 'id'), name: text(group, 'name') }))
})

export function restrictionsIn(row: Row) {
  const allowedTo = (operation: (typeof OPERATIONS)[number]) => allowedIn(below(byOperation(row), operation, 'restrictions'))
  return { read: allowedTo('read'), update: allowedTo('update') }
}

async function propertiesOf(confluence: Confluence, { id, type }: Page, call: ConfluenceCall): Promise<Row> {
  const isCloud = confluence.site.deployment === 'cloud'
  const path = isCloud ? `${contentPath(type, id)}/properties` : `${v1('content')}/${segment(id)}/property`
  return propertiesIn(await allRows(confluence, 'metadata.properties', { path, subject: { kind: 'page', name: id } }, call))
}

/** Returns properties by key. */
export const propertiesIn = (found: readonly Row[]): Row =>
  Object.fromEntries(
    found.map(property => [
      text(property, 'key'),
      { id: textOrNull(property, 'id'), value: property['value'] ?? null, version: integerOrNull(below(property, 'version'), 'number') }
    ])
  )
