import { segment } from '../../../../lib/http/segment.ts'
import { below, has, id, idOrNull, integerOrNull, type Row, text, textOrNull, time } from '../../../../lib/row.ts'
import type { Attachment } from '../../attachment.ts'
import type { Page } from '../../schemas.ts'
import { contentPath } from '../cloud/pages.ts'
import type { Confluence } from '../connection.ts'
import { missing } from '../failures.ts'
import { type Position, positionQuery, type VendorPage, vendorPage } from '../listing.ts'
import { findPage } from '../pages/pages.ts'
import { type ConfluenceCall, v1, v2 } from '../request.ts'
import { referenceOf, rowsOf, urlOf, userOf, versionOf as versionOfV1 } from '../shapes-v1.ts'
import { userById, versionOf as versionOfV2 } from '../shapes-v2.ts'

const EXPAND = 'version,container,history'

const isCloud = ({ site }: Confluence): boolean => site.deployment === 'cloud'

export const attachmentPath = (page_id: string): string => `${v1('content')}/${segment(page_id, 'page_id')}/child/attachment`

/** Version 1 has the properties in extensions, and in metadata as well. */
export function attachmentV1(row: Row, base: string): Attachment {
  const [extensions, metadata, history] = [below(row, 'extensions'), below(row, 'metadata'), below(row, 'history')]
  const facts = {
    media_type: textOrNull(extensions, 'mediaType') ?? textOrNull(metadata, 'mediaType'),
    file_size: integerOrNull(extensions, 'fileSize'),
    comment: textOrNull(extensions, 'comment') ?? textOrNull(metadata, 'comment')
  }
  return {
    id: id(row),
    type: 'attachment',
    status: textOrNull(row, 'status'),
    title: text(row, 'title'),
    version: versionOfV1(below(row, 'version')),
    container: has(below(row, 'container'), 'id') ? referenceOf(below(row, 'container')) : null,
    metadata: { ...facts, created: time(history, 'createdDate'), created_by: userOf(below(history, 'createdBy')) },
    extensions: has(row, 'extensions') ? facts : null,
    frontend_url: urlOf(row, base)
  }
}

/** Version 2 has them as properties of their own, and the page as an ID. */
export function attachmentV2(row: Row, base: string): Attachment {
  const blog = idOrNull(row, 'blogPostId')
  const page = idOrNull(row, 'pageId') ?? blog
  const facts = { media_type: textOrNull(row, 'mediaType'), file_size: integerOrNull(row, 'fileSize'), comment: textOrNull(row, 'comment') }
  return {
    id: id(row),
    type: 'attachment',
    status: textOrNull(row, 'status'),
    title: text(row, 'title'),
    version: versionOfV2(below(row, 'version')),
    container: page === null ? null : { id: page, type: page === blog ? 'blogpost' : 'page', status: null, title: null },
    metadata: { ...facts, created: time(row, 'createdAt'), created_by: userById(textOrNull(below(row, 'version'), 'authorId'), new Map()) },
    extensions: null,
    frontend_url: urlOf(row, base)
  }
}

/** Filters of a page's attachments. */
type Filter = { filename?: string | undefined; media_type?: string | undefined }

/** Returns a function that fetches a page of a page's attachments. */
export function askFor(
  confluence: Confluence,
  { id, type }: Pick<Page, 'id' | 'type'>,
  { filename, media_type }: Filter,
  call: ConfluenceCall
) {
  const subject = { kind: 'page', name: id } as const
  const request = isCloud(confluence)
    ? { path: `${contentPath(type, id)}/attachments`, query: {} }
    : { path: attachmentPath(id), query: { expand: EXPAND } }
  return async (position: Position, limit: number): Promise<VendorPage> => {
    const query = { ...request.query, filename, mediaType: media_type, limit, ...positionQuery(position) }
    return vendorPage(await confluence.send({ ...request, query, subject }, call), position)
  }
}

export const readerOf = (confluence: Confluence) => (isCloud(confluence) ? attachmentV2 : attachmentV1)

/** One page of the list of attachments. */
export interface Part {
  found: Found[]
  next: Position | undefined
}

