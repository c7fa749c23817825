import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { nullable, stringEnum } from '../../../../contract/schema.ts'
import { testConnection } from '../../client/account.ts'
import { flag, word } from '../../schemas/common.ts'
import { User } from '../../schemas/people.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'test_connection',
  group: 'account',
  summary: 'Test the connection to GitLab and its token',
  description:
    "Returns the server's URL and version, the token's user and scopes, and which checks succeed: version, user, scopes, projects, default_project. Use it if calls fail, or before the first call. The call does not fail if a check fails: checks lists problems, such as a version below 15.0 or a missing scope. For the user alone, use get_current_user.",
  permission: 'read',
  http: 'GET /connection',
  timeout_ms: 15_000,
  aliases: ['get_current_context'],
  see_also: ['gitlab_get_current_user', 'gitlab_get_version'],
  asked_as: {
    en: [
      'is GitLab reachable',
      'does my GitLab token work',
      'check that we can talk to GitLab',
      'can you get into GitLab',
      'is our access token expired',
      "GitLab doesn't answer, check it",
      'is GitLab up',
      'can you reach our GitLab server',
      'check the GitLab access',
      'did the GitLab token expire',
      'does GitLab respond'
    ]
  },
  input: Type.Object({}),
  output: Type.Object({
    base_url: Type.String({ description: 'Base URL of the server', 'x-volatile': true }),
    auth: stringEnum(['token', 'oauth', 'job'], {
      description: 'Type of the token. token: access token; oauth: OAuth token; job: CI job token'
    }),
    version: word('Version of the server'),
    enterprise: flag('true: the Enterprise Edition'),
    user: nullable(User, { description: 'User of the token; null for a CI job token, or if the check failed' }),
    scopes: nullable(Type.Array(Type.String()), { description: 'Scopes of the token; null for a CI job token, or if the check failed' }),
    reachable: Type.Boolean({ description: 'true: at least one check succeeded' }),
    checks: Type.Array(
      Type.Object({
        name: Type.String({ description: 'version, user, scopes, projects or default_project' }),
        works: Type.Boolean({ description: 'true: the check succeeded' }),
        message: nullable(Type.String(), { description: 'Problem, and what it affects; null if the check succeeded' })
      }),
      { description: 'Checks and their results' }
    ),
    default_project: word('Default project', 'if none is set'),
    projects: Type.Array(Type.String(), {
      description: 'Projects to which the instance or this key is limited; empty: all that the token can see'
    })
  }),
  errors: {},
  examples: [
    {
      name: 'works',
      summary: 'Everything works',
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
    { name: 'unknown_property', summary: 'A property that does not exist', input: { site: 'x' }, error: { reason: 'unknown_field' } }
  ],
  message: () => 'Test the connection to GitLab',
  handler: (_input, call) => testConnection(call.client, call)
})
