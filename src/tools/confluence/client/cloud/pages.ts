import { OperationError } from '../../../../contract/errors.ts'
import { below, flagOrNull, type Row, text } from '../../../../lib/row.ts'
import type { Label, Page, SpaceInfo, User } from '../../schemas.ts'
import { firstChildren } from '../children.ts'
import type { Confluence } from '../connection.ts'
import { storageIn } from '../content.ts'
import { type Place, placeQuery, type VendorPage, vendorPage } from '../listing.ts'
import type { PageSource, Wish } from '../page-source.ts'
import { segment, type Turn, v2 } from '../request.ts'
import { labelOf, rowsOf } from '../shapes-v1.ts'
import { authorsIn, pageOf } from '../shapes-v2.ts'
import { untoldSpace } from '../space-book.ts'
import { ancestorsOf } from './tree.ts'
import { usersById } from './users.ts'

const PLACES = { page: 'pages', blogpost: 'blogposts' } as const

export const placeOf = (type: Page['type'], id: string): string => v2(`${PLACES[type]}/${segment(id)}`)

/** Pages of Cloud, by version 2 of its interface. */
export const cloudPages: PageSource = {
  async get(confluence, page_id, wish, turn) {
    const { row, type } = await read(confluence, page_id, wish, turn)
    return await whole(confluence, row, type, wish, turn)
  },

  async find(confluence, { title, space_key, type }, wish, turn) {
    const [space] = await confluence.spaces.byKeys([space_key], turn)
    const query = { title, status: 'current', limit: 2, ...(wish.format === 'storage' && { 'body-format': 'storage' }) }
    const about = { kind: 'page', name: title } as const
    const body = await confluence.send({ path: `${v2('spaces')}/${space?.id}/${PLACES[type]}`, query, about }, turn)
    const [row] = rowsOf(body).filter(one => text(one, 'title') === title)
    // The list answers neither labels nor every format.
    return row && (await cloudPages.get(confluence, String(row['id']), wish, turn))
  },

  async create(confluence, { type, title, space_key, parent_id, body }, turn) {
    const [space] = await confluence.spaces.byKeys([space_key], turn)
    const parentId = type === 'page' && parent_id !== undefined ? { parentId: parent_id } : {}
    const json = { spaceId: space?.id, status: 'current', title, ...parentId, body }
    const row = await confluence.row({ method: 'POST', path: v2(PLACES[type]), json, about: { kind: 'page', name: title } }, turn)
    return writtenPage(confluence, row, type, space ?? untoldSpace(''))
  },

  async update(confluence, { page, number, title, body, message, parent_id }, turn) {
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
      { method: 'PUT', path: placeOf(page.type, page.id), json, about: { kind: 'page', name: page.id } },
      turn
    )
    return writtenPage(confluence, row, page.type, page.space)
  },

  async remove(confluence, { id, type }, purge, turn) {
    const about = { kind: 'page', name: id } as const
    await confluence.send({ method: 'DELETE', path: placeOf(type, id), ...(purge && { query: { purge: true } }), about }, turn)
  }
}

const ANY_STATUS = { page: 'current,archived,trashed', blogpost: 'current,trashed' }

/** A page, or else a blog post: an id does not tell which. */
async function read(
  confluence: Confluence,
  id: string,
  { format, version, anyStatus }: Wish,
  turn: Turn
): Promise<{ row: Row; type: Page['type'] }> {
  const ask = (type: Page['type']) =>
    confluence.row(
      {
        path: placeOf(type, id),
        query: {
          'body-format': format,
          version,
          'include-labels': true,
          // By default archived pages would be among them, which a write would take out of the archive.
          status: version !== undefined ? undefined : anyStatus ? ANY_STATUS[type] : 'current'
        },
        about: { kind: 'page', name: id }
      },
      turn
    )
  try {
    return { row: await ask('page'), type: 'page' }
  } catch (error) {
    if (!(error instanceof OperationError) || error.reason !== 'page_not_found') throw error
    return { row: await ask('blogpost'), type: 'blogpost' }
  }
}

/** The page with its space, and with what else is wanted of it. */
async function whole(
  confluence: Confluence,
  row: Row,
  type: Page['type'],
  wish: Pick<Wish, 'ancestors' | 'children' | 'users'>,
  turn: Turn
): Promise<Page> {
  const space = await confluence.spaces.byId(text(row, 'spaceId'), turn)
  const users: ReadonlyMap<string, User> | undefined = wish.users ? await usersById(confluence, authorsIn(row), turn) : undefined
  const page = pageOf(row, type, space, confluence.site.base, users)
  if (hasMoreLabels(row)) page.metadata.labels = await allLabels(confluence, page, turn)
  if (type === 'page' && wish.ancestors) page.ancestors = await ancestorsOf(confluence, page.id, turn)
  if (type === 'page' && wish.children) page.children = await firstChildren(confluence, page.id, turn)
  return page
}

/** As a write answers it. Nothing further is asked for: what is done would be told as failed. `space`: where it was written. */
function writtenPage({ site }: Confluence, row: Row, type: Page['type'], space: SpaceInfo): Page {
  const place = text(row, 'spaceId')
  const page = pageOf(row, type, place === '' || place === space.id ? space : untoldSpace(place), site.base)
  return hasMoreLabels(row) ? { ...page, metadata: { ...page.metadata, labels: null } } : page
}

const hasMoreLabels = (row: Row): boolean => flagOrNull(below(row, 'labels', 'meta'), 'hasMore') === true

/** A page tells fifty labels at most. */
async function allLabels(confluence: Confluence, { id, type }: Pick<Page, 'id' | 'type'>, turn: Turn): Promise<Label[]> {
  const about = { kind: 'page', name: id } as const
  const found: Label[] = []
  for (let place: Place | undefined = { start: 0 }; place; ) {
    const query = { limit: 250, ...placeQuery(place) }
    const page: VendorPage = vendorPage(await confluence.send({ path: `${placeOf(type, id)}/labels`, query, about }, turn), place)
    found.push(...page.rows.map(labelOf))
    place = page.next
  }
  return found
}
