import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { currentUser } from '../../client/account.ts'
import { User } from '../../schemas/people.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_current_user',
  group: 'users',
  summary: "Get the token's user",
  description:
    'Returns the user whose token the gateway uses: ID, username, name, state. Use it to see who "me" is, for example to list your own assignments. To see what the token may do, use test_connection instead.',
  permission: 'read',
  http: 'GET /user',
  see_also: ['gitlab_get_user', 'gitlab_test_connection'],
  asked_as: {
    en: [
      'who am I on GitLab',
      'whose GitLab token is this',
      'my GitLab username',
      'which user does the GitLab token belong to',
      'my user ID in GitLab',
      'which account are you using in GitLab',
      'am I logged in to GitLab',
      'as whom do I push',
      'is the token mine',
      'what is my name in GitLab',
      'the profile behind the token'
    ],
    de: ['wer bin ich in GitLab'],
    es: ['quién soy en GitLab'],
    fr: ['qui suis-je sur GitLab'],
    ja: ['GitLabで私は誰'],
    pl: ['kim jestem w GitLab']
  },
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
    {
      name: 'unknown_property',
      summary: 'A property that the operation does not have',
      input: { user: 'sam' },
      error: { reason: 'unknown_field' }
    }
  ],
  message: () => "Get the token's user",
  handler: (_input, call) => currentUser(call.client, call)
})
