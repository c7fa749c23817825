import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { oneOf } from '../../../../contract/requires.ts'
import { stream } from '../../../../contract/stream.ts'
import { downloadAttachment } from '../../client/attachments/files.ts'
import { ATTACHMENT_ERRORS, PAGE_ERRORS } from '../../failures.ts'
import { attachmentId, filename, pageId } from '../../inputs.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'download_attachment',
  group: 'attachments',
  summary: 'Download an attachment',
  description:
    'Returns the content of an attachment of any size, unchanged, by its ID or by page and file name. Use it over HTTP with Accept: application/octet-stream; otherwise it returns a link and the first 64 KiB in base64. For the media type and size, use get_attachment; do not assume that the content is text.',
  permission: 'read',
  http: 'GET /attachment/download',
  timeout_ms: 300_000,
  see_also: ['confluence_get_attachment', 'confluence_list_attachments'],
  asked_as: {
    en: [
      'download the file attached to a page',
      'get the PDF from the wiki',
      'save an image of the doc',
      'open the spreadsheet attached to the article',
      'give me the diagram from the wiki page',
      'save the attached spreadsheet of a page',
      'save the diagram from the architecture page',
      'I need the file that hangs on the page',
      'fetch the slides from the wiki'
    ],
    de: ['den Anhang der Seite herunterladen'],
    es: ['descarga el adjunto de la página'],
    fr: ['télécharger la pièce jointe de la page'],
    ja: ['ページの添付ファイルをダウンロード'],
    pl: ['pobierz załącznik strony']
  },
  input: Type.Object({
    attachment_id: Type.Optional(attachmentId('Attachment')),
    page_id: Type.Optional(pageId('Page to which filename is attached')),
    filename: Type.Optional(filename('Exact file name of the attachment')),
    version: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'An earlier version. Default: the current version' })
    )
  }),
  requires: [oneOf('attachment_id', ['page_id', 'filename'])],
  output: stream(['application/octet-stream']),
  errors: {
    ...ATTACHMENT_ERRORS,
    ...PAGE_ERRORS,
    cannot_be_honoured: 'The attachment is neither on a page nor on a blog post: the API of Cloud cannot return its content'
  },
  examples: [
    {
      name: 'text',
      summary: 'A small file',
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
      summary: 'An ID that no attachment has',
      input: { attachment_id: 'att999999999' },
      error: { reason: 'upstream_not_found', message: 'Confluence has no attachment att999999999 that this account can see.' }
    }
  ],
  message: ({ attachment_id, page_id, filename }) => `Download the attachment ${attachment_id ?? `${filename} of the page ${page_id}`}`,
  handler: (input, call) => downloadAttachment(call.client, input, call)
})
