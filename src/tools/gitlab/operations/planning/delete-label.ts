import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteLabel } from '../../client/planning/labels.ts'
import { resourceErrors } from '../../errors.ts'
import { labelName, project } from '../../inputs/common.ts'
import { deleted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'delete_label',
  group: 'planning',
  summary: 'Delete a label',
  description:
    'Deletes a label; all issues and merge requests lose it permanently. Use it only for labels that no one needs. To rename a label, use update_label; to remove it from one issue, update_issue instead.',
  permission: 'destructive',
  http: 'DELETE /label',
  aliases: ['delete_label'],
  see_also: ['gitlab_list_labels', 'gitlab_update_label'],
  asked_as: {
    en: [
      'get rid of a project tag',
      'the label is unused in GitLab, drop it',
      "remove a label from the project's list",
      'this issue tag is no longer used',
      'drop a category of tickets',
      'no one uses the tag in gitlab',
      'get rid of the wontfix label',
      'we have too many issue labels, drop this one',
      'the project no longer needs that label'
    ]
  },
  input: Type.Object({ project, name: labelName('Label: its name or ID') }),
  output: Type.Object({ name: Type.String({ description: 'Name' }), deleted }),
  errors: { ...resourceErrors('label or project') },
  examples: [
    {
      name: 'unused',
      summary: 'An unused label',
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
