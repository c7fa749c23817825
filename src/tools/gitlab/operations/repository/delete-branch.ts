import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteBranch } from '../../client/repository.ts'
import { MISSING } from '../../failures.ts'
import { refName } from '../../file-inputs.ts'
import { project } from '../../inputs.ts'
import { deleted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'delete_branch',
  group: 'repository',
  summary: 'Delete a branch',
  description:
    'Deletes a branch. Commits that no other branch or tag has are lost, sooner or later for good. Use it for what is merged or given up. A protected or the default branch is refused. To delete many by a rule use the bulk action instead.',
  permission: 'destructive',
  http: 'DELETE /repository/branch',
  aliases: ['delete_branch'],
  see_also: ['gitlab_get_branch', 'gitlab_create_branch'],
  input: Type.Object({ project, branch: refName('Branch', ['branch_name']) }),
  output: Type.Object({ name: Type.String({ description: 'Its name' }), deleted }),
  errors: { ...MISSING('branch or project') },
  examples: [
    {
      name: 'merged',
      summary: 'A branch that was merged',
      input: { project: 'acme/playground', branch: 'old/merged', confirm: true },
      output: { name: 'old/merged', deleted: true }
    },
    {
      name: 'unknown',
      summary: 'A branch that does not exist',
      input: { project: 'acme/web', branch: 'no/such', confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ branch, project }) => `Delete the branch ${branch} of ${project ?? 'the default project'}`,
  handler: (input, call) => deleteBranch(call.client, input, call)
})
