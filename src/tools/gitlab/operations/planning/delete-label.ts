import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteLabel } from '../../client/labels.ts'
import { MISSING } from '../../failures.ts'
import { labelName, project } from '../../inputs.ts'
import { deleted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'delete_label',
  group: 'planning',
  summary: 'Delete a label',
  description:
    'Deletes a label; whatever bears it loses it for good. Use it only for what nobody needs any more. To rename one use update_label, to take it off one issue update_issue instead.',
  permission: 'destructive',
  http: 'DELETE /label',
  aliases: ['delete_label'],
  see_also: ['gitlab_list_labels', 'gitlab_update_label'],
  input: Type.Object({ project, name: labelName('Label: its name, or its id') }),
  output: Type.Object({ name: Type.String({ description: 'Its name' }), deleted }),
  errors: { ...MISSING('label or project') },
  examples: [
    {
      name: 'unused',
      summary: 'A label that is not used',
      input: { project: 'acme/sandpit', name: 'bug', confirm: true },
      output: { name: 'bug', deleted: true }
    },
    {
      name: 'unknown',
      summary: 'A label that does not exist',
      input: { project: 'acme/sandpit', name: 'no-such-label', confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ name, project }) => `Delete the label ${name} of ${project ?? 'the default project'}`,
  handler: (input, call) => deleteLabel(call.client, input, call)
})
