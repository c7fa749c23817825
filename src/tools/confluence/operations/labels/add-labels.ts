import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { addLabels } from '../../client/labels.ts'
import { PAGE_ERRORS } from '../../failures.ts'
import { label, labelledId, labelledName } from '../../inputs.ts'
import { Label } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'add_labels',
  core: true,
  group: 'labels',
  summary: 'Add labels to a page or an attachment',
  description:
    'Adds labels to a page, blog post or attachment, keeps its other labels, and returns all labels. Use it to mark a page; for many pages, use bulk_label_pages. Labels are lowercase, without spaces. The version of the page does not change.',
  permission: 'write',
  idempotent: true,
  http: 'POST /pages/:page_id/labels',
  timeout_ms: 5000,
  see_also: ['confluence_list_labels', 'confluence_remove_label'],
  asked_as: {
    en: [
      'tag a wiki page',
      'label this doc',
      'categorize the page',
      'stick a tag on an article',
      'put a keyword on a page',
      'mark a doc as draft with a tag',
      'file the page under a keyword',
      'the runbook belongs to on-call, tag it',
      'give the page the keyword finance',
      'this article should be findable under ops',
      'the page needs a tag'
    ],
    de: ['die Seite mit einem Label versehen'],
    es: ['etiqueta la página'],
    fr: ['étiqueter la page'],
    ja: ['ページにラベルを付ける'],
    pl: ['oznacz stronę etykietą']
  },
  input: Type.Object({
    page_id: labelledId,
    labels: Type.Array(label('A label'), { minItems: 1, maxItems: 100, description: 'Labels to add' })
  }),
  output: Type.Object({
    page_id: Type.String({ description: 'ID of the page or attachment' }),
    title: Type.String({ description: 'Title of the page, or file name' }),
    labels: Type.Array(Label, { description: 'Current labels' }),
    changed: Type.Boolean({ description: 'false: it already had all of these labels' })
  }),
  errors: { ...PAGE_ERRORS, upstream_not_found: 'The attachment does not exist, or this account cannot see it' },
  examples: [
    {
      name: 'one_more',
      summary: 'One more label',
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
      summary: 'An ID that no page has',
      input: { page_id: '999999999', labels: ['reviewed'] },
      error: { reason: 'page_not_found', message: 'Confluence has no page 999999999 that this account can see.' }
    }
  ],
  message: ({ page_id, labels }) => `Add the labels ${labels.slice(0, 10).join(', ')} to ${labelledName(page_id)}`,
  handler: (input, call) => addLabels(call.client, input, call)
})
