import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteLabel } from '../../client/labels.ts'
import { givenLabel, LABEL, MISSING_LABEL } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'delete_label',
  summary: 'Delete a label, and take it from every message',
  description:
    'Deletes one label for good. Its messages stay, but which of them had it is lost, and there is no undo. Use it only for labels that are surely not needed; to hide one use update_label. Labels below it stay. Labels of Gmail itself, such as INBOX, cannot be deleted.',
  permission: 'destructive',
  http: 'DELETE /labels/:label',
  group: 'labels',
  see_also: ['gmail_update_label', 'gmail_get_label'],
  input: Type.Object({ label: givenLabel }),
  output: Type.Object({
    id: LABEL.id,
    name: LABEL.name,
    deleted: Type.Boolean({ description: 'Always true: it is gone' })
  }),
  errors: MISSING_LABEL,
  examples: [
    {
      name: 'by_name',
      summary: 'A label is gone',
      input: { label: 'Travel/Berlin', confirm: true },
      given: { operation: 'gmail_create_label', input: { name: 'Travel/Berlin' }, as: {} },
      output: { id: 'Label_7', name: 'Travel/Berlin', deleted: true }
    },
    {
      name: 'missing',
      summary: 'A label that is not there',
      input: { label: 'Nowhere', confirm: true },
      error: { reason: 'upstream_not_found', message: 'This account has no label Nowhere.' }
    }
  ],
  message: ({ label }) => `Delete the label ${label} for good and take it from every message`,
  handler: ({ label }, call) => deleteLabel(call.client, label, call)
})
