import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getBranch } from '../../client/repository/repository.ts'
import { globalErrors } from '../../errors.ts'
import { project } from '../../inputs/common.ts'
import { refName } from '../../inputs/files.ts'
import { Branch } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_branch',
  group: 'repository',
  summary: 'Get a branch, and whether it is protected',
  description:
    'Returns the latest commit of a branch, and whether the branch is protected, merged, or the default one. Use it before you write to a branch. For its commits, use list_commits instead.',
  permission: 'read',
  http: 'GET /repository/branch',
  aliases: ['get_branch'],
  see_also: ['gitlab_list_branches', 'gitlab_list_commits'],
  asked_as: {
    en: [
      'is this branch protected',
      'last commit on a branch',
      'details of a git branch',
      'has the branch been merged',
      'is main protected',
      "what's the newest commit on the branch",
      'is the branch protected',
      "what's the last commit on the branch",
      'how far is the branch',
      'who pushed to the branch last',
      'is the release branch protected',
      'last commit on the branch'
    ]
  },
  input: Type.Object({ project, branch: refName('Branch', ['branch_name']) }),
  output: Branch,
  errors: { ...globalErrors('branch or project') },
  examples: [
    {
      name: 'slash',
      summary: 'A branch with a slash in its name',
      input: { project: 'acme/web', branch: 'feature/dark-mode' },
      output: {
        name: 'feature/dark-mode',
        merged: false,
        protected: false,
        default: false,
        can_push: true,
        commit_id: 'a786ae4b8582012dac11bcc9dbd2bf7edcefd343',
        commit_title: 'Add a dark mode',
        committed_at: '2026-01-11T08:00:00.000Z',
        url: 'https://gitlab.example.com/acme/web/-/tree/feature/dark-mode'
      }
    },
    {
      name: 'unknown',
      summary: 'A branch that does not exist',
      input: { project: 'acme/web', branch: 'no/such' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ branch, project }) => `Get the branch ${branch} of ${project ?? 'the default project'}`,
  handler: (input, call) => getBranch(call.client, input, call)
})
