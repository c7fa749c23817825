import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { unprotectBranch } from '../../client/repository/protected-branches.ts'
import { resourceErrors } from '../../errors.ts'
import { project } from '../../inputs/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'unprotect_branch',
  group: 'repository',
  summary: 'Remove the protection of a branch or pattern',
  description:
    'Removes the protection of a branch or pattern. The rules are lost, and developers may push to the branches, force-push and delete them unless another rule protects them. Use it before protect_branch, to set other rules. To delete a branch, use delete_branch instead.',
  permission: 'destructive',
  http: 'DELETE /protected-branches',
  see_also: ['gitlab_protect_branch', 'gitlab_list_protected_branches'],
  asked_as: {
    en: [
      'let developers push to the branch again',
      'lift the branch protection',
      'unlock a protected branch',
      'everyone may push to develop again',
      "the branch doesn't need protection any more",
      'let anyone push to the branch',
      'remove the lock from the branch',
      'free the release branch',
      'open the branch for all developers',
      'direct pushes to main should be possible again',
      'take the rule off the branch'
    ]
  },
  input: Type.Object({
    project,
    name: Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '\\S',
      'x-form': 'with at least one visible character',
      description: 'Branch, or a pattern such as release/*'
    })
  }),
  output: Type.Object({
    name: Type.String({ description: 'Branch or pattern' }),
    unprotected: Type.Boolean({ description: 'true: the protection is removed' })
  }),
  errors: { ...resourceErrors('protected branch') },
  examples: [
    {
      name: 'main',
      summary: 'The default branch of a test project',
      input: { project: 'acme/sandpit', name: 'main', confirm: true },
      output: { name: 'main', unprotected: true }
    },
    {
      name: 'unknown',
      summary: 'A branch that is not protected',
      input: { project: 'acme/sandpit', name: 'no/such', confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ name, project }) => `Remove the protection of the branch ${name} of ${project ?? 'the default project'}`,
  handler: (input, call) => unprotectBranch(call.client, input, call)
})
