import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { createLabel } from '../../client/planning/labels.ts'
import { resourceErrors } from '../../errors.ts'
import { labelName, project } from '../../inputs/common.ts'
import { color, labelText, priority } from '../../inputs/planning.ts'
import { NewLabel } from '../../schemas/planning.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_label',
  group: 'planning',
  summary: 'Create a label',
  description:
    'Creates a label of a project and returns it. Use it if no suitable label exists; a name that already exists is refused. To add a label to an issue, use update_issue instead.',
  permission: 'write',
  http: 'POST /labels',
  success: [201],
  aliases: ['create_label'],
  see_also: ['gitlab_list_labels', 'gitlab_update_label'],
  asked_as: {
    en: [
      'define a new tag for tickets',
      'add a label category to the project',
      'I need a red "urgent" label',
      'new category for issues',
      'introduce a priority tag in the repo',
      'we need a label for blocked issues',
      'a new color for bugs',
      'a new marker for tickets',
      'add a category for bugs in GitLab',
      'we need a new tag for tickets in the project',
      'a red urgent label for our issues',
      'introduce a category for bugs in the repo'
    ],
    de: ['ein neues Label im Projekt anlegen'],
    es: ['crea una etiqueta en el proyecto'],
    fr: ['créer une étiquette dans le projet'],
    ja: ['プロジェクトにラベルを作成'],
    pl: ['utwórz etykietę w projekcie']
  },
  input: Type.Object({ project, name: labelName('Name'), color, description: Type.Optional(labelText), priority }),
  output: NewLabel,
  errors: { ...resourceErrors('project'), already_exists: 'A label with that name already exists' },
  examples: [
    {
      name: 'new',
      summary: 'A label with a color',
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
      summary: 'A name that already exists',
      input: { project: 'acme/web', name: 'bug', color: '#ff0000' },
      error: { reason: 'already_exists' }
    }
  ],
  message: ({ name, project }) => `Create the label ${name} in ${project ?? 'the default project'}`,
  handler: (input, call) => createLabel(call.client, input, call)
})
