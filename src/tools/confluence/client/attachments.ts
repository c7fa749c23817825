import { below, has, id, idOrNull, integerOrNull, type Row, text, textOrNull, time } from '../../../lib/row.ts'
import type { Attachment } from '../attachment.ts'
import type { Page } from '../schemas.ts'
import { placeOf } from './cloud/pages.ts'
import type { Confluence } from './connection.ts'
import { missing } from './failures.ts'
import { type Place, placeQuery, type VendorPage, vendorPage } from './listing.ts'
import { findPage } from './pages.ts'
import { segment, type Turn, v1, v2 } from './request.ts'
import { referenceOf, rowsOf, urlOf, userOf, versionOf as versionOfV1 } from './shapes-v1.ts'
import { userById, versionOf as versionOfV2 } from './shapes-v2.ts'

const EXPAND = 'version,container,history'

const isCloud = ({ site }: Confluence): boolean => site.deployment === 'cloud'

export const attachmentPath = (page_id: string): string => `${v1('content')}/${segment(page_id)}/child/attachment`

/** Version 1: the facts are in extensions, and in metadata as well. */
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

/** Version 2: the facts are the attachment's own, and the page is told by its id. */
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

/** Which of the attachments of a page. */
type Filter = { filename?: string | undefined; media_type?: string | undefined }

/** Asks the page for its attachments. */
export function askFor(confluence: Confluence, { id, type }: Pick<Page, 'id' | 'type'>, { filename, media_type }: Filter, turn: Turn) {
  const about = { kind: 'page', name: id } as const
  const request = isCloud(confluence)
    ? { path: `${placeOf(type, id)}/attachments`, query: {} }
    : { path: attachmentPath(id), query: { expand: EXPAND } }
  return async (place: Place, limit: number): Promise<VendorPage> => {
    const query = { ...request.query, filename, mediaType: media_type, limit, ...placeQuery(place) }
    return vendorPage(await confluence.send({ ...request, query, about }, turn), place)
  }
}

export const readerOf = (confluence: Confluence) => (isCloud(confluence) ? attachmentV2 : attachmentV1)

/** A part of the attachments of a page. */
export interface Part {
  found: Found[]
  next: Place | undefined
}

/** Asks for the attachments of a page, part by part. */
export function partsOf(confluence: Confluence, page: Pick<Page, 'id' | 'type'>, turn: Turn): (place: Place) => Promise<Part> {
  const ask = askFor(confluence, page, {}, turn)
  return async place => {
    const { rows, next } = await ask(place, 100)
    return { found: rows.map(row => ({ attachment: readerOf(confluence)(row, confluence.site.base), row })), next }
  }
}

/** All attachments of a page, as they are asked for. */
export async function* attachmentsOf(confluence: Confluence, page: Pick<Page, 'id' | 'type'>, turn: Turn): AsyncGenerator<Found> {
  const ask = partsOf(confluence, page, turn)
  for (let place: Place | undefined = { start: 0 }; place; ) {
    const { found, next }: Part = await ask(place)
    yield* found
    place = next
  }
}

/** How a caller names an attachment: by its id, or by page and file name. */
export interface AttachmentName {
  attachment_id?: string
  page_id?: string
  filename?: string
  version?: number
}

export interface Found {
  attachment: Attachment
  /** As Confluence told it. */
  row: Row
}

/** The attachment of that name on a page; undefined where there is none. */
export async function attachmentNamed(confluence: Confluence, page_id: string, filename: string, turn: Turn): Promise<Row | undefined> {
  const { type } = await findPage(confluence, { page_id }, { format: undefined, anyStatus: true }, turn)
  const about = { kind: 'page', name: page_id } as const
  const request = isCloud(confluence)
    ? { path: `${placeOf(type, page_id)}/attachments`, query: { filename, limit: 1 } }
    : { path: attachmentPath(page_id), query: { filename, limit: 1, expand: EXPAND } }
  return rowsOf(await confluence.send({ ...request, about }, turn))[0]
}

/** The attachment itself, where its page is in a space that may be used. */
export async function attachmentAt(confluence: Confluence, attachment_id: string, version: number | undefined, turn: Turn): Promise<Found> {
  const about = { kind: 'attachment', name: attachment_id } as const
  const request = isCloud(confluence)
    ? { path: `${v2('attachments')}/${segment(attachment_id)}`, query: { version } }
    : {
        path: `${v1('content')}/${segment(attachment_id)}`,
        query: { expand: EXPAND, version, status: version === undefined ? undefined : 'historical' }
      }
  const row = await confluence.row({ ...request, about }, turn)
  if (!isCloud(confluence) && row['type'] !== 'attachment') throw missing(about)
  const attachment = readerOf(confluence)(row, confluence.site.base)
  await checkPlace(confluence, attachment, turn)
  return { attachment, row }
}

/** Where only some spaces may be used, it must be on a page of one of them. */
async function checkPlace(confluence: Confluence, { container }: Attachment, turn: Turn): Promise<void> {
  if (confluence.allowance.of(turn.caller) === undefined) return
  if (container) await findPage(confluence, { page_id: container.id }, { format: undefined, anyStatus: true }, turn)
  else confluence.allowance.check(turn.caller, null)
}

export async function getAttachment(
  confluence: Confluence,
  { attachment_id, version }: { attachment_id: string; version?: number },
  turn: Turn
) {
  return (await attachmentAt(confluence, attachment_id, version, turn)).attachment
}

/** Into the trash, with all its versions. */
export async function deleteAttachment(confluence: Confluence, attachment_id: string, turn: Turn) {
  const { attachment } = await attachmentAt(confluence, attachment_id, undefined, turn)
  const path = isCloud(confluence) ? `${v2('attachments')}/${segment(attachment_id)}` : `${v1('content')}/${segment(attachment_id)}`
  await confluence.send({ method: 'DELETE', path, about: { kind: 'attachment', name: attachment_id } }, turn)
  return { id: attachment.id, title: attachment.title, page_id: attachment.container?.id ?? null, deleted: true }
}
