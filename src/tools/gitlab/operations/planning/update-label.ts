import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne, notCleared } from '../../../../contract/requires.ts'
import { words } from '../../../../contract/schema.ts'
import { updateLabel } from '../../client/labels.ts'
import { MISSING } from '../../failures.ts'
import { labelName, project } from '../../inputs.ts'
import { color, labelText, priority } from '../../planning-inputs.ts'
import { Label } from '../../schemas/planning.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'update_label',
  group: 'planning',
  summary: 'Rename a label, or change its colour, text or priority',
  description:
    'Changes what is given of a label and answers it; whatever bears it follows. Use it to correct a label. clear empties description or priority. Not to take a label off an issue: update_issue does that.',
  permission: 'write',
  http: 'PATCH /label',
  idempotent: true,
  requires: [atLeastOne('new_name', 'color', 'description', 'priority', 'clear'), notCleared()],
  aliases: ['update_label'],
  see_also: ['gitlab_list_labels', 'gitlab_create_label'],
  input: Type.Object({
    project,
    name: labelName('Label: its name, or its id'),
    new_name: Type.Optional(labelName('New name')),
    color: Type.Optional(color),
    description: Type.Optional(labelText),
    priority,
    clear: Type.Optional(
      Type.Array(words(['description', 'priority'], { description: 'A property' }), {
        minItems: 1,
        maxItems: 2,
        description: 'Properties to empty: description, priority'
      })
    )
  }),
  output: Label,
  errors: { ...MISSING('label or project') },
  examples: [
    {
      name: 'color',
      summary: 'Another colour',
      input: { project: 'acme/sandpit', name: 'question', color: '#112233' },
      output: {
        id: 1018,
        name: 'question',
        color: '#112233',
        description: '',
        priority: null,
        of_project: true,
        open_issues_count: null,
        closed_issues_count: null,
        open_merge_requests_count: null
      }
    },
    {
      name: 'nothing',
      summary: 'Nothing to change',
      input: { project: 'acme/sandpit', name: 'question' },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ name, project }) => `Change the label ${name} of ${project ?? 'the default project'}`,
  handler: (input, call) => updateLabel(call.client, input, call)
})
