import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getVersion } from '../../client/probe.ts'
import { flag, word } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_version',
  group: 'account',
  summary: 'Get the version of the GitLab server',
  description:
    'Answers version, revision and edition. Use it to learn whether the server is new enough for something; 15.0 is the oldest that is supported. To see what works with the token use test_connection instead.',
  permission: 'read',
  http: 'GET /version',
  see_also: ['gitlab_test_connection'],
  input: Type.Object({}),
  output: Type.Object({
    version: word('As 18.1.1-ee'),
    revision: word('Commit it was built from'),
    enterprise: flag('true: the Enterprise Edition'),
    supported: flag('false: below 15.0, and some operations may not work')
  }),
  errors: {},
  examples: [
    {
      name: 'sandbox',
      summary: 'A version that is new enough',
      input: {},
      output: { version: '18.5.1-ee', revision: '0c52d15c3bb', enterprise: true, supported: true }
    },
    {
      name: 'unknown_property',
      summary: 'It takes nothing but an instance',
      input: { project: 'acme/web' },
      error: { reason: 'unknown_field' }
    }
  ],
  message: () => 'Get the version of GitLab',
  handler: (_input, call) => getVersion(call.client, call)
})
