import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { Attachment } from '../../attachment.ts'
import { listAttachments } from '../../client/attachments/list-attachments.ts'
import { ADA } from '../../examples.ts'
import { PAGE_ERRORS } from '../../failures.ts'
import { attachmentId, filename, mediaType, pageId, start } from '../../inputs.ts'
import { attachmentsMarkdown } from '../../markdown.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'list_attachments',
  core: true,
  group: 'attachments',
  summary: 'List the attachments of a page',
  description:
    'Returns the file name, media type, size, comment and version of each attachment of a page or blog post. Use it to see what is attached, and to get the IDs for download_attachment. filename, attachment_id and media_type filter the list. The files themselves are not included: use download_attachment.',
  permission: 'read',
  http: 'GET /pages/:page_id/attachments',
  timeout_ms: 5000,
  list: true,
  aliases: [{ name: 'confluence', when: { operation: 'attachments' } }],
  see_also: ['confluence_download_attachment', 'confluence_upload_attachment'],
  asked_as: {
    en: [
      'which files are attached to the page',
      'what PDFs are on this doc',
      'files on a wiki page',
      'is there a file attached to this doc',
      'show the images of a page',
      'what documents hang on the page',
      'which pictures does the article use'
    ],
    de: ['welche Dateien hängen an der Seite'],
    es: ['qué archivos tiene la página'],
    fr: ['quels fichiers sont joints à la page'],
    ja: ['ページの添付ファイル一覧'],
    pl: ['jakie pliki są na stronie']
  },
  input: Type.Object({
    page_id: pageId('Page or blog post'),
    filename: Type.Optional(filename('Only the attachment with exactly this name')),
    attachment_id: Type.Optional(attachmentId('Only this attachment')),
    media_type: Type.Optional(mediaType('Only files of this type')),
    start
  }),
  output: listOf(Attachment, {}),
  errors: PAGE_ERRORS,
  examples: [
    {
      name: 'of_a_page',
      summary: 'One attachment, by its file name',
      input: { page_id: '65540', filename: 'diagram.png' },
      output: {
        items: [
          {
            id: 'att65691',
            type: 'attachment',
            status: 'current',
            title: 'diagram.png',
            version: {
              number: 1,
              when: '2026-01-08T09:00:00.000Z',
              by: ADA,
              message: 'The diagram.png',
              minor_edit: false,
              sync_rev: null,
              conf_rev: null
            },
            container: { id: '65540', type: 'page', status: null, title: null },
            metadata: {
              media_type: 'image/png',
              file_size: 70,
              comment: 'The diagram.png',
              created: '2026-01-08T09:00:00.000Z',
              created_by: ADA
            },
            extensions: null,
            frontend_url: 'https://wiki.example.com/wiki/pages/viewpageattachments.action?pageId=65540'
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'An ID that no page has',
      input: { page_id: '999999999' },
      error: { reason: 'page_not_found', message: 'Confluence has no page 999999999 that this account can see.' }
    }
  ],
  message: ({ page_id }) => `List the attachments of the page ${page_id}`,
  markdown: attachmentsMarkdown,
  handler: (input, call) => listAttachments(call.client, input, call)
})
