import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getUser } from '../../client/projects/users.ts'
import { globalErrors } from '../../errors.ts'
import { idOf } from '../../inputs/common.ts'
import { User } from '../../schemas/people.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_user',
  group: 'users',
  summary: 'Get a user by ID',
  description:
    'Returns the username, name, state and URL of a user. Use it if you know only the ID. To find a user by name or username, use search_users instead.',
  permission: 'read',
  http: 'GET /users/:user_id',
  aliases: ['get_user'],
  see_also: ['gitlab_search_users', 'gitlab_list_user_projects'],
  asked_as: {
    en: [
      'profile of a GitLab user',
      'who is user 5',
      "look at someone's GitLab account",
      'info about a GitLab member by ID',
      'when was this user last active',
      'who is behind this handle',
      'profile of a developer',
      'who is user 42',
      "show someone's GitLab profile",
      'look at the account of a developer',
      'what do we know about that GitLab account'
    ]
  },
  input: Type.Object({ user_id: idOf('user') }),
  output: User,
  errors: { ...globalErrors('user') },
  examples: [
    {
      name: 'by_id',
      summary: 'A user by ID',
      input: { user_id: 3 },
      output: {
        id: 3,
        username: 'bea',
        name: 'Bea Builder',
        state: 'active',
        bot: false,
        email: null,
        is_admin: false,
        created_at: '2024-12-04T08:00:00.000Z',
        url: 'https://gitlab.example.com/bea'
      }
    },
    { name: 'unknown', summary: 'An ID that no user has', input: { user_id: 999999 }, error: { reason: 'upstream_not_found' } }
  ],
  message: ({ user_id }) => `Get the user ${user_id}`,
  handler: ({ user_id }, call) => getUser(call.client, user_id, call)
})
