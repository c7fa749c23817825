import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { createBranch } from '../../client/repository.ts'
import { MISSING } from '../../failures.ts'
import { refName } from '../../file-inputs.ts'
import { project } from '../../inputs.ts'
import { NewBranch } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_branch',
  group: 'repository',
  summary: 'Make a branch',
  description:
    'Makes a branch from another branch, a tag or a commit, and answers it. Use it before you commit work of your own. One that exists already is refused. To make a branch and commit at once use commit_files with start_branch instead.',
  permission: 'write',
  http: 'POST /repository/branches',
  success: [201],
  aliases: ['create_branch'],
  see_also: ['gitlab_list_branches', 'gitlab_delete_branch'],
  input: Type.Object({ project, branch: refName('Branch', ['branch_name']), ref: refName('Branch, tag or commit to begin at') }),
  output: NewBranch,
  errors: { ...MISSING('project') },
  examples: [
    {
      name: 'new',
      summary: 'From the default branch',
      input: { project: 'acme/playground', branch: 'try/something', ref: 'main' },
      output: {
        name: 'try/something',
        merged: true,
        protected: false,
        default: false,
        can_push: true,
        commit_id: '4e801005ccf719fcc16316d8acdb9af8058374a9',
        commit_title: 'Keep what was typed',
        committed_at: '2026-01-11T08:00:00.000Z',
        url: 'https://gitlab.example.com/acme/playground/-/tree/try/something'
      }
    },
    {
      name: 'taken',
      summary: 'A branch that exists',
      input: { project: 'acme/playground', branch: 'main', ref: 'main' },
      error: { reason: 'upstream_refused' }
    }
  ],
  message: ({ branch, ref, project }) => `Make the branch ${branch} from ${ref} in ${project ?? 'the default project'}`,
  handler: (input, call) => createBranch(call.client, input, call)
})
