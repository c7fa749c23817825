import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { listLabels } from '../../client/labels.ts'
import { PAGE_ERRORS } from '../../failures.ts'
import { labelledId, labelledName, start } from '../../inputs.ts'
import { Label } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'list_labels',
  core: true,
  group: 'labels',
  summary: 'List the labels of a page or an attachment',
  description:
    'Returns the labels of a page, blog post or attachment. Use it for the labels alone, or for an attachment; get_page returns a page with its labels. To find the pages with a label, use confluence_search with label = "x".',
  permission: 'read',
  http: 'GET /pages/:page_id/labels',
  timeout_ms: 5000,
  list: true,
  see_also: ['confluence_add_labels', 'confluence_remove_label'],
  asked_as: {
    en: [
      'how is this page tagged',
      'which tags does the doc have',
      'what labels are on the article',
      'keywords of a page',
      'tags on this article',
      'is this doc tagged as a draft',
      'which keywords does the page have',
      'under which tags is the article filed',
      'does this page carry a label'
    ]
  },
  input: Type.Object({
    page_id: labelledId,
    prefix: Type.Optional(stringEnum(['global', 'my', 'team'], { description: 'Only labels with this prefix' })),
    start
  }),
  output: listOf(Label, {}),
  errors: { ...PAGE_ERRORS, upstream_not_found: 'The attachment does not exist, or this account cannot see it' },
  examples: [
    {
      name: 'by_id',
      summary: 'Two labels',
      input: { page_id: '65538' },
      output: {
        items: [
          { id: '1526', prefix: 'global', name: 'guide', label: null },
          { id: '1759', prefix: 'global', name: 'install', label: null }
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
  message: ({ page_id }) => `List the labels of ${labelledName(page_id)}`,
  handler: (input, call) => listLabels(call.client, input, call)
})
