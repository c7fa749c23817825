import { OperationError } from '../../../contract/errors.ts'
import type { Row } from '../../../lib/row.ts'
import type { Attachment } from '../attachment.ts'
import { askFor, attachmentAt, readerOf } from './attachments.ts'
import type { Confluence } from './connection.ts'
import { type Listed, list, type Paging, type Place, tell, type VendorPage } from './listing.ts'
import { findPage } from './pages.ts'
import type { Turn } from './request.ts'

export interface AttachmentsQuestion extends Paging {
  page_id: string
  filename?: string
  attachment_id?: string
  media_type?: string
}

export async function listAttachments(confluence: Confluence, question: AttachmentsQuestion, turn: Turn): Promise<Listed<Attachment>> {
  const { page_id, filename, attachment_id, media_type, ...paging } = question
  const { type } = await findPage(confluence, { page_id }, { format: undefined, anyStatus: true }, turn)
  const ask =
    attachment_id === undefined
      ? askFor(confluence, { id: page_id, type }, { filename, media_type }, turn)
      : askForOne(confluence, { ...question, attachment_id }, turn)
  const read = (row: Row): Attachment => readerOf(confluence)(row, confluence.site.base)
  return tell(await list(paging, [page_id, filename, attachment_id, media_type], ask, read), turn)
}

/** The attachment that is named, where it is one of the page and fits: it is read by its id, since no list finds it so. */
function askForOne(confluence: Confluence, question: AttachmentsQuestion & { attachment_id: string }, turn: Turn) {
  const { page_id, attachment_id, filename, media_type } = question
  const fits = ({ container, title, metadata }: Attachment): boolean =>
    container?.id === page_id && (filename ?? title) === title && (media_type ?? metadata.media_type) === metadata.media_type
  return async ({ start }: Place): Promise<VendorPage> => {
    const found = await attachmentAt(confluence, attachment_id, undefined, turn).catch(noneIfMissing)
    const rows = found && fits(found.attachment) ? [found.row] : []
    return { rows: rows.slice(start), next: undefined, total: rows.length }
  }
}

function noneIfMissing(error: unknown): undefined {
  if (error instanceof OperationError && error.code === 'NOT_FOUND_ERROR') return undefined
  throw error
}
