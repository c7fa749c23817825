import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { nullable, stringEnum } from '../../../../contract/schema.ts'
import { testConnection } from '../../client/probe.ts'
import { ADA_WHOLE } from '../../examples.ts'
import { User } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'test_connection',
  group: 'account',
  summary: 'Test the connection to an instance and its credentials',
  description:
    'Returns the deployment (Cloud or Data Center), its version, the account, and which APIs respond: user, spaces, search. Use it if calls fail, or before the first call. The call succeeds even if an API fails: see checks. For the account alone, use get_current_user.',
  permission: 'read',
  http: 'GET /connection',
  timeout_ms: 15_000,
  see_also: ['confluence_get_current_user', 'confluence_list_spaces'],
  asked_as: {
    en: [
      'is Confluence reachable',
      'does the wiki token work',
      'check that we can log in to Confluence',
      'can you get into Confluence',
      'did the wiki login break',
      'can you reach the wiki',
      'is the wiki up',
      'are our Confluence credentials still valid',
      'does Confluence respond'
    ]
  },
  input: Type.Object({}),
  output: Type.Object({
    deployment: stringEnum(['cloud', 'datacenter'], { description: 'Kind of deployment' }),
    auth: stringEnum(['basic', 'scoped', 'oauth', 'pat', 'password'], {
      description: 'Authentication: basic (email and API token), scoped (scoped API token), oauth, pat (personal access token) or password'
    }),
    base_url: Type.String({ description: 'Base URL of the site', 'x-volatile': true }),
    version: nullable(Type.String(), { description: 'Version of Data Center; null for Cloud, which has none, and if unknown' }),
    user: nullable(User, { description: 'Account; null if Confluence does not return it' }),
    reachable: Type.Boolean({ description: 'true: at least one API responded' }),
    checks: Type.Array(
      Type.Object({
        name: Type.String({ description: 'user, spaces, search or version' }),
        works: Type.Boolean({ description: 'true: it responded' }),
        message: nullable(Type.String(), { description: 'Reason why it does not work; null if it works' })
      }),
      { description: 'The APIs that were tested' }
    ),
    spaces: nullable(Type.Array(Type.String()), { description: 'Keys of the only spaces that the caller may use; null: all' })
  }),
  errors: {},
  examples: [
    {
      name: 'cloud',
      summary: 'Everything works',
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
      summary: 'A property that the operation does not have',
      input: { site: 'x' },
      error: { reason: 'unknown_field' }
    }
  ],
  message: () => 'Test the connection to Confluence',
  handler: (_input, call) => testConnection(call.client, call)
})
