import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { protectBranch } from '../../client/repository/protected-branches.ts'
import { resourceErrors } from '../../errors.ts'
import { project } from '../../inputs/common.ts'
import { Protection } from '../../schemas/protection.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'protect_branch',
  group: 'repository',
  summary: 'Add protection to a branch or pattern',
  description:
    'Protects a branch, or all branches that match a pattern, and returns who may push and merge. Use it to limit who may push to a branch or merge into it. A branch that is already protected is refused: use unprotect_branch first, then protect it again.',
  permission: 'write',
  http: 'POST /protected-branches',
  success: [201],
  see_also: ['gitlab_list_protected_branches', 'gitlab_unprotect_branch'],
  asked_as: {
    en: [
      'protect the release branch',
      'only maintainers should push to main',
      'forbid direct pushes',
      'lock down a branch against force-push',
      'no one but maintainers may push to main',
      'lock the main branch',
      'no one should push directly to main',
      'developers should not be able to push to release',
      'make main read-only for developers',
      'secure the release branches',
      'stop people from force-pushing',
      'only merge requests should get into main',
      'require maintainers for this branch'
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
    }),
    push: Type.Optional(
      stringEnum(['no_one', 'developer', 'maintainer'], { description: 'Who may push: developer includes maintainers. Default maintainer' })
    ),
    merge: Type.Optional(
      stringEnum(['no_one', 'developer', 'maintainer'], {
        description: 'Who may merge: developer includes maintainers. Default maintainer'
      })
    ),
    allow_force_push: Type.Optional(Type.Boolean({ description: 'true: those who may push may also force-push. Default false' }))
  }),
  output: Protection,
  errors: { ...resourceErrors('project'), already_exists: 'The branch is already protected' },
  examples: [
    {
      name: 'releases',
      summary: 'No one pushes to release branches directly',
      input: { project: 'acme/playground', name: 'release/*', push: 'no_one', merge: 'maintainer' },
      output: {
        name: 'release/*',
        push: [{ access_level: 0, description: 'No one', user_id: null, group_id: null }],
        merge: [{ access_level: 40, description: 'Maintainers', user_id: null, group_id: null }],
        allow_force_push: false,
        code_owner_approval_required: false
      }
    },
    {
      name: 'twice',
      summary: 'A branch that is already protected',
      input: { project: 'acme/web', name: 'main' },
      error: { reason: 'already_exists' }
    }
  ],
  message: ({ name, project }) => `Protect the branch ${name} of ${project ?? 'the default project'}`,
  handler: (input, call) => protectBranch(call.client, input, call)
})