/** Lists the attachments of a page, one part at a time. */
export function partsOf(
  confluence: Confluence,
  page: Pick<Page, 'id' | 'type'>,
  call: ConfluenceCall
): (position: Position) => Promise<Part> {
  const fetchPage = askFor(confluence, page, {}, call)
  return async position => {
    const { rows, next } = await fetchPage(position, 100)
    return { found: rows.map(row => ({ attachment: readerOf(confluence)(row, confluence.site.base), row })), next }
  }
}

/** Yields all attachments of a page. Fetches further parts on demand. */
export async function* attachmentsOf(confluence: Confluence, page: Pick<Page, 'id' | 'type'>, call: ConfluenceCall): AsyncGenerator<Found> {
  const fetchPage = partsOf(confluence, page, call)
  for (let position: Position | undefined = { start: 0 }; position; ) {
    const { found, next }: Part = await fetchPage(position)
    yield* found
    position = next
  }
}

/** Identifies an attachment: by its ID, or by page and file name. */
export interface AttachmentName {
  attachment_id?: string
  page_id?: string
  filename?: string
  version?: number
}

export interface Found {
  attachment: Attachment
  /** As Confluence returned it. */
  row: Row
}

/** Returns the attachment with this name on a page; undefined if there is none. */
export async function attachmentNamed(
  confluence: Confluence,
  page_id: string,
  filename: string,
  call: ConfluenceCall
): Promise<Row | undefined> {
  const { type } = await findPage(confluence, { page_id }, { format: undefined, anyStatus: true }, call)
  const subject = { kind: 'page', name: page_id } as const
  const request = isCloud(confluence)
    ? { path: `${contentPath(type, page_id)}/attachments`, query: { filename, limit: 1 } }
    : { path: attachmentPath(page_id), query: { filename, limit: 1, expand: EXPAND } }
  return rowsOf(await confluence.send({ ...request, subject }, call))[0]
}

/** Returns an attachment if its space is allowed. */
export async function attachmentAt(
  confluence: Confluence,
  attachment_id: string,
  version: number | undefined,
  call: ConfluenceCall
): Promise<Found> {
  const subject = { kind: 'attachment', name: attachment_id } as const
  const request = isCloud(confluence)
    ? { path: `${v2('attachments')}/${segment(attachment_id, 'attachment_id')}`, query: { version } }
    : {
        path: `${v1('content')}/${segment(attachment_id, 'attachment_id')}`,
        query: { expand: EXPAND, version, status: version === undefined ? undefined : 'historical' }
      }
  const row = await confluence.row({ ...request, subject }, call)
  if (!isCloud(confluence) && row['type'] !== 'attachment') throw missing(subject)
  const attachment = readerOf(confluence)(row, confluence.site.base)
  await checkSpace(confluence, attachment, call)
  return { attachment, row }
}

/** If spaces are limited, the attachment must be on a page of an allowed one. */
async function checkSpace(confluence: Confluence, { container }: Attachment, call: ConfluenceCall): Promise<void> {
  if (confluence.spaceAccess.of(call.caller) === undefined) return
  if (container) await findPage(confluence, { page_id: container.id }, { format: undefined, anyStatus: true }, call)
  else confluence.spaceAccess.check(call.caller, null)
}

export async function getAttachment(
  confluence: Confluence,
  { attachment_id, version }: { attachment_id: string; version?: number },
  call: ConfluenceCall
) {
  return (await attachmentAt(confluence, attachment_id, version, call)).attachment
}

/** Moves an attachment with all its versions to the trash. */
export async function deleteAttachment(confluence: Confluence, attachment_id: string, call: ConfluenceCall) {
  const { attachment } = await attachmentAt(confluence, attachment_id, undefined, call)
  const path = isCloud(confluence)
    ? `${v2('attachments')}/${segment(attachment_id, 'attachment_id')}`
    : `${v1('content')}/${segment(attachment_id, 'attachment_id')}`
  await confluence.send({ method: 'DELETE', path, subject: { kind: 'attachment', name: attachment_id } }, call)
  return { id: attachment.id, title: attachment.title, page_id: attachment.container?.id ?? null, deleted: true }
}
