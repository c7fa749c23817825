import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne, notCleared } from '../../../../contract/requires.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { updateLabel } from '../../client/planning/labels.ts'
import { resourceErrors } from '../../errors.ts'
import { labelName, project } from '../../inputs/common.ts'
import { color, labelText, priority } from '../../inputs/planning.ts'
import { Label } from '../../schemas/planning.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'update_label',
  group: 'planning',
  summary: 'Update a label: name, color, description or priority',
  description:
    'Updates the given properties of a label and returns it; issues and merge requests with the label show the change. Use it to correct a label. clear removes the description or priority. To remove a label from an issue, use update_issue instead.',
  permission: 'write',
  http: 'PATCH /label',
  idempotent: true,
  requires: [atLeastOne('new_name', 'color', 'description', 'priority', 'clear'), notCleared()],
  aliases: ['update_label'],
  see_also: ['gitlab_list_labels', 'gitlab_create_label'],
  asked_as: {
    en: [
      'recolor a project label',
      'rename a tag in GitLab',
      'make the urgent label red',
      'change what an issue tag is called',
      'new color for a label of the project',
      'the bug label should be red',
      'rename a label',
      'the bug tag should be purple',
      'the gitlab tag needs another color',
      'give the issue tag a different name',
      'make the label in GitLab orange',
      'describe what the project label means'
    ]
  },
  input: Type.Object({
    project,
    name: labelName('Label: its name or ID'),
    new_name: Type.Optional(labelName('New name')),
    color: Type.Optional(color),
    description: Type.Optional(labelText),
    priority,
    clear: Type.Optional(
      Type.Array(stringEnum(['description', 'priority'], { description: 'A property' }), {
        minItems: 1,
        maxItems: 2,
        description: 'Properties to clear: description, priority'
      })
    )
  }),
  output: Label,
  errors: { ...resourceErrors('label or project') },
  examples: [
    {
      name: 'color',
      summary: 'Another color',
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
      summary: 'No change given',
      input: { project: 'acme/sandpit', name: 'question' },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ name, project }) => `Update the label ${name} of ${project ?? 'the default project'}`,
  handler: (input, call) => updateLabel(call.client, input, call)
})
