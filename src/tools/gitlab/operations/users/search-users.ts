import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { oneOf } from '../../../../contract/requires.ts'
import { listOf } from '../../../../contract/schema.ts'
import { brief } from '../../../../lib/format.ts'
import { searchUsers } from '../../client/projects/users.ts'
import { pages, search, userName } from '../../inputs/common.ts'
import { User } from '../../schemas/people.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'search_users',
  group: 'users',
  summary: 'Search users by name or username',
  description:
    'Returns the users whose name, username or public email address matches search, or the one user with exactly this username. Use it to find the ID of a user to assign. For the members of a project, use list_project_members instead.',
  permission: 'read',
  http: 'GET /users',
  list: true,
  requires: [oneOf('search', 'username')],
  aliases: ['search_users'],
  see_also: ['gitlab_get_user', 'gitlab_list_project_members'],
  asked_as: {
    en: [
      'find a colleague on GitLab',
      "what's her username",
      'user ID of a developer',
      'look up a person to assign',
      'GitLab account of a colleague',
      'who is bea',
      'find the user ID of someone',
      "what's her GitLab handle",
      'find a developer by name',
      'user ID of a colleague'
    ],
    de: ['einen Benutzer suchen'],
    es: ['busca un usuario'],
    fr: ['chercher un utilisateur'],
    ja: ['ユーザーを探して'],
    pl: ['znajdź użytkownika']
  },
  input: Type.Object({
    search: Type.Optional(search('Words in the name, username or public email address')),
    username: Type.Optional(userName('User', [], 'exact username')),
    active: Type.Optional(Type.Boolean({ description: 'true: only active users. Default: all' })),
    ...pages
  }),
  output: listOf(User, {}),
  errors: {},
  examples: [
    {
      name: 'by_name',
      summary: 'Search by a part of the name',
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
      summary: 'Words and an exact username at once',
      input: { search: 'bea', username: 'bea' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ search, username }) => `Search users: ${brief(search ?? username ?? '')}`,
  handler: (input, call) => searchUsers(call.client, input, call)
})
