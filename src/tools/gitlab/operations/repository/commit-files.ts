import { Type } from 'typebox'
import { defineOperation, MAX_BODY } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { brief } from '../../../../lib/format.ts'
import { commitFiles } from '../../client/repository/files.ts'
import { resourceErrors } from '../../errors.ts'
import { fileActions, fileCommit } from '../../inputs/files.ts'
import { NewCommit } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'commit_files',
  group: 'repository',
  summary: 'Commit changes to several files',
  description:
    'Creates, updates, deletes or moves several files, or changes their mode, in one commit, and returns the commit. Use it for changes that belong together: all of them are applied, or none. For one file, use create_file or update_file instead. Only deletions need confirm: a deleted file is gone from the branch. Pass last_commit_id for files that you have read, so that no newer change is overwritten. A second identical call creates another commit, or is refused.',
  permission: {
    minimum: 'write',
    maximum: 'destructive',
    of: ({ actions }) => (actions.some(({ action }) => action === 'delete') ? 'destructive' : 'write')
  },
  http: 'POST /repository/commits',
  max_body: MAX_BODY,
  success: [201],
  requires: [atMostOne('start_branch', 'start_sha')],
  see_also: ['gitlab_get_file', 'gitlab_create_file'],
  asked_as: {
    en: [
      'push several changed files at once',
      'commit my changes',
      'check in code',
      'rename and delete files in one commit',
      'commit a couple of files together',
      'upload my code changes to the branch',
      'push these edits',
      'check in these changed files together',
      'push three files in one go',
      'save all my edits to the branch'
    ],
    de: ['mehrere Dateien committen'],
    es: ['haz commit de varios archivos'],
    fr: ['faire un commit de plusieurs fichiers'],
    ja: ['複数のファイルをコミット'],
    pl: ['zacommituj kilka plików']
  },
  input: Type.Object({
    ...fileCommit,
    start_sha: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{7,64}$',
        'x-form': 'an ID of hex digits',
        description: 'Commit to create the branch from, instead of start_branch'
      })
    ),
    actions: fileActions
  }),
  output: NewCommit,
  errors: { ...resourceErrors('project') },
  examples: [
    {
      name: 'two',
      summary: 'Create one file and update another, on a new branch',
      input: {
        project: 'acme/playground',
        branch: 'two-files',
        start_branch: 'main',
        commit_message: 'Change two files',
        actions: [
          { action: 'create', file_path: 'a.txt', content: 'a\n' },
          { action: 'update', file_path: 'README.md', content: '# Play\n' }
        ]
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
      summary: 'At least one change is required',
      input: { project: 'acme/playground', branch: 'main', commit_message: 'Nothing', actions: [] },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ actions, branch, project }) => {
    const deleted = actions.flatMap(({ action, file_path }) => (action === 'delete' ? [file_path] : []))
    const deletions = deleted.length === 0 ? '' : `, which delete ${brief(deleted.join(', '))}`
    return `Commit ${actions.length} file changes to ${branch} of ${project ?? 'the default project'}${deletions}`
  },
  handler: (input, call) => commitFiles(call.client, input, call)
})
