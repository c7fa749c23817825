import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { nullable } from '../../../../contract/schema.ts'
import { listImages } from '../../client/attachments/images.ts'
import { PAGE_ERRORS } from '../../failures.ts'
import { pageId } from '../../inputs.ts'
import { integer, str } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

const optional = (description: string) => nullable(Type.String(), { description: `${description}; null if there is none` })

export default defineOperation(confluence, {
  name: 'list_images',
  group: 'attachments',
  summary: 'List the images of a page',
  description:
    'Returns the images that a page or blog post shows, in order: attached images with the ID of the attachment, external ones with their URL. Attached images that the page does not show come last. Use it to view the images of a page: pass attachment_id to download_attachment. For files of other kinds, use list_attachments.',
  permission: 'read',
  http: 'GET /pages/:page_id/images',
  timeout_ms: 15_000,
  see_also: ['confluence_download_attachment', 'confluence_list_attachments'],
  asked_as: {
    en: [
      'which pictures are on the page',
      'screenshots in the doc',
      'diagrams of the article',
      'get the images of a wiki page',
      'what pictures does the doc contain',
      'which images were used in the article',
      'all the photos on the wiki page',
      'is there a picture on the page',
      'what graphics are in the guide',
      'find the screenshots of the page',
      'are there any diagrams on the page'
    ]
  },
  input: Type.Object({ page_id: pageId('Page or blog post') }),
  output: Type.Object({
    page_id: Type.String({ description: 'ID of the page' }),
    title: Type.String({ description: 'Title of the page' }),
    images: Type.Array(
      Type.Object({
        filename: optional('File name of an attached image'),
        url: optional('URL of an external image'),
        alt: optional('Alternative text'),
        width: optional('Width as set in the page'),
        height: optional('Height as set in the page'),
        is_shown: Type.Boolean({ description: 'false: attached to the page, but not shown in its text' }),
        attachment_id: optional('ID of the attachment, to download it'),
        media_type: str('Media type'),
        file_size: integer('Size in bytes')
      }),
      { description: 'Images' }
    )
  }),
  errors: { ...PAGE_ERRORS, cannot_be_honoured: 'The page is too large to list its images' },
  examples: [
    {
      name: 'plan',
      summary: 'A page that shows one attached image',
      input: { page_id: '65540' },
      output: {
        page_id: '65540',
        title: 'Release plan',
        images: [
          {
            filename: 'diagram.png',
            url: null,
            alt: null,
            width: null,
            height: '250',
            is_shown: true,
            attachment_id: 'att65691',
            media_type: 'image/png',
            file_size: 70
          }
        ]
      }
    },
    {
      name: 'unknown',
      summary: 'An ID that no page has',
      input: { page_id: '999999999' },
      error: { reason: 'page_not_found', message: 'Confluence has no page 999999999 that this account can see.' }
    }
  ],
  message: ({ page_id }) => `List the images of the page ${page_id}`,
  handler: ({ page_id }, call) => listImages(call.client, page_id, call)
})
