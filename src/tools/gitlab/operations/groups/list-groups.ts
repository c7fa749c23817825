import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listGroups } from '../../client/projects/projects.ts'
import { pages, search } from '../../inputs/common.ts'
import { Group } from '../../schemas/projects.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_groups',
  group: 'groups',
  summary: 'List the groups that the token can see',
  description:
    'Returns the path, name and visibility of groups. Use it to see which groups exist, or to find the ID of one. For the projects of a group, use list_group_projects instead.',
  permission: 'read',
  http: 'GET /groups',
  list: true,
  aliases: ['list_groups'],
  see_also: ['gitlab_get_group', 'gitlab_list_projects'],
  asked_as: {
    en: [
      'which groups are there',
      'my GitLab organizations',
      'what namespaces can I use',
      'groups I belong to on GitLab',
      'list of organizations',
      'which teams exist on our GitLab',
      'what teams are on our GitLab',
      'which organizations do I belong to',
      'all groups of the server',
      'what groups can I see'
    ]
  },
  input: Type.Object({
    search: Type.Optional(search('Words in the name or path')),
    owned: Type.Optional(Type.Boolean({ description: "true: only groups that the token's user owns" })),
    top_level_only: Type.Optional(Type.Boolean({ description: 'true: only top-level groups' })),
    ...pages
  }),
  output: listOf(Group, {}),
  errors: {},
  examples: [
    {
      name: 'top_level',
      summary: 'Top-level groups',
      input: { top_level_only: true },
      output: {
        items: [
          {
            id: 10,
            path: 'acme',
            name: 'Acme',
            description: 'Projects of Acme.',
            visibility: 'internal',
            parent_id: null,
            created_at: '2025-03-21T08:00:00.000Z',
            url: 'https://gitlab.example.com/groups/acme'
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    {
      name: 'strange_cursor',
      summary: 'An invalid cursor',
      input: { cursor: 'second' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: () => 'List groups',
  handler: (input, call) => listGroups(call.client, input, call)
})
