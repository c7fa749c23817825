import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { stream } from '../../../../contract/stream.ts'
import { downloadAttachments } from '../../client/attachments/many-files.ts'
import { PAGE_ERRORS } from '../../failures.ts'
import { mediaType, pageId } from '../../inputs.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'download_attachments',
  group: 'attachments',
  summary: 'Download all attachments of a page as one archive',
  description:
    'Returns a ZIP archive of the current attachments of a page or blog post. Use it over HTTP to get all files of a page: they are fetched from Confluence during the download. Other callers get a link and the first 64 KiB. For one file, use download_attachment; for many pages with their files, bulk_export_pages.',
  permission: 'read',
  http: 'GET /pages/:page_id/attachments/archive',
  timeout_ms: 300_000,
  see_also: ['confluence_download_attachment', 'confluence_list_attachments', 'confluence_bulk_export_pages'],
  asked_as: {
    en: [
      'get every file of the page in one zip',
      'save all attached files of the doc',
      'download the whole folder of a page',
      'all documents attached to the article',
      'all files of the page in one go',
      "I need everything that's attached to the page",
      'zip the attachments of the article',
      'pack all the documents of the page together',
      'every picture on the page as one download',
      'get the complete set of files from a wiki page',
      'grab all attachments at once'
    ]
  },
  input: Type.Object({
    page_id: pageId('Page or blog post'),
    media_type: Type.Optional(mediaType('Only attachments of this media type'))
  }),
  output: stream(['application/zip']),
  errors: PAGE_ERRORS,
  examples: [
    {
      name: 'none',
      summary: 'An empty archive of a page without attachments of this type',
      input: { page_id: '65538', media_type: 'image/png' },
      output: {
        url: '/v1/confluence/pages/65538/attachments/archive?media_type=image%2Fpng',
        media_type: 'application/zip',
        filename: 'page-65538-attachments.zip',
        length: null,
        content: 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==',
        encoding: 'base64',
        complete: true
      }
    },
    {
      name: 'unknown',
      summary: 'An ID that no page has',
      input: { page_id: '999999999' },
      error: { reason: 'page_not_found', message: 'Confluence has no page 999999999 that this account can see.' }
    }
  ],
  message: ({ page_id }) => `Download the attachments of the page ${page_id}`,
  handler: (input, call) => downloadAttachments(call.client, input, call)
})
