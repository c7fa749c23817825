import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listAncestors } from '../../client/pages/tree.ts'
import { PAGE_ERRORS } from '../../failures.ts'
import { pageId, start } from '../../inputs.ts'
import { referencesMarkdown } from '../../markdown.ts'
import { PageReference } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'list_ancestors',
  group: 'pages',
  summary: 'List the pages above a page',
  description:
    'Returns the pages above a page, from the top of the space down to its parent. Use it to see where a page is located. For the pages below it, use list_children. The list is empty for a blog post.',
  permission: 'read',
  http: 'GET /pages/:page_id/ancestors',
  timeout_ms: 10_000,
  list: true,
  see_also: ['confluence_get_page_tree', 'confluence_get_page'],
  asked_as: {
    en: [
      'where does this page live in the wiki',
      'breadcrumbs of a doc',
      'parents of a page',
      'which section is this article in',
      'under which pages is this doc filed',
      'path to the page from the top',
      'where in the hierarchy is the page',
      'what is above the page'
    ]
  },
  input: Type.Object({ page_id: pageId('Page or blog post'), start }),
  output: listOf(PageReference, {}),
  errors: PAGE_ERRORS,
  examples: [
    {
      name: 'by_id',
      summary: 'The ancestors of a page',
      input: { page_id: '65539' },
      output: {
        items: [
          { id: '65537', type: 'page', status: 'current', title: 'Documentation Home' },
          { id: '65538', type: 'page', status: 'current', title: 'Installation' }
        ],
        next_cursor: null,
        total: { value: 2, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'An ID that no page has',
      input: { page_id: '999999999' },
      error: { reason: 'page_not_found', message: 'Confluence has no page 999999999 that this account can see.' }
    }
  ],
  message: ({ page_id }) => `List the pages above a page: ${page_id}`,
  markdown: referencesMarkdown,
  handler: (input, call) => listAncestors(call.client, input, call)
})
