import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { listGroupProjects } from '../../client/projects/namespaces.ts'
import { globalErrors } from '../../errors.ts'
import { groupName, PROJECT_ORDERS, pages, search, sort } from '../../inputs/common.ts'
import { Project } from '../../schemas/projects.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_group_projects',
  group: 'groups',
  summary: 'List the projects of a group',
  description:
    'Returns the projects of a group and, with include_subgroups, those of its subgroups. Use it to see what belongs to a group. For all projects that the token can see, use list_projects instead.',
  permission: 'read',
  http: 'GET /groups/projects',
  list: true,
  see_also: ['gitlab_list_projects', 'gitlab_get_group'],
  asked_as: {
    en: [
      'repos of our group',
      'which projects are in acme',
      'codebases of the platform team',
      'everything the platform team owns',
      'all repositories below acme',
      'what code does our department have',
      'the repos of the mobile team',
      'list the codebases of the group with subgroups',
      'which services belong to the group',
      'count the projects of the team'
    ]
  },
  input: Type.Object({
    group: groupName('Group'),
    search: Type.Optional(search('Words in the name or path')),
    include_subgroups: Type.Boolean({ default: false, description: 'true: include projects of subgroups. Default false' }),
    archived: Type.Optional(Type.Boolean({ description: 'true: only archived projects; false: only others. Default: both' })),
    visibility: Type.Optional(stringEnum(['private', 'internal', 'public'], { description: 'Only projects with this visibility' })),
    order_by: stringEnum(PROJECT_ORDERS, { default: 'created_at', description: 'Property to sort by. Default created_at' }),
    sort,
    ...pages
  }),
  output: listOf(Project, {}),
  errors: { ...globalErrors('group') },
  examples: [
    {
      name: 'all',
      summary: 'All projects of a subgroup',
      input: { group: 'acme/platform', include_subgroups: true },
      output: {
        items: [
          {
            id: 2,
            path: 'acme/platform/tools',
            name: 'Tools',
            description: 'Tools of Acme.',
            visibility: 'internal',
            default_branch: 'main',
            archived: false,
            topics: [],
            star_count: 0,
            open_issues_count: 0,
            url: 'https://gitlab.example.com/acme/platform/tools',
            created_at: '2026-01-07T08:00:00.000Z',
            last_activity_at: '2026-07-26T08:00:00.000Z'
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    { name: 'unknown', summary: 'A group that does not exist', input: { group: 'nothing' }, error: { reason: 'upstream_not_found' } }
  ],
  message: ({ group }) => `List the projects of the group ${group}`,
  handler: (input, call) => listGroupProjects(call.client, input, call)
})
