import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { createBranch } from '../../client/repository/repository.ts'
import { resourceErrors } from '../../errors.ts'
import { project } from '../../inputs/common.ts'
import { refName } from '../../inputs/files.ts'
import { NewBranch } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_branch',
  group: 'repository',
  summary: 'Create a branch',
  description:
    'Creates a branch from another branch, a tag or a commit, and returns it. Use it before you commit your own work. A branch that already exists is refused. To create a branch and commit in one call, use commit_files with start_branch instead.',
  permission: 'write',
  http: 'POST /repository/branches',
  success: [201],
  aliases: ['create_branch'],
  see_also: ['gitlab_list_branches', 'gitlab_delete_branch'],
  asked_as: {
    en: [
      'start a feature branch',
      'branch off main',
      'cut a new branch',
      'git checkout -b',
      'I need a branch for the hotfix',
      'fork a branch from develop',
      'start a new line of work off main',
      'a place to work on the feature',
      'fork off develop'
    ],
    de: ['einen neuen Branch anlegen'],
    es: ['crea una rama nueva'],
    fr: ['créer une branche'],
    ja: ['ブランチを作成'],
    pl: ['utwórz gałąź']
  },
  input: Type.Object({
    project,
    branch: refName('Name of the new branch', ['branch_name']),
    ref: refName('Branch, tag or commit to start from')
  }),
  output: NewBranch,
  errors: { ...resourceErrors('project') },
  examples: [
    {
      name: 'new',
      summary: 'Create a branch from the default branch',
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
      summary: 'A branch that already exists',
      input: { project: 'acme/playground', branch: 'main', ref: 'main' },
      error: { reason: 'upstream_refused' }
    }
  ],
  message: ({ branch, ref, project }) => `Create the branch ${branch} from ${ref} in ${project ?? 'the default project'}`,
  handler: (input, call) => createBranch(call.client, input, call)
})
