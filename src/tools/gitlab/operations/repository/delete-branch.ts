import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteBranch } from '../../client/repository/repository.ts'
import { resourceErrors } from '../../errors.ts'
import { project } from '../../inputs/common.ts'
import { refName } from '../../inputs/files.ts'
import { deleted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'delete_branch',
  group: 'repository',
  summary: 'Delete a branch',
  description:
    'Deletes a branch. Commits that no other branch or tag contains are lost after a few weeks. Use it for branches that are merged or abandoned. A protected branch and the default branch are refused. To delete many branches by a rule, use bulk_delete_branches instead.',
  permission: 'destructive',
  http: 'DELETE /repository/branch',
  aliases: ['delete_branch'],
  see_also: ['gitlab_get_branch', 'gitlab_create_branch'],
  asked_as: {
    en: [
      'remove a git branch',
      "I'm done with my feature branch, drop it",
      'delete the old branch from the repo',
      'the feature is merged, remove its branch',
      'clean away a branch',
      'the branch is not needed any longer',
      'I merged the hotfix, remove its branch',
      'no one needs that branch',
      'the login branch can go',
      'get rid of my branch'
    ],
    de: ['den Branch löschen'],
    es: ['elimina la rama'],
    fr: ['supprimer la branche'],
    ja: ['ブランチを削除'],
    pl: ['usuń gałąź']
  },
  input: Type.Object({ project, branch: refName('Branch', ['branch_name']) }),
  output: Type.Object({ name: Type.String({ description: 'Name' }), deleted }),
  errors: { ...resourceErrors('branch or project') },
  examples: [
    {
      name: 'merged',
      summary: 'A merged branch',
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
