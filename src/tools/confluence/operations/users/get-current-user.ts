import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { currentUser } from '../../client/probe.ts'
import { ADA_WHOLE } from '../../examples.ts'
import { User } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'get_current_user',
  group: 'users',
  summary: 'Say whose credential the gateway uses',
  description:
    'Answers the account in whose name the gateway acts on this instance. Use it to learn who you are, for queries such as creator = currentUser(). For others use search_users, to see what works test_connection.',
  permission: 'read',
  http: 'GET /users/me',
  timeout_ms: 5000,
  see_also: ['confluence_search_users', 'confluence_test_connection'],
  input: Type.Object({}),
  output: User,
  errors: {
    upstream_not_found: 'Confluence does not tell it to this credential',
    upstream_gone: 'The credential may not ask for it any more'
  },
  examples: [
    { name: 'me', summary: 'The account of the sandbox', input: {}, output: ADA_WHOLE },
    { name: 'unknown_property', summary: 'It takes nothing but an instance', input: { user: 'x' }, error: { reason: 'unknown_field' } }
  ],
  message: () => 'Say whose credential is used',
  handler: (_input, call) => currentUser(call.client, call)
})
