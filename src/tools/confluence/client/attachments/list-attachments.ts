import { OperationError } from '../../../../contract/errors.ts'
import type { Row } from '../../../../lib/row.ts'
import type { Attachment } from '../../attachment.ts'
import type { Confluence } from '../connection.ts'
import { type Listed, list, type Paging, type Position, report, type VendorPage } from '../listing.ts'
import { findPage } from '../pages/pages.ts'
import type { ConfluenceCall } from '../request.ts'
import { askFor, attachmentAt, readerOf } from './attachments.ts'

export interface AttachmentsInput extends Paging {
  page_id: string
  filename?: string
  attachment_id?: string
  media_type?: string
}

export async function listAttachments(confluence: Confluence, input: AttachmentsInput, call: ConfluenceCall): Promise<Listed<Attachment>> {
  const { page_id, filename, attachment_id, media_type, ...paging } = input
  const { type } = await findPage(confluence, { page_id }, { format: undefined, anyStatus: true }, call)
  const fetchPage =
    attachment_id === undefined
      ? askFor(confluence, { id: page_id, type }, { filename, media_type }, call)
      : askForOne(confluence, { ...input, attachment_id }, call)
  const read = (row: Row): Attachment => readerOf(confluence)(row, confluence.site.base)
  return report(await list(paging, [page_id, filename, attachment_id, media_type], fetchPage, read), call)
}

/** Returns the attachment with this ID, if it is on the page and matches the filters. No list can be filtered by ID. */
function askForOne(confluence: Confluence, input: AttachmentsInput & { attachment_id: string }, call: ConfluenceCall) {
  const { page_id, attachment_id, filename, media_type } = input
  const fits = ({ container, title, metadata }: Attachment): boolean =>
    container?.id === page_id && (filename ?? title) === title && (media_type ?? metadata.media_type) === metadata.media_type
  return async ({ start }: Position): Promise<VendorPage> => {
    const found = await attachmentAt(confluence, attachment_id, undefined, call).catch(noneIfMissing)
    const rows = found && fits(found.attachment) ? [found.row] : []
    return { rows: rows.slice(start), next: undefined, total: rows.length }
  }
}

function noneIfMissing(error: unknown): undefined {
  if (error instanceof OperationError && error.code === 'NOT_FOUND_ERROR') return undefined
  throw error
}
