import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listCommits } from '../../client/repository/repository.ts'
import { globalErrors } from '../../errors.ts'
import { moment, pages, project } from '../../inputs/common.ts'
import { filePath, refName } from '../../inputs/files.ts'
import { ListedCommit } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_commits',
  group: 'repository',
  summary: 'List commits of a branch, a file or a period',
  description:
    'Returns commits with title, author and time, newest first. Use it to see what was done; path limits the list to a file or folder. GitLab does not return the total. For the changes in a commit, use get_commit_diff; for the difference between two branches, compare_refs instead.',
  permission: 'read',
  http: 'GET /repository/commits',
  list: true,
  aliases: ['list_commits'],
  see_also: ['gitlab_get_commit', 'gitlab_compare_refs'],
  asked_as: {
    en: [
      'what was committed this week',
      'git log',
      'recent changes in the repo',
      'history of a file',
      'what did she push yesterday',
      'latest commits',
      'what changed in the repo since Monday',
      'who committed to main',
      'all commits by a person',
      'when was the file last changed in git',
      'what happened in the repo lately',
      'what did he push this week',
      'latest changes of the code',
      'who committed today'
    ],
    de: ['die letzten Commits anzeigen'],
    es: ['últimos commits'],
    fr: ['derniers commits'],
    ja: ['最近のコミット'],
    pl: ['ostatnie commity']
  },
  input: Type.Object({
    project,
    ref: Type.Optional(refName('Branch, tag or commit to start from. Default: the default branch', ['ref_name'])),
    since: Type.Optional(moment('Only commits at or after this time')),
    until: Type.Optional(moment('Only commits at or before this time')),
    path: Type.Optional(filePath('File or folder')),
    author: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: 'Only commits by this author: words of the name or email address' })
    ),
    all: Type.Boolean({ default: false, description: 'true: list the commits of all branches. Default false' }),
    with_stats: Type.Boolean({ default: false, description: 'true: include added and removed lines. Default false' }),
    ...pages
  }),
  output: listOf(ListedCommit, {}),
  errors: { ...globalErrors('project') },
  examples: [
    {
      name: 'of_a_file',
      summary: 'Commits that changed a file',
      input: { project: 'acme/web', path: 'src/form.js' },
      output: {
        items: [
          {
            id: 'e51db501890941b56fc97f9977285c32c299aea8',
            title: 'Keep what was typed',
            message: 'Keep what was typed\n',
            author_name: 'Bea Builder',
            author_email: 'bea@example.com',
            parents: ['ff705159bc6bb59e8694a8409e45f6262b6fa3d4'],
            additions: null,
            deletions: null,
            url: 'https://gitlab.example.com/acme/web/-/commit/e51db501890941b56fc97f9977285c32c299aea8',
            authored_at: '2026-01-09T08:00:00.000Z',
            committed_at: '2026-01-09T08:00:00.000Z'
          },
          {
            id: '0bc28a7cfccb7608919a63aada9ee96c3d1dfafc',
            title: 'Add the form',
            message: 'Add the form\n',
            author_name: 'Bea Builder',
            author_email: 'bea@example.com',
            parents: ['1d58b7103d3d369f764ba78afe8a664f01f40731'],
            additions: null,
            deletions: null,
            url: 'https://gitlab.example.com/acme/web/-/commit/0bc28a7cfccb7608919a63aada9ee96c3d1dfafc',
            authored_at: '2026-01-07T08:00:00.000Z',
            committed_at: '2026-01-07T08:00:00.000Z'
          }
        ],
        next_cursor: null,
        total: { value: 2, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/nothing' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ project }) => `List commits of ${project ?? 'the default project'}`,
  handler: (input, call) => listCommits(call.client, input, call)
})
