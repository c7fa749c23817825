import { OperationError } from '../../../../contract/errors.ts'
import type { StreamResult } from '../../../../contract/stream.ts'
import { noteValue } from '../../../../lib/http/attempt-log.ts'
import { segment } from '../../../../lib/http/segment.ts'
import { below, id, isRow, type Row, rowOf, rows, text } from '../../../../lib/row.ts'
import type { Attachment } from '../../attachment.ts'
import type { Confluence } from '../connection.ts'
import { impossible, unreadable } from '../failures.ts'
import { findPage } from '../pages/pages.ts'
import type { ConfluenceCall } from '../request.ts'
import { type AttachmentName, attachmentAt, attachmentNamed, attachmentPath, attachmentV1, type Found } from './attachments.ts'

/**
 * Files are never served with their own media type, so that browsers do not render them as pages of this gateway. get_attachment returns
 * the type.
 */
const BYTES = 'application/octet-stream'

/** Downloads the bytes of an attachment. Cloud redirects to its media host, which gets no credential; Data Center returns a path. */
export async function downloadAttachment(
  confluence: Confluence,
  { attachment_id, page_id = '', filename = '', version }: AttachmentName,
  call: ConfluenceCall
): Promise<StreamResult> {
  const id = attachment_id ?? (await idOf(confluence, page_id, filename, call))
  return await openAttachment(confluence, await attachmentAt(confluence, id, version, call), version, call)
}

/** Downloads an attachment that Confluence listed. */
export async function openAttachment(
  confluence: Confluence,
  { attachment, row }: Found,
  version: number | undefined,
  call: ConfluenceCall
): Promise<StreamResult> {
  if (confluence.site.deployment === 'cloud' && !attachment.container) throw outsidePages(attachment)
  const path =
    confluence.site.deployment === 'cloud'
      ? `${attachmentPath(attachment.container?.id ?? '')}/${segment(attachment.id)}/download`
      : pathOf(text(below(row, '_links'), 'download'), confluence.site.base)
  const query = confluence.site.deployment === 'cloud' ? { version } : undefined
  const subject = { kind: 'attachment', name: attachment.id } as const
  const { headers, body } = await confluence.download({ path, ...(query && { query }), headers: { accept: '*/*' }, subject }, call)
  const length = Number(headers['content-length'])
  return {
    body,
    media_type: BYTES,
    filename: attachment.title,
    etag: `"${attachment.id}.${attachment.version.number}"`,
    ...(headers['content-length'] !== undefined && Number.isSafeInteger(length) && { length })
  }
}

/** Cloud serves attachments below their page only. */
const outsidePages = ({ id, title }: Attachment): OperationError =>
  impossible(
    `The attachment ${title} (${id}) is neither on a page nor on a blog post: it cannot be downloaded through the API.`,
    'Open it in Confluence.'
  )

/** Resolves the link below our base URL: no other host gets our credential. */
function pathOf(link: string, base: string): string {
  const { origin, pathname } = new URL(base)
  const { pathname: path, search, origin: linked } = new URL(link, origin)
  if (link === '' || linked !== origin) throw unreadable({ kind: 'attachment', name: link }, true)
  noteValue(path.slice(path.lastIndexOf('/') + 1)) // the name of the file
  const context = pathname === '/' ? '' : pathname
  return (context !== '' && path.startsWith(`${context}/`) ? path.slice(context.length + 1) : path.slice(1)) + search
}

async function idOf(confluence: Confluence, page_id: string, filename: string, call: ConfluenceCall): Promise<string> {
  const row = await attachmentNamed(confluence, page_id, filename, call)
  if (row) return id(row)
  throw new OperationError('upstream_not_found', `The page ${page_id} has no attachment ${filename}.`, {
    source: 'upstream',
    outcome: 'not_executed',
    suggestions: ['Use confluence_list_attachments to see the attachments of the page.']
  })
}

export interface Upload {
  page_id: string
  filename: string
  file: Blob
  media_type: string
  comment?: string
  minor_edit: boolean
  if_exists: 'new_version' | 'refuse'
}

/** Uploads a file to a page. If the page has a file with this name, adds a version or refuses. */
export async function uploadAttachment(
  confluence: Confluence,
  upload: Upload,
  call: ConfluenceCall
): Promise<Attachment & { created: boolean }> {
  const { page_id, filename, if_exists } = upload
  await findPage(confluence, { page_id }, { format: undefined }, call)
  const request = { ...formOf(upload), subject: { kind: 'page', name: page_id } as const }
  const path = attachmentPath(page_id)
  if (if_exists === 'new_version' && confluence.site.deployment === 'cloud')
    return read(confluence, await confluence.row({ method: 'PUT', path, ...request }, call), page_id)
  try {
    return read(confluence, await confluence.row({ method: 'POST', path, ...request }, call), page_id)
  } catch (error) {
    if (if_exists === 'refuse' || !(error instanceof OperationError) || error.reason !== 'already_exists') throw error
    const known = await attachmentNamed(confluence, page_id, filename, call)
    if (!known) throw error
    return read(confluence, await confluence.row({ method: 'POST', path: `${path}/${segment(id(known))}/data`, ...request }, call), page_id)
  }
}

/** The response is one attachment or a list of one. */
function read({ site }: Confluence, response: Row, page_id: string): Attachment & { created: boolean } {
  const row = rows(rowOf(response), 'results')[0] ?? rowOf(response)
  const attachment = attachmentV1(isRow(row) ? row : {}, site.base)
  const container = attachment.container ?? { id: page_id, type: 'page', status: null, title: null }
  return { ...attachment, container, created: attachment.version.number <= 1 }
}

/** Builds the form with the file. Confluence requires a header that browsers do not send cross-site. */
function formOf({ filename, file, media_type, comment, minor_edit }: Upload) {
  const body = new FormData()
  body.append('file', new File([file], filename, { type: media_type }))
  if (comment !== undefined) body.append('comment', comment)
  body.append('minorEdit', String(minor_edit))
  return { body, headers: { 'x-atlassian-token': 'no-check' } }
}
