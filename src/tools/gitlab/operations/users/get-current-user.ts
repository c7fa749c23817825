import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { currentUser } from '../../client/probe.ts'
import { User } from '../../schemas/people.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_current_user',
  group: 'users',
  summary: 'Get the user whose token it is',
  description:
    'Answers in whose name the gateway acts: id, user name, name, state. Use it to learn who "me" is, as for lists of what is assigned to oneself. To see what the token may do use test_connection instead.',
  permission: 'read',
  http: 'GET /user',
  see_also: ['gitlab_get_user', 'gitlab_test_connection'],
  input: Type.Object({}),
  output: User,
  errors: {},
  examples: [
    {
      name: 'me',
      summary: 'The owner of the token',
      input: {},
      output: {
        id: 1,
        username: 'sam',
        name: 'Sam Sandbox',
        state: 'active',
        bot: false,
        email: 'sam@example.com',
        is_admin: false,
        created_at: '2024-12-02T08:00:00.000Z',
        url: 'https://gitlab.example.com/sam'
      }
    },
    { name: 'unknown_property', summary: 'It takes nothing but an instance', input: { user: 'sam' }, error: { reason: 'unknown_field' } }
  ],
  message: () => 'Get the user of the token',
  handler: (_input, call) => currentUser(call.client, call)
})
