import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { oneOf } from '../../../../contract/requires.ts'
import { stream } from '../../../../contract/stream.ts'
import { downloadAttachment } from '../../client/files.ts'
import { ATTACHMENT_ERRORS, PAGE_ERRORS } from '../../failures.ts'
import { attachmentId, filename, pageId } from '../../inputs.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'download_attachment',
  group: 'attachments',
  summary: 'Fetch the bytes of an attachment',
  description:
    'Answers the bytes of an attachment as they are, of any size, by its id or by page and file name. Use it over HTTP with Accept: application/octet-stream; elsewhere it answers a link and the first 64 KiB in base64. What the file is, and how large, get_attachment says; do not take its bytes for text without looking.',
  permission: 'read',
  http: 'GET /attachment/download',
  timeout_ms: 300_000,
  see_also: ['confluence_get_attachment', 'confluence_list_attachments'],
  input: Type.Object({
    attachment_id: Type.Optional(attachmentId('Attachment')),
    page_id: Type.Optional(pageId('Page of filename')),
    filename: Type.Optional(filename('File name of the attachment, exactly')),
    version: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'An earlier version. Absent: the current one' }))
  }),
  requires: [oneOf('attachment_id', ['page_id', 'filename'])],
  output: stream(['application/octet-stream']),
  errors: { ...ATTACHMENT_ERRORS, ...PAGE_ERRORS },
  examples: [
    {
      name: 'text',
      summary: 'A small file, whole',
      input: { attachment_id: 'att65693' },
      output: {
        url: '/v1/confluence/attachment/download?attachment_id=att65693',
        media_type: 'application/octet-stream',
        filename: 'notes.txt',
        length: 12,
        content: 'U29tZSBub3Rlcy4K',
        encoding: 'base64',
        complete: true
      }
    },
    {
      name: 'unknown',
      summary: 'An id that no attachment has',
      input: { attachment_id: 'att999999999' },
      error: { reason: 'upstream_not_found', message: 'Confluence has no attachment att999999999 that this account can see.' }
    }
  ],
  message: ({ attachment_id, page_id, filename }) => `Fetch the attachment ${attachment_id ?? `${filename} of the page ${page_id}`}`,
  handler: (input, call) => downloadAttachment(call.client, input, call)
})
