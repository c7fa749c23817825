import { adfToStorage } from '../adf.ts'
import { refuse } from '../refusal.ts'
import { checkStorage, wikiToStorage } from '../storage.ts'
import { type Attachment, current, descendantsOf, newest, type Page, type Site, type Space, titleOf, type Version } from './model.ts'

const LARGEST_BODY = 5 * 1024 * 1024
const MAX_TITLE = 255

export interface Written {
  value: string
  representation: string
}

/** Converts a written body to storage. Only version 2 takes ADF. */
export function storageOf({ value, representation }: Written, takesAdf = false): string {
  if (Buffer.byteLength(value) > LARGEST_BODY) throw refuse(413, 'Request is too large')
  if (representation === 'wiki') return wikiToStorage(value)
  if (representation === 'atlas_doc_format' && takesAdf) return adfToStorage(value)
  if (representation !== 'storage')
    throw refuse(400, `No space or no content type, or setup a wrong version type set to content: cannot convert ${representation}`)
  checkStorage(value)
  return value
}

/** Titles are unique in a space, except in the trash. */
function checkTitle(site: Site, space: Space, type: Page['type'], title: string, except?: Page): void {
  if (title.trim() === '' || title.length > MAX_TITLE) throw refuse(400, `Title must have 1 to ${MAX_TITLE} characters`)
  const taken = [...site.pages.values()].some(
    page => page !== except && page.space === space && page.type === type && page.status !== 'trashed' && titleOf(page) === title
  )
  if (taken && type === 'page')
    throw refuse(400, `A page with this title already exists: A page already exists with the same TITLE in this space`)
}

export function createPage(
  site: Site,
  { type, space, title, body, parentId }: { type: Page['type']; space: Space; title: string; body: string; parentId?: string | undefined }
): Page {
  checkTitle(site, space, type, title)
  const now = new Date().toISOString()
  const page: Page = {
    id: site.newId(),
    type,
    status: 'current',
    space,
    parentId: type === 'page' ? (parentId ?? space.homepageId) : null,
    position: site.pages.size,
    createdAt: now,
    createdBy: site.me,
    labels: [],
    versions: [{ number: 1, when: now, by: site.me, message: '', minorEdit: false, title, body }],
    touched: Date.now()
  }
  if (page.parentId !== null && page.parentId !== '' && !site.pages.has(page.parentId)) throw refuse(404, 'The parent page does not exist')
  site.pages.set(page.id, page)
  return page
}

export interface Edit {
  number: number | undefined
  title: string
  body?: string | undefined
  message?: string | undefined
  minorEdit?: boolean | undefined
}

/** Adds the next version of a page. Of two edits based on the same version, the second one fails. */
export function editPage(site: Site, page: Page, { number, title, body, message = '', minorEdit = false }: Edit): void {
  const last = current(page)
  if (number === undefined) throw refuse(400, 'Must supply an incremented version when updating Content. No version supplied.')
  if (number !== last.number + 1) throw refuse(409, conflictText(site, last, number))
  checkTitle(site, page.space, page.type, title, page)
  const version: Version = { number, when: new Date().toISOString(), by: site.me, message, minorEdit, title, body: body ?? last.body }
  page.versions.push(version)
  page.touched = Date.now()
}

const conflictText = ({ mode }: Site, last: Version, number: number): string =>
  mode === 'cloud'
    ? `Version must be incremented when updating a page. Current Version: [${last.number}]. Provided version: [${number}]`
    : `Version must be incremented on update. Current version is: ${last.number}`

/** Children of a trashed page move up to its parent. */
export function trash(site: Site, page: Page): void {
  for (const child of site.pages.values()) if (child.parentId === page.id) child.parentId = page.parentId
  page.status = 'trashed'
  page.touched = Date.now()
}

export function purge(site: Site, page: Page): void {
  if (page.status !== 'trashed') throw refuse(400, 'Only what is in the trash can be purged')
  site.pages.delete(page.id)
  for (const [id, attachment] of site.attachments) if (attachment.page === page) site.attachments.delete(id)
}

export function movePage(site: Site, page: Page, parent: Page): void {
  if (parent === page || descendantsOf(site, page.id).some(below => below.page === parent))
    throw refuse(400, 'A page cannot be moved below itself')
  if (parent.space !== page.space) checkTitle(site, parent.space, page.type, titleOf(page), page)
  for (const moved of [page, ...descendantsOf(site, page.id).map(below => below.page)]) {
    moved.space = parent.space
    moved.touched = Date.now()
  }
  page.parentId = parent.id
  page.position = Math.max(...[...site.pages.values()].map(({ position }) => position)) + 1
}

export function addRevision(
  site: Site,
  attachment: Attachment,
  file: { bytes: Buffer; mediaType: string; comment: string; minorEdit: boolean }
): void {
  const { number } = newest(attachment)
  attachment.revisions.push({ ...file, number: number + 1, when: new Date().toISOString(), by: site.me })
}
