import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { oneOf } from '../../../../contract/requires.ts'
import { stream } from '../../../../contract/stream.ts'
import { exportMarkdown } from '../../client/export/markdown.ts'
import { PAGE_ERRORS, SPACE_ERRORS } from '../../failures.ts'
import { pageId, spaceKey } from '../../inputs.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'export_tree',
  group: 'pages',
  summary: 'Export a space, or a page with the pages below it, as one Markdown document',
  description:
    'Returns the pages of a space, or a page with the pages below it, as one Markdown document: each page is a heading at its depth, with its ID and text, in the order of the tree. Use it to read or share a whole handbook. Over HTTP it streams everything; otherwise it returns a link and the first 64 KiB. Attachments are not included: for pages with their files, use bulk_export_pages. For the titles alone, use get_page_tree.',
  permission: 'read',
  http: 'GET /tree/markdown',
  timeout_ms: 300_000,
  see_also: ['confluence_get_page_tree', 'confluence_bulk_export_pages', 'confluence_get_page'],
  asked_as: {
    en: [
      'read the whole handbook in one go',
      'all child pages as a single markdown file',
      'dump a chapter with its subpages',
      'turn the space into one text document',
      'give me everything below this page as text',
      'the manual with all its chapters in one file',
      'merge the page and its subpages into one text',
      'give me the guide with all subpages as markdown',
      'all of the handbook in one text',
      'put the section together as a single document',
      'one file with everything below the page',
      'the complete guide, chapters included, to read offline'
    ]
  },
  input: Type.Object({
    page_id: Type.Optional(pageId('Page at the top of the tree')),
    space_key: Type.Optional(spaceKey('Space to export, instead of page_id')),
    depth: Type.Integer({ minimum: 1, maximum: 5, default: 5, description: 'Maximum depth. Default 5' })
  }),
  requires: [oneOf('space_key', 'page_id')],
  output: stream(['text/markdown']),
  errors: { ...PAGE_ERRORS, ...SPACE_ERRORS },
  examples: [
    {
      name: 'guide',
      summary: 'A page and the page below it',
      input: { page_id: '65538' },
      output: {
        url: '/v1/confluence/tree/markdown?page_id=65538&depth=5',
        media_type: 'text/markdown',
        filename: 'confluence-65538.md',
        length: null,
        content:
          '# Installation\n\n<!-- page 65538 -->\n\n### Before you begin\n\nYou need Node & a shell.\n\n### Steps\n\n1. Clone\n2. Start\n\n## Troubleshooting\n\n<!-- page 65539 -->\n\nLook into the log. Say "please" to the C:\\\\temp folder.\n\n',
        encoding: 'utf-8',
        complete: true
      }
    },
    {
      name: 'unknown',
      summary: 'An ID that no page has',
      input: { page_id: '999999999' },
      error: { reason: 'page_not_found' }
    }
  ],
  message: ({ page_id, space_key }) =>
    `Export the pages ${page_id === undefined ? `of the space ${space_key}` : `below the page ${page_id}`} as Markdown`,
  handler: (input, call) => exportMarkdown(call.client, input, call)
})
