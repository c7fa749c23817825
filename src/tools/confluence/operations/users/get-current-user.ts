import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { currentUser } from '../../client/probe.ts'
import { ADA_WHOLE } from '../../examples.ts'
import { User } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'get_current_user',
  group: 'users',
  summary: 'Get the account that the gateway uses',
  description:
    'Returns the account that the gateway uses on this instance. Use it to see which account currentUser() means in queries such as creator = currentUser(). For other users, use search_users; to check which APIs respond, test_connection.',
  permission: 'read',
  http: 'GET /users/me',
  timeout_ms: 5000,
  see_also: ['confluence_search_users', 'confluence_test_connection'],
  asked_as: {
    en: [
      'who am I logged in as in Confluence',
      'which Confluence account is in use',
      'my wiki profile',
      'what permissions does my Confluence login have',
      'am I signed in to the wiki',
      'which wiki user are you',
      'under which name do you write in the wiki',
      'whose Confluence token is that',
      'who does Confluence think I am'
    ],
    de: ['als wer bin ich in Confluence angemeldet'],
    es: ['con qué usuario estoy en Confluence'],
    fr: ['quel compte Confluence est utilisé'],
    ja: ['Confluenceのログインユーザー'],
    pl: ['na jakim koncie jestem w Confluence']
  },
  input: Type.Object({}),
  output: User,
  errors: {
    upstream_not_found: 'Confluence does not return the account to this credential',
    upstream_gone: 'The credential can no longer read the account'
  },
  examples: [
    { name: 'me', summary: 'The sandbox account', input: {}, output: ADA_WHOLE },
    {
      name: 'unknown_property',
      summary: 'A property that the operation does not have',
      input: { user: 'x' },
      error: { reason: 'unknown_field' }
    }
  ],
  message: () => 'Get the account of the credential',
  handler: (_input, call) => currentUser(call.client, call)
})
