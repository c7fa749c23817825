import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { createLabel } from '../../client/labels.ts'
import { MISSING } from '../../failures.ts'
import { labelName, project } from '../../inputs.ts'
import { color, labelText, priority } from '../../planning-inputs.ts'
import { NewLabel } from '../../schemas/planning.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_label',
  group: 'planning',
  summary: 'Make a label',
  description:
    'Makes a label of a project and answers it. Use it where no label of the kind exists; one of that name is refused. Not to put a label on an issue: update_issue does that.',
  permission: 'write',
  http: 'POST /labels',
  success: [201],
  aliases: ['create_label'],
  see_also: ['gitlab_list_labels', 'gitlab_update_label'],
  input: Type.Object({ project, name: labelName('Its name'), color, description: Type.Optional(labelText), priority }),
  output: NewLabel,
  errors: { ...MISSING('project'), already_exists: 'A label of that name exists' },
  examples: [
    {
      name: 'new',
      summary: 'A label with its colour',
      input: { project: 'acme/playground', name: 'urgent', color: '#ff0000', description: 'At once' },
      output: {
        id: 1105,
        name: 'urgent',
        color: '#ff0000',
        description: 'At once',
        priority: null,
        of_project: true,
        open_issues_count: null,
        closed_issues_count: null,
        open_merge_requests_count: null
      }
    },
    {
      name: 'taken',
      summary: 'A name that exists',
      input: { project: 'acme/web', name: 'bug', color: '#ff0000' },
      error: { reason: 'already_exists' }
    }
  ],
  message: ({ name, project }) => `Make the label ${name} in ${project ?? 'the default project'}`,
  handler: (input, call) => createLabel(call.client, input, call)
})
