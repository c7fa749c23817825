import { OperationError } from '../../../../contract/errors.ts'
import { segment } from '../../../../lib/http/segment.ts'
import { id, text } from '../../../../lib/row.ts'
import type { Page } from '../../schemas.ts'
import type { Confluence } from '../connection.ts'
import { missing } from '../failures.ts'
import { firstChildren } from '../pages/children.ts'
import type { PageSource, ReadOptions } from '../pages/page-source.ts'
import { type ConfluenceCall, v1 } from '../request.ts'
import { pageOf, rowsOf } from '../shapes-v1.ts'

const ALWAYS = ['version', 'space', 'history', 'ancestors', 'metadata.labels']

/** Returns the expand parameter for the requested parts. */
export const expandOf = ({ format }: ReadOptions): string => [...ALWAYS, ...(format === undefined ? [] : [`body.${format}`])].join(',')

/** Data Center returns 403 if the space does not exist. */
async function ifNoSpace(confluence: Confluence, key: string, error: unknown, call: ConfluenceCall): Promise<unknown> {
  if (!(error instanceof OperationError) || error.reason !== 'insufficient_permissions') return error
  const space = confluence.send({ path: `${v1('space')}/${segment(key, 'space_key')}`, subject: { kind: 'space', name: key } }, call)
  return await space.then(
    () => error,
    missing => missing
  )
}

/** Data Center limits the number of expanded children itself, so they are fetched separately. */
const withChildren = async (confluence: Confluence, page: Page, { children }: ReadOptions, call: ConfluenceCall): Promise<Page> =>
  children && page.type === 'page' ? { ...page, children: await firstChildren(confluence, page.id, call) } : page

const pathOf = (id: string): string => `${v1('content')}/${segment(id)}`

/** Pages of Data Center, with version 1 of the API. It always returns ancestors and users. */
export const dataCenterPages: PageSource = {
  async get(confluence, page_id, options, call) {
    const { version, anyStatus } = options
    const query = { expand: expandOf(options), version, status: version !== undefined ? 'historical' : anyStatus ? 'any' : undefined }
    const subject = { kind: 'page', name: page_id } as const
    const row = await confluence.row({ path: pathOf(page_id), query, subject }, call)
    if (row['type'] !== 'page' && row['type'] !== 'blogpost') throw missing(subject)
    return await withChildren(confluence, pageOf(row, confluence.site.base), options, call)
  },

  async find(confluence, { title, space_key, type }, options, call) {
    const query = { spaceKey: space_key, title, type, status: 'current', expand: expandOf(options), limit: 2 }
    const body = await confluence.send({ path: v1('content'), query, subject: { kind: 'page', name: title } }, call)
    const [row] = rowsOf(body).filter(one => text(one, 'title') === title)
    // The list contains only current versions.
    if (row && options.version !== undefined) return await dataCenterPages.get(confluence, id(row), options, call)
    return row && (await withChildren(confluence, pageOf(row, confluence.site.base), options, call))
  },

  async create(confluence, { type, title, space_key, parent_id, body }, call) {
    const ancestors = type === 'page' && parent_id !== undefined ? { ancestors: [{ id: parent_id }] } : {}
    const json = { type, title, space: { key: space_key }, ...ancestors, body: { [body.representation]: body } }
    const subject = { kind: 'page', name: parent_id ?? title } as const
    const row = await confluence.row({ method: 'POST', path: v1('content'), json, subject }, call).catch(async (error: unknown) => {
      throw await ifNoSpace(confluence, space_key, error, call)
    })
    return pageOf(row, confluence.site.base)
  },

  async update(confluence, { page, number, title, body, message, minor_edit, parent_id, restore }, call) {
    const version = { number, ...(message !== undefined && { message }), ...(minor_edit !== undefined && { minorEdit: minor_edit }) }
    const json = {
      type: page.type,
      title,
      version,
      ...(restore && { status: 'current' }),
      ...(body && { body: { [body.representation]: body } }),
      ...(parent_id !== undefined && page.type === 'page' && { ancestors: [{ id: parent_id }] })
    }
    const row = await confluence.row({ method: 'PUT', path: pathOf(page.id), json, subject: { kind: 'page', name: page.id } }, call)
    return pageOf(row, confluence.site.base)
  },

  async remove(confluence, { id }, purge, call) {
    await confluence.send(
      { method: 'DELETE', path: pathOf(id), ...(purge && { query: { status: 'trashed' } }), subject: { kind: 'page', name: id } },
      call
    )
  }
}
