import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { oneOf } from '../../../../contract/requires.ts'
import { getSignature } from '../../client/repository/signatures.ts'
import { globalErrors } from '../../errors.ts'
import { project } from '../../inputs/common.ts'
import { commitSha, refName } from '../../inputs/files.ts'
import { Signature } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_signature',
  group: 'repository',
  summary: 'Get the signature of a tag or commit',
  description:
    'Returns who signed a tag or commit, and whether GitLab verified the signature. Use it to check that a release comes from a trusted person. For an unsigned tag or commit, it returns 404. To see who wrote a commit, use get_commit instead.',
  permission: 'read',
  http: 'GET /signatures',
  requires: [oneOf('tag', 'sha')],
  see_also: ['gitlab_get_tag', 'gitlab_get_commit'],
  asked_as: {
    en: [
      'is the tag signed',
      'who signed this commit',
      'GPG signature of the release',
      'is the commit verified',
      'can I trust this commit',
      'did Ada really write that commit',
      'was version 2 signed by us',
      'check the key behind the tag',
      'is that commit genuine',
      'which key was the release signed with',
      'does the commit have a valid SSH signature'
    ]
  },
  input: Type.Object({ project, tag: Type.Optional(refName('Tag')), sha: Type.Optional(commitSha) }),
  output: Signature,
  errors: { ...globalErrors('tag or commit, or its signature,') },
  examples: [
    {
      name: 'tag',
      summary: 'A signed tag',
      input: { project: 'acme/web', tag: 'v1.0' },
      output: { type: 'X509', verification: 'unverified', key: 'CN=Release', signer_name: null, signer_email: 'release@example.com' }
    },
    {
      name: 'unsigned',
      summary: 'A tag without a signature',
      input: { project: 'acme/web', tag: 'v0.1' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ tag, sha, project }) => `Get the signature of ${tag ?? sha} in ${project ?? 'the default project'}`,
  handler: (input, call) => getSignature(call.client, input, call)
})
