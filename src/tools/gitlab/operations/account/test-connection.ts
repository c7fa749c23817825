import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { nullable, words } from '../../../../contract/schema.ts'
import { testConnection } from '../../client/probe.ts'
import { flag, word } from '../../schemas/common.ts'
import { User } from '../../schemas/people.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'test_connection',
  group: 'account',
  summary: 'Say which GitLab this is, and what works with its token',
  description:
    'Answers address, version, the user and the scopes of the token, and which parts answer: version, user, scopes, projects, and the default project. Use it when calls fail, or before the first one. It changes nothing, and does not fail where a part does: what is wrong, as a version below 15.0 or a scope that is lacking, is told in checks. For the user alone use get_current_user.',
  permission: 'read',
  http: 'GET /connection',
  timeout_ms: 15_000,
  aliases: ['get_current_context'],
  see_also: ['gitlab_get_current_user', 'gitlab_get_version'],
  input: Type.Object({}),
  output: Type.Object({
    base_url: Type.String({ description: 'Address of the server as it is called', 'x-volatile': true }),
    auth: words(['token', 'oauth', 'job'], { description: 'What kind of token it is' }),
    version: word('Version of the server'),
    enterprise: flag('true: the Enterprise Edition'),
    user: nullable(User, { description: 'Whose token it is; null where it is refused, or of a CI job' }),
    scopes: nullable(Type.Array(Type.String()), { description: 'What the token may do; null where GitLab does not tell' }),
    reachable: Type.Boolean({ description: 'true: at least one part answered' }),
    checks: Type.Array(
      Type.Object({
        name: Type.String({ description: 'version, user, scopes, projects or default_project' }),
        works: Type.Boolean({ description: 'true: it answered, and nothing is lacking' }),
        message: nullable(Type.String(), { description: 'What will not work, and why; null where all does' })
      }),
      { description: 'The parts that were tried' }
    ),
    default_project: word('Project of calls that name none'),
    projects: Type.Array(Type.String(), { description: 'The only projects that may be used here; empty: all that the token sees' })
  }),
  errors: {},
  examples: [
    {
      name: 'works',
      summary: 'All works',
      input: {},
      output: {
        base_url: 'https://gitlab.example.com',
        auth: 'token',
        version: '18.5.1-ee',
        enterprise: true,
        user: {
          id: 1,
          username: 'sam',
          name: 'Sam Sandbox',
          state: 'active',
          bot: false,
          email: 'sam@example.com',
          is_admin: false,
          created_at: '2024-12-02T08:00:00.000Z',
          url: 'https://gitlab.example.com/sam'
        },
        scopes: ['api'],
        reachable: true,
        checks: [
          { name: 'version', works: true, message: null },
          { name: 'user', works: true, message: null },
          { name: 'scopes', works: true, message: null },
          { name: 'projects', works: true, message: null }
        ],
        default_project: null,
        projects: []
      }
    },
    { name: 'unknown_property', summary: 'It takes nothing but an instance', input: { site: 'x' }, error: { reason: 'unknown_field' } }
  ],
  message: () => 'Test the connection to GitLab',
  handler: (_input, call) => testConnection(call.client, call)
})
