import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listChildren } from '../../client/pages/tree.ts'
import { PAGE_ERRORS } from '../../failures.ts'
import { pageId, start } from '../../inputs.ts'
import { referencesMarkdown } from '../../markdown.ts'
import { PageReference } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'list_children',
  core: true,
  group: 'pages',
  summary: 'List the pages directly below a page',
  description:
    'Returns the ID, type, status and title of the pages directly below a page, in the order of the tree; on Cloud also folders, whiteboards and databases. Use it to walk the tree step by step. For everything below it at once, use get_page_tree; for the pages above, list_ancestors.',
  permission: 'read',
  http: 'GET /pages/:page_id/children',
  timeout_ms: 10_000,
  list: true,
  see_also: ['confluence_get_page_tree', 'confluence_get_page'],
  asked_as: {
    en: [
      'subpages of a page',
      "what's under this doc",
      'nested pages',
      'which articles are in this section',
      'docs directly beneath this one',
      'what pages does this chapter contain',
      'what sits beneath the page',
      'how many pages are under the handbook'
    ],
    de: ['die Unterseiten anzeigen'],
    es: ['subpáginas de la página'],
    fr: ['sous-pages de la page'],
    ja: ['子ページの一覧'],
    pl: ['podstrony tej strony']
  },
  input: Type.Object({ page_id: pageId('Page'), start }),
  output: listOf(PageReference, {}),
  errors: PAGE_ERRORS,
  examples: [
    {
      name: 'by_id',
      summary: 'The pages below a page',
      input: { page_id: '65538' },
      output: {
        items: [{ id: '65539', type: 'page', status: 'current', title: 'Troubleshooting' }],
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
  message: ({ page_id }) => `List the pages directly below a page: ${page_id}`,
  markdown: referencesMarkdown,
  handler: (input, call) => listChildren(call.client, input, call)
})
