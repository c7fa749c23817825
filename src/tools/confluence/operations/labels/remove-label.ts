import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { removeLabel } from '../../client/labels.ts'
import { PAGE_ERRORS } from '../../failures.ts'
import { label, pageId } from '../../inputs.ts'
import { Label } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'remove_label',
  group: 'labels',
  summary: 'Take a label off a page',
  description:
    'Takes one label off a page or blog post, and answers those that are left. Use it to unmark a page; for many pages use the bulk action unlabel_pages. A label that is not there is refused.',
  permission: 'write',
  http: 'DELETE /pages/:page_id/labels',
  timeout_ms: 5000,
  see_also: ['confluence_list_labels', 'confluence_add_labels'],
  input: Type.Object({ page_id: pageId('Page or blog post'), label: label('Label to take off') }),
  output: Type.Object({
    page_id: Type.String({ description: 'Id of the page' }),
    title: Type.String({ description: 'Its title' }),
    labels: Type.Array(Label, { description: 'Labels it has now' }),
    changed: Type.Boolean({ description: 'true: the label was taken off. One that is not there is refused' })
  }),
  errors: { ...PAGE_ERRORS, upstream_not_found: 'The page does not have the label' },
  examples: [
    {
      name: 'by_name',
      summary: 'A label that is there',
      input: { page_id: '65688', label: 'later' },
      output: { page_id: '65688', title: 'Gamma', labels: [], changed: true }
    },
    {
      name: 'not_there',
      summary: 'A label that the page does not have',
      input: { page_id: '65538', label: 'nonsense' },
      error: { reason: 'upstream_not_found', message: 'Confluence has no label nonsense that this account can see.' }
    }
  ],
  message: ({ page_id, label }) => `Take the label ${label} off the page ${page_id}`,
  handler: (input, call) => removeLabel(call.client, input, call)
})
