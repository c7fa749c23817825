import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { addLabels } from '../../client/labels.ts'
import { PAGE_ERRORS } from '../../failures.ts'
import { label, pageId } from '../../inputs.ts'
import { Label } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'add_labels',
  core: true,
  group: 'labels',
  summary: 'Put labels on a page',
  description:
    'Puts labels on a page or blog post, beside those that it has, and answers all of them. Use it to mark a page; for many pages use the bulk action label_pages. Labels are written in small letters, without blanks. It makes no new version.',
  permission: 'write',
  idempotent: true,
  http: 'POST /pages/:page_id/labels',
  timeout_ms: 5000,
  see_also: ['confluence_list_labels', 'confluence_remove_label'],
  input: Type.Object({
    page_id: pageId('Page or blog post'),
    labels: Type.Array(label('A label'), { minItems: 1, maxItems: 100, description: 'Labels to put on' })
  }),
  output: Type.Object({
    page_id: Type.String({ description: 'Id of the page' }),
    title: Type.String({ description: 'Its title' }),
    labels: Type.Array(Label, { description: 'Labels it has now' }),
    changed: Type.Boolean({ description: 'false: it was so already' })
  }),
  errors: PAGE_ERRORS,
  examples: [
    {
      name: 'one_more',
      summary: 'A further label',
      input: { page_id: '65700', labels: ['reviewed'] },
      output: {
        page_id: '65700',
        title: 'Label me',
        labels: [
          { id: '1351', prefix: 'global', name: 'try', label: 'try' },
          { id: '1859', prefix: 'global', name: 'reviewed', label: 'reviewed' }
        ],
        changed: true
      }
    },
    {
      name: 'unknown',
      summary: 'An id that no page has',
      input: { page_id: '999999999', labels: ['reviewed'] },
      error: { reason: 'page_not_found', message: 'Confluence has no page 999999999 that this account can see.' }
    }
  ],
  message: ({ page_id, labels }) => `Put the labels ${labels.slice(0, 10).join(', ')} on the page ${page_id}`,
  handler: (input, call) => addLabels(call.client, input, call)
})
