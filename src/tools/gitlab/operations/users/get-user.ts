import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getUser } from '../../client/users.ts'
import { MISSING } from '../../failures.ts'
import { idOf } from '../../inputs.ts'
import { User } from '../../schemas/people.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_user',
  group: 'users',
  summary: 'Get one user by id',
  description:
    'Answers user name, name, state and address of one user. Use it where only an id is known. To find a user by name or user name use search_users instead.',
  permission: 'read',
  http: 'GET /users/:user_id',
  aliases: ['get_user'],
  see_also: ['gitlab_search_users', 'gitlab_list_user_projects'],
  input: Type.Object({ user_id: idOf('user') }),
  output: User,
  errors: { ...MISSING('user') },
  examples: [
    {
      name: 'by_id',
      summary: 'A user by id',
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
    { name: 'unknown', summary: 'An id that no user has', input: { user_id: 999999 }, error: { reason: 'upstream_not_found' } }
  ],
  message: ({ user_id }) => `Get the user ${user_id}`,
  handler: ({ user_id }, call) => getUser(call.client, user_id, call)
})
