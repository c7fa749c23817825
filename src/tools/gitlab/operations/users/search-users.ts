import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { oneOf } from '../../../../contract/requires.ts'
import { listOf } from '../../../../contract/schema.ts'
import { brief } from '../../../../lib/format.ts'
import { searchUsers } from '../../client/users.ts'
import { pages, search, userName } from '../../inputs.ts'
import { User } from '../../schemas/people.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'search_users',
  group: 'users',
  summary: 'Find users by name or user name',
  description:
    'Answers the users whose name, user name or public e-mail fits. Use it to find the id of somebody whom to assign something to. With username it looks for exactly that user. For members of a project use list_project_members instead.',
  permission: 'read',
  http: 'GET /users',
  list: true,
  requires: [oneOf('search', 'username')],
  aliases: ['search_users'],
  see_also: ['gitlab_get_user', 'gitlab_list_project_members'],
  input: Type.Object({
    search: Type.Optional(search('Words of the name, user name or public e-mail')),
    username: Type.Optional(userName('Exactly this user')),
    active: Type.Optional(Type.Boolean({ description: 'true: only those who may log in. Absent: all' })),
    ...pages
  }),
  output: listOf(User, {}),
  errors: {},
  examples: [
    {
      name: 'by_name',
      summary: 'By a part of the name',
      input: { search: 'bea' },
      output: {
        items: [
          {
            id: 3,
            username: 'bea',
            name: 'Bea Builder',
            state: 'active',
            bot: null,
            email: null,
            is_admin: null,
            created_at: null,
            url: 'https://gitlab.example.com/bea'
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    {
      name: 'both',
      summary: 'Words and an exact name at once',
      input: { search: 'bea', username: 'bea' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ search, username }) => `Find users: ${brief(search ?? username ?? '')}`,
  handler: (input, call) => searchUsers(call.client, input, call)
})
