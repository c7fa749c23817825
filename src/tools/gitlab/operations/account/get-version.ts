import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getVersion } from '../../client/account.ts'
import { flag, word } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_version',
  group: 'account',
  summary: 'Get the version of the GitLab server',
  description:
    'Returns the version, revision and edition of the server. Use it to see whether the server has a feature. The gateway supports GitLab 15.0 and later. To see what works with the token, use test_connection instead.',
  permission: 'read',
  http: 'GET /version',
  see_also: ['gitlab_test_connection'],
  asked_as: {
    en: [
      'which GitLab version do we run',
      'is our GitLab server up to date',
      'GitLab server edition',
      'is it GitLab 16 or 17',
      'how old is our GitLab',
      'which GitLab do we run',
      'is the server up to date',
      'what release of GitLab is installed',
      'which edition of GitLab is it',
      'tell me the version number of the server',
      'is GitLab outdated'
    ]
  },
  input: Type.Object({}),
  output: Type.Object({
    version: word('Version, such as 18.1.1-ee'),
    revision: word('Commit that the server was built from'),
    enterprise: flag('true: Enterprise Edition'),
    supported: flag('false: below 15.0, so some operations may not work')
  }),
  errors: {},
  examples: [
    {
      name: 'sandbox',
      summary: 'A supported version',
      input: {},
      output: { version: '18.5.1-ee', revision: '0c52d15c3bb', enterprise: true, supported: true }
    },
    {
      name: 'unknown_property',
      summary: 'A property that the operation does not have',
      input: { project: 'acme/web' },
      error: { reason: 'unknown_field' }
    }
  ],
  message: () => 'Get the version of GitLab',
  handler: (_input, call) => getVersion(call.client, call)
})
