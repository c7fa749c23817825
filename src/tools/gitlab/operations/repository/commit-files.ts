import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { commitFiles } from '../../client/files.ts'
import { MISSING } from '../../failures.ts'
import { fileActions, fileCommit } from '../../file-inputs.ts'
import { NewCommit } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'commit_files',
  group: 'repository',
  summary: 'Change several files in one commit',
  description:
    'Makes, changes, deletes, moves or chmods several files, all or none, as one commit, and answers it. Use it for a change that belongs together. For one file use create_file or update_file instead. What it deletes is gone from the branch. Give last_commit_id to files that were read, so that nothing newer is overwritten. Two equal calls make two commits, or the second is refused.',
  permission: 'destructive',
  http: 'POST /repository/commits',
  success: [201],
  requires: [atMostOne('start_branch', 'start_sha')],
  see_also: ['gitlab_get_file', 'gitlab_create_file'],
  input: Type.Object({
    ...fileCommit,
    start_sha: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{7,64}$',
        'x-form': 'an id of hex digits',
        description: 'Commit to make the branch from, in place of start_branch'
      })
    ),
    actions: fileActions
  }),
  output: NewCommit,
  errors: { ...MISSING('project') },
  examples: [
    {
      name: 'two',
      summary: 'A file made and a file changed, on a new branch',
      input: {
        project: 'acme/playground',
        branch: 'two-files',
        start_branch: 'main',
        commit_message: 'Change two files',
        actions: [
          { action: 'create', file_path: 'a.txt', content: 'a\n' },
          { action: 'update', file_path: 'README.md', content: '# Play\n' }
        ],
        confirm: true
      },
      output: {
        id: 'f134654f894fff0646c3854aaf97838b92dae01c',
        title: 'Change two files',
        message: 'Change two files',
        author_name: 'Sam Sandbox',
        author_email: 'sam@example.com',
        parents: ['4e801005ccf719fcc16316d8acdb9af8058374a9'],
        additions: null,
        deletions: null,
        url: 'https://gitlab.example.com/acme/playground/-/commit/f134654f894fff0646c3854aaf97838b92dae01c',
        authored_at: '2026-11-22T08:22:09.008Z',
        committed_at: '2026-11-22T08:22:09.008Z'
      }
    },
    {
      name: 'nothing',
      summary: 'Something must change',
      input: { project: 'acme/playground', branch: 'main', commit_message: 'Nothing', actions: [], confirm: true },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ actions, branch, project }) => `Change ${actions.length} files on ${branch} of ${project ?? 'the default project'}`,
  handler: (input, call) => commitFiles(call.client, input, call)
})
