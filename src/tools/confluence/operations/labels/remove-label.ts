import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { removeLabel } from '../../client/labels.ts'
import { PAGE_ERRORS } from '../../failures.ts'
import { label, labelledId, labelledName } from '../../inputs.ts'
import { Label } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'remove_label',
  group: 'labels',
  summary: 'Remove a label from a page or an attachment',
  description:
    'Removes a label from a page, blog post or attachment and returns the remaining labels. Use it to remove one label; for many pages, use bulk_unlabel_pages. A label that is not there is refused (404).',
  permission: 'write',
  http: 'DELETE /pages/:page_id/labels',
  timeout_ms: 5000,
  see_also: ['confluence_list_labels', 'confluence_add_labels'],
  asked_as: {
    en: [
      'untag a wiki page',
      'take a tag off this doc',
      'the page has the wrong label',
      'this doc is no longer a draft, drop the tag',
      "the page shouldn't be labelled like that",
      "the doc is final now, so it isn't a draft",
      'the article is tagged wrongly, fix that',
      "it isn't a draft any more, drop the tag",
      'the keyword on the page is wrong'
    ]
  },
  input: Type.Object({ page_id: labelledId, label: label('Label to remove') }),
  output: Type.Object({
    page_id: Type.String({ description: 'ID of the page or attachment' }),
    title: Type.String({ description: 'Title of the page, or file name' }),
    labels: Type.Array(Label, { description: 'Remaining labels' }),
    changed: Type.Boolean({ description: 'Always true: the label was removed' })
  }),
  errors: { ...PAGE_ERRORS, upstream_not_found: 'The page or attachment does not have the label, or there is no such attachment' },
  examples: [
    {
      name: 'by_name',
      summary: 'A label that the page has',
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
  message: ({ page_id, label }) => `Remove the label ${label} from ${labelledName(page_id)}`,
  handler: (input, call) => removeLabel(call.client, input, call)
})
