import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listGroups } from '../../client/projects.ts'
import { pages, search } from '../../inputs.ts'
import { Group } from '../../schemas/projects.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_groups',
  group: 'groups',
  summary: 'List groups that the token can see',
  description:
    'Answers path, name and visibility of groups. Use it to learn which groups there are, or to find the id of one. For the projects in them use list_projects or search_projects instead.',
  permission: 'read',
  http: 'GET /groups',
  list: true,
  aliases: ['list_groups'],
  see_also: ['gitlab_get_group', 'gitlab_list_projects'],
  input: Type.Object({
    search: Type.Optional(search('Words of the name or path')),
    owned: Type.Optional(Type.Boolean({ description: 'true: only those that the user of the token owns' })),
    top_level_only: Type.Optional(Type.Boolean({ description: 'true: no groups within groups' })),
    ...pages
  }),
  output: listOf(Group, {}),
  errors: {},
  examples: [
    {
      name: 'all',
      summary: 'Groups',
      input: {},
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
          },
          {
            id: 11,
            path: 'acme/platform',
            name: 'Platform',
            description: 'Projects of Platform.',
            visibility: 'internal',
            parent_id: 10,
            created_at: '2025-03-22T08:00:00.000Z',
            url: 'https://gitlab.example.com/groups/acme/platform'
          }
        ],
        next_cursor: null,
        total: { value: 2, relation: 'eq' }
      }
    },
    {
      name: 'strange_cursor',
      summary: 'A cursor that no answer gave',
      input: { cursor: 'second' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: () => 'List groups',
  handler: (input, call) => listGroups(call.client, input, call)
})
