import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { nullable, words } from '../../../../contract/schema.ts'
import { testConnection } from '../../client/probe.ts'
import { ADA_WHOLE } from '../../examples.ts'
import { User } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'test_connection',
  group: 'account',
  summary: 'Say what the instance is, and what works with its credential',
  description:
    'Answers which Confluence it is (Cloud or Data Center), its version, whose credential is used, and which parts answer: user, spaces, search. Use it when calls fail, or before the first one. It changes nothing and does not fail where a part does: what is wrong is told in checks. For who one is alone use get_current_user.',
  permission: 'read',
  http: 'GET /connection',
  timeout_ms: 15_000,
  see_also: ['confluence_get_current_user', 'confluence_list_spaces'],
  input: Type.Object({}),
  output: Type.Object({
    deployment: words(['cloud', 'datacenter'], { description: 'Which Confluence it is' }),
    auth: words(['basic', 'scoped', 'oauth', 'pat', 'password'], { description: 'How the gateway authenticates' }),
    base_url: Type.String({ description: 'Address of the site as it is called', 'x-volatile': true }),
    version: nullable(Type.String(), { description: 'Version of Data Center; null for Cloud, which has none, and where not told' }),
    user: nullable(User, { description: 'Whose credential it is; null where it is refused' }),
    reachable: Type.Boolean({ description: 'true: at least one part answered' }),
    checks: Type.Array(
      Type.Object({
        name: Type.String({ description: 'user, spaces, search or version' }),
        works: Type.Boolean({ description: 'true: it answered' }),
        message: nullable(Type.String(), { description: 'Why it does not work; null where it does' })
      }),
      { description: 'The parts that were tried' }
    ),
    spaces: nullable(Type.Array(Type.String()), { description: 'Keys of the only spaces that may be used here; null for all' })
  }),
  errors: {},
  examples: [
    {
      name: 'cloud',
      summary: 'All works',
      input: {},
      output: {
        deployment: 'cloud',
        auth: 'basic',
        base_url: 'https://wiki.example.com/wiki',
        version: null,
        user: ADA_WHOLE,
        reachable: true,
        checks: [
          { name: 'user', works: true, message: null },
          { name: 'spaces', works: true, message: null },
          { name: 'search', works: true, message: null }
        ],
        spaces: null
      }
    },
    {
      name: 'unknown_property',
      summary: 'It takes nothing but an instance',
      input: { site: 'x' },
      error: { reason: 'unknown_field' }
    }
  ],
  message: () => 'Test the connection to Confluence',
  handler: (_input, call) => testConnection(call.client, call)
})
