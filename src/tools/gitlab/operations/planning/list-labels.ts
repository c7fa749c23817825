import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listLabels } from '../../client/planning/labels.ts'
import { globalErrors } from '../../errors.ts'
import { pages, project, search } from '../../inputs/common.ts'
import { ListedLabel } from '../../schemas/planning.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_labels',
  group: 'planning',
  summary: 'List the labels of a project',
  description:
    'Returns the labels of a project and of its parent groups, with colors and, if with_counts is true, with counts. Use it to see which labels exist before you add one to an issue. To change the labels of an issue, use update_issue instead.',
  permission: 'read',
  http: 'GET /labels',
  list: true,
  aliases: ['list_labels'],
  see_also: ['gitlab_create_label', 'gitlab_update_issue'],
  asked_as: {
    en: [
      'which labels does the project use',
      'what tags can I give a ticket',
      'label colors in GitLab',
      'categories of issues in the repo',
      'which issue tags exist in the project',
      'which labels can I put on issues',
      'colors of the labels',
      'what tags can I put on a ticket',
      'all labels of the repo',
      'which categories do our issues have'
    ]
  },
  input: Type.Object({
    project,
    search: Type.Optional(search('Words in the name')),
    with_counts: Type.Boolean({
      default: false,
      description: 'true: include the number of issues and merge requests with each label. Default false'
    }),
    include_ancestor_groups: Type.Boolean({
      default: true,
      description: 'true: include labels of parent groups; false: only labels of the project. Default true'
    }),
    ...pages
  }),
  output: listOf(ListedLabel, {}),
  errors: { ...globalErrors('project') },
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
