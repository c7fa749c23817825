import { makeZip } from 'client-zip'
import { OperationError, type Outcome } from '../../../../contract/errors.ts'
import { checkBase64 } from '../../../../contract/upload.ts'
import { freeName } from '../../../../lib/archive-names.ts'
import { withSentWrites } from '../../../../lib/http/sent-writes.ts'
import type { Confluence } from '../connection.ts'
import { findPage } from '../pages/pages.ts'
import type { ConfluenceCall } from '../request.ts'
import { attachmentsOf } from './attachments.ts'
import { openAttachment, uploadAttachment } from './files.ts'

export interface Uploads {
  page_id: string
  files: readonly { filename: string; media_type: string; content_base64: string }[]
  comment?: string
  minor_edit: boolean
  if_exists: 'new_version' | 'refuse'
}

/** Uploads files one after another. A file that Confluence refuses does not stop the others. */
export async function uploadAttachments(
  confluence: Confluence,
  { page_id, files, comment, minor_edit, if_exists }: Uploads,
  call: ConfluenceCall
) {
  for (const [at, { content_base64 }] of files.entries()) checkBase64(`files[${at}].content_base64`, content_base64)
  await findPage(confluence, { page_id }, { format: undefined }, call)
  const items: {
    filename: string
    attachment_id: string | null
    created: boolean | null
    version: number | null
    error: { reason: string; message: string; outcome: Outcome } | null
  }[] = []
  for (const { filename, media_type, content_base64 } of files) {
    const file = new Blob([Buffer.from(content_base64, 'base64')], { type: media_type })
    try {
      const upload = { page_id, filename, media_type, file, minor_edit, if_exists, ...(comment !== undefined && { comment }) }
      const { id, created, version } = await withSentWrites(() => uploadAttachment(confluence, upload, call)) // each file has its own outcome
      items.push({ filename, attachment_id: id, created, version: version.number, error: null })
    } catch (error) {
      if (!(error instanceof OperationError) || (error.details.outcome !== 'not_executed' && items.length === 0)) throw error
      const { reason, message, details } = error
      const outcome = details.outcome ?? 'unknown'
      items.push({ filename, attachment_id: null, created: null, version: null, error: { reason, message, outcome } })
    }
  }
  const failed = items.filter(({ error }) => error !== null).length
  if (failed > 0) call.warn(`${failed} of ${files.length} files were not attached, or may not be: see error.outcome of each.`)
  return { page_id, items, attached: items.length - failed, failed }
}

/** Yields a ZIP archive of the attachments of a page. They are fetched one at a time as the archive is read. */
export async function downloadAttachments(
  confluence: Confluence,
  { page_id, media_type }: { page_id: string; media_type?: string },
  call: ConfluenceCall
) {
  const page = await findPage(confluence, { page_id }, { format: undefined, anyStatus: true }, call)
  const taken = new Set<string>()
  async function* entries() {
    for await (const found of attachmentsOf(confluence, page, call)) {
      if (media_type !== undefined && found.attachment.metadata.media_type !== media_type) continue
      const { body } = await openAttachment(confluence, found, undefined, call)
      yield { name: freeName(found.attachment.title, taken), input: body }
    }
  }
  return { body: makeZip(entries()), media_type: 'application/zip', filename: `page-${page_id}-attachments.zip` }
}
