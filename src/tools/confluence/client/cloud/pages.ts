import { OperationError } from '../../../../contract/errors.ts'
import { segment } from '../../../../lib/http/segment.ts'
import { below, flagOrNull, type Row, text } from '../../../../lib/row.ts'
import type { Label, Page, SpaceInfo, User } from '../../schemas.ts'
import { unknownSpace } from '../cache/space-cache.ts'
import type { Confluence } from '../connection.ts'
import { storageIn } from '../content/content.ts'
import { type Position, positionQuery, type VendorPage, vendorPage } from '../listing.ts'
import { firstChildren } from '../pages/children.ts'
import type { PageSource, ReadOptions } from '../pages/page-source.ts'
import { type ConfluenceCall, v2 } from '../request.ts'
import { labelOf, rowsOf } from '../shapes-v1.ts'
import { authorsIn, pageOf } from '../shapes-v2.ts'
import { ancestorsOf } from './tree.ts'
import { usersById } from './users.ts'

const PLACES = { page: 'pages', blogpost: 'blogposts' } as const

export const contentPath = (type: Page['type'], id: string): string => v2(`${PLACES[type]}/${segment(id)}`)

/** Pages of Cloud, with version 2 of the API. */
export const cloudPages: PageSource = {
  async get(confluence, page_id, options, call) {
    const { row, type } = await read(confluence, page_id, options, call)
    return await whole(confluence, row, type, options, call)
  },

  async find(confluence, { title, space_key, type }, options, call) {
    const [space] = await confluence.spaces.byKeys([space_key], call)
    const query = { title, status: 'current', limit: 2, ...(options.format === 'storage' && { 'body-format': 'storage' }) }
    const subject = { kind: 'page', name: title } as const
    const body = await confluence.send({ path: `${v2('spaces')}/${space?.id}/${PLACES[type]}`, query, subject }, call)
    const [row] = rowsOf(body).filter(one => text(one, 'title') === title)
    // The list contains neither labels nor all formats.
    return row && (await cloudPages.get(confluence, String(row['id']), options, call))
  },

  async create(confluence, { type, title, space_key, parent_id, body }, call) {
    const [space] = await confluence.spaces.byKeys([space_key], call)
    const parentId = type === 'page' && parent_id !== undefined ? { parentId: parent_id } : {}
    const json = { spaceId: space?.id, status: 'current', title, ...parentId, body }
    const row = await confluence.row({ method: 'POST', path: v2(PLACES[type]), json, subject: { kind: 'page', name: title } }, call)
    return writtenPage(confluence, row, type, space ?? unknownSpace(''))
  },

  async update(confluence, { page, number, title, body, message, parent_id }, call) {
    const version = { number, ...(message !== undefined && { message }) }
    const parentId = parent_id === undefined || page.type === 'blogpost' ? {} : { parentId: parent_id }
    const json = {
      id: page.id,
      status: 'current',
      title,
      body: body ?? { representation: 'storage', value: storageIn(page) },
      version,
      ...parentId
    }
    const row = await confluence.row(
      { method: 'PUT', path: contentPath(page.type, page.id), json, subject: { kind: 'page', name: page.id } },
      call
    )
    return writtenPage(confluence, row, page.type, page.space)
  },

  async remove(confluence, { id, type }, purge, call) {
    const subject = { kind: 'page', name: id } as const
    await confluence.send({ method: 'DELETE', path: contentPath(type, id), ...(purge && { query: { purge: true } }), subject }, call)
  }
}

export const ANY_STATUS = { page: 'current,archived,trashed', blogpost: 'current,trashed' }

/** Reads a page or, if there is none, a blog post: the ID does not reveal which. */
async function read(
  confluence: Confluence,
  id: string,
  { format, version, anyStatus }: ReadOptions,
  call: ConfluenceCall
): Promise<{ row: Row; type: Page['type'] }> {
  const fetchPage = (type: Page['type']) =>
    confluence.row(
      {
        path: contentPath(type, id),
        query: {
          'body-format': format,
          version,
          'include-labels': true,
          // By default, archived pages are included, and writing one would unarchive it.
          status: version !== undefined ? undefined : anyStatus ? ANY_STATUS[type] : 'current'
        },
        subject: { kind: 'page', name: id }
      },
      call
    )
  try {
    return { row: await fetchPage('page'), type: 'page' }
  } catch (error) {
    if (!(error instanceof OperationError) || error.reason !== 'page_not_found') throw error
    return { row: await fetchPage('blogpost'), type: 'blogpost' }
  }
}

/** Returns the page with its space and the other requested parts. */
async function whole(
  confluence: Confluence,
  row: Row,
  type: Page['type'],
  options: Pick<ReadOptions, 'ancestors' | 'children' | 'users'>,
  call: ConfluenceCall
): Promise<Page> {
  const space = await confluence.spaces.byId(text(row, 'spaceId'), call)
  const users: ReadonlyMap<string, User> | undefined = options.users ? await usersById(confluence, authorsIn(row), call) : undefined
  const page = pageOf(row, type, space, confluence.site.base, users)
  if (hasMoreLabels(row)) page.metadata.labels = await allLabels(confluence, page, call)
  if (type === 'page' && options.ancestors) page.ancestors = await ancestorsOf(confluence, page.id, call)
  if (type === 'page' && options.children) page.children = await firstChildren(confluence, page.id, call)
  return page
}

/**
 * Converts the response to a write. Sends no further request, whose failure would be reported as that of the write. `space`: the space it
 * was written to.
 */
function writtenPage({ site }: Confluence, row: Row, type: Page['type'], space: SpaceInfo): Page {
  const position = text(row, 'spaceId')
  const page = pageOf(row, type, position === '' || position === space.id ? space : unknownSpace(position), site.base)
  return hasMoreLabels(row) ? { ...page, metadata: { ...page.metadata, labels: null } } : page
}

const hasMoreLabels = (row: Row): boolean => flagOrNull(below(row, 'labels', 'meta'), 'hasMore') === true

/** A page contains at most fifty labels. */
async function allLabels(confluence: Confluence, { id, type }: Pick<Page, 'id' | 'type'>, call: ConfluenceCall): Promise<Label[]> {
  const subject = { kind: 'page', name: id } as const
  const found: Label[] = []
  for (let position: Position | undefined = { start: 0 }; position; ) {
    const query = { limit: 250, ...positionQuery(position) }
    const page: VendorPage = vendorPage(await confluence.send({ path: `${contentPath(type, id)}/labels`, query, subject }, call), position)
    found.push(...page.rows.map(labelOf))
    position = page.next
  }
  return found
}
