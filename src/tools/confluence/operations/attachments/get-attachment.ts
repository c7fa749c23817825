import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { Attachment } from '../../attachment.ts'
import { getAttachment } from '../../client/attachments/attachments.ts'
import { ADA } from '../../examples.ts'
import { ATTACHMENT_ERRORS } from '../../failures.ts'
import { attachmentId } from '../../inputs.ts'
import { attachmentMarkdown } from '../../markdown.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'get_attachment',
  group: 'attachments',
  summary: 'Get the details of an attachment',
  description:
    'Returns the file name, media type, size, comment, version and page of an attachment, without its content. Use it to see what an attachment is before you download it with download_attachment. For all attachments of a page, use list_attachments.',
  permission: 'read',
  http: 'GET /attachments/:attachment_id',
  timeout_ms: 5000,
  see_also: ['confluence_list_attachments', 'confluence_download_attachment'],
  asked_as: {
    en: [
      'how big is the attached file',
      'who uploaded this attachment to the page',
      'info about a file on a wiki page',
      'which version of the attached file is current',
      'details of a file on a page',
      'when was the file on the page uploaded',
      'type and size of the attached file',
      'how many megabytes is the file on the page',
      'when was the picture on the page uploaded',
      'who added the file to the article',
      'what size does the attached PDF have',
      'how large is the file on the wiki page'
    ]
  },
  input: Type.Object({
    attachment_id: attachmentId('Attachment'),
    version: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'An earlier version. Default: the current version' })
    )
  }),
  output: Attachment,
  errors: ATTACHMENT_ERRORS,
  examples: [
    {
      name: 'by_id',
      summary: 'A text file with an umlaut in its name',
      input: { attachment_id: 'att65692' },
      output: {
        id: 'att65692',
        type: 'attachment',
        status: 'current',
        title: 'Übersicht 2026.txt',
        version: {
          number: 1,
          when: '2026-01-09T09:00:00.000Z',
          by: ADA,
          message: 'The Übersicht 2026.txt',
          minor_edit: false,
          sync_rev: null,
          conf_rev: null
        },
        container: { id: '65540', type: 'page', status: null, title: null },
        metadata: {
          media_type: 'text/plain',
          file_size: 8,
          comment: 'The Übersicht 2026.txt',
          created: '2026-01-09T09:00:00.000Z',
          created_by: ADA
        },
        extensions: null,
        frontend_url: 'https://wiki.example.com/wiki/pages/viewpageattachments.action?pageId=65540'
      }
    },
    {
      name: 'unknown',
      summary: 'An ID that no attachment has',
      input: { attachment_id: 'att999999999' },
      error: { reason: 'upstream_not_found', message: 'Confluence has no attachment att999999999 that this account can see.' }
    }
  ],
  message: ({ attachment_id }) => `Get the attachment ${attachment_id}`,
  markdown: attachmentMarkdown,
  handler: (input, call) => getAttachment(call.client, input, call)
})
