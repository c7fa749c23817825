import { OperationError } from '../../../../contract/errors.ts'
import { id, text } from '../../../../lib/row.ts'
import type { Page } from '../../schemas.ts'
import { firstChildren } from '../children.ts'
import type { Confluence } from '../connection.ts'
import { missing } from '../failures.ts'
import type { PageSource, Wish } from '../page-source.ts'
import { segment, type Turn, v1 } from '../request.ts'
import { pageOf, rowsOf } from '../shapes-v1.ts'

const ALWAYS = ['version', 'space', 'history', 'ancestors', 'metadata.labels']

/** What a page is asked to come with. */
export const expandOf = ({ format }: Wish): string => [...ALWAYS, ...(format === undefined ? [] : [`body.${format}`])].join(',')

/** Data Center says 403 where the space does not exist. */
async function ifNoSpace(confluence: Confluence, key: string, error: unknown, turn: Turn): Promise<unknown> {
  if (!(error instanceof OperationError) || error.reason !== 'insufficient_permissions') return error
  const space = confluence.send({ path: `${v1('space')}/${segment(key)}`, about: { kind: 'space', name: key } }, turn)
  return await space.then(
    () => error,
    missing => missing
  )
}

/** Expanded they would be as many as the deployment likes. */
const withChildren = async (confluence: Confluence, page: Page, { children }: Wish, turn: Turn): Promise<Page> =>
  children && page.type === 'page' ? { ...page, children: await firstChildren(confluence, page.id, turn) } : page

const pathOf = (id: string): string => `${v1('content')}/${segment(id)}`

/** Pages of Data Center, by version 1 of the interface. It tells ancestors and people in any case. */
export const dataCenterPages: PageSource = {
  async get(confluence, page_id, wish, turn) {
    const { version, anyStatus } = wish
    const query = { expand: expandOf(wish), version, status: version !== undefined ? 'historical' : anyStatus ? 'any' : undefined }
    const about = { kind: 'page', name: page_id } as const
    const row = await confluence.row({ path: pathOf(page_id), query, about }, turn)
    if (row['type'] !== 'page' && row['type'] !== 'blogpost') throw missing(about)
    return await withChildren(confluence, pageOf(row, confluence.site.base), wish, turn)
  },

  async find(confluence, { title, space_key, type }, wish, turn) {
    const query = { spaceKey: space_key, title, type, status: 'current', expand: expandOf(wish), limit: 2 }
    const body = await confluence.send({ path: v1('content'), query, about: { kind: 'page', name: title } }, turn)
    const [row] = rowsOf(body).filter(one => text(one, 'title') === title)
    // The list answers the current version only.
    if (row && wish.version !== undefined) return await dataCenterPages.get(confluence, id(row), wish, turn)
    return row && (await withChildren(confluence, pageOf(row, confluence.site.base), wish, turn))
  },

  async create(confluence, { type, title, space_key, parent_id, body }, turn) {
    const ancestors = type === 'page' && parent_id !== undefined ? { ancestors: [{ id: parent_id }] } : {}
    const json = { type, title, space: { key: space_key }, ...ancestors, body: { [body.representation]: body } }
    const about = { kind: 'page', name: parent_id ?? title } as const
    const row = await confluence.row({ method: 'POST', path: v1('content'), json, about }, turn).catch(async (error: unknown) => {
      throw await ifNoSpace(confluence, space_key, error, turn)
    })
    return pageOf(row, confluence.site.base)
  },

  async update(confluence, { page, number, title, body, message, minor_edit, parent_id, restore }, turn) {
    const version = { number, ...(message !== undefined && { message }), ...(minor_edit !== undefined && { minorEdit: minor_edit }) }
    const json = {
      type: page.type,
      title,
      version,
      ...(restore && { status: 'current' }),
      ...(body && { body: { [body.representation]: body } }),
      ...(parent_id !== undefined && page.type === 'page' && { ancestors: [{ id: parent_id }] })
    }
    const row = await confluence.row({ method: 'PUT', path: pathOf(page.id), json, about: { kind: 'page', name: page.id } }, turn)
    return pageOf(row, confluence.site.base)
  },

  async remove(confluence, { id }, purge, turn) {
    await confluence.send(
      { method: 'DELETE', path: pathOf(id), ...(purge && { query: { status: 'trashed' } }), about: { kind: 'page', name: id } },
      turn
    )
  }
}
