import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listLabels } from '../../client/labels.ts'
import { MISSING } from '../../failures.ts'
import { pages, project, search } from '../../inputs.ts'
import { Label } from '../../schemas/planning.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_labels',
  group: 'planning',
  summary: 'List the labels of a project',
  description:
    'Answers the labels of a project and of the groups above it, with colours, and with counts on request. Use it to learn which labels there are before you add one to an issue. To change labels of an issue use update_issue instead.',
  permission: 'read',
  http: 'GET /labels',
  list: true,
  aliases: ['list_labels'],
  see_also: ['gitlab_create_label', 'gitlab_update_issue'],
  input: Type.Object({
    project,
    search: Type.Optional(search('Words of the name')),
    with_counts: Type.Boolean({ default: false, description: 'true: also how many issues and merge requests bear each. Default false' }),
    include_ancestor_groups: Type.Boolean({
      default: true,
      description: 'true: also labels of the groups above; false: only those of the project. Default true'
    }),
    ...pages
  }),
  output: listOf(Label, {}),
  errors: { ...MISSING('project') },
  examples: [
    {
      name: 'all',
      summary: 'All labels, with counts',
      input: { project: 'acme/web', with_counts: true },
      output: {
        items: [
          {
            id: 1001,
            name: 'bug',
            color: '#d9534f',
            description: '',
            priority: null,
            of_project: true,
            open_issues_count: 12,
            closed_issues_count: 3,
            open_merge_requests_count: 0
          },
          {
            id: 1002,
            name: 'feature',
            color: '#428bca',
            description: '',
            priority: null,
            of_project: true,
            open_issues_count: 12,
            closed_issues_count: 3,
            open_merge_requests_count: 1
          },
          {
            id: 1003,
            name: 'question',
            color: '#8e44ad',
            description: '',
            priority: null,
            of_project: true,
            open_issues_count: 12,
            closed_issues_count: 3,
            open_merge_requests_count: 1
          }
        ],
        next_cursor: null,
        total: { value: 3, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/nothing' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ project }) => `List the labels of ${project ?? 'the default project'}`,
  handler: (input, call) => listLabels(call.client, input, call)
})
