import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { getCommit } from '../../client/repository/repository.ts'
import { globalErrors } from '../../errors.ts'
import { project } from '../../inputs/common.ts'
import { commitSha } from '../../inputs/files.ts'
import { Commit } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_commit',
  group: 'repository',
  summary: 'Get a commit',
  description:
    'Returns the message, author and times of a commit, and how many lines it added and removed. Use it to see what a commit was for. For the changes themselves, use get_commit_diff instead.',
  permission: 'read',
  http: 'GET /repository/commit',
  aliases: ['get_commit'],
  see_also: ['gitlab_get_commit_diff', 'gitlab_list_commits'],
  asked_as: {
    en: [
      'who made this commit',
      'what is this sha',
      'commit message and author',
      'when was this change committed',
      'what did someone write in this commit message',
      'look up a hash',
      'info on a commit',
      'who made the commit and when',
      'message of the commit',
      'who made that commit',
      'what is this commit about'
    ],
    de: ['Details zum Commit'],
    es: ['detalles del commit'],
    fr: ['détails du commit'],
    ja: ['コミットの詳細'],
    pl: ['szczegóły commita']
  },
  input: Type.Object({ project, sha: commitSha }),
  output: Commit,
  errors: { ...globalErrors('commit or project') },
  examples: [
    {
      name: 'newest',
      summary: 'The latest commit of a branch',
      input: { project: 'acme/web', sha: 'main' },
      output: {
        id: 'e51db501890941b56fc97f9977285c32c299aea8',
        title: 'Keep what was typed',
        message: 'Keep what was typed\n',
        author_name: 'Bea Builder',
        author_email: 'bea@example.com',
        parents: ['ff705159bc6bb59e8694a8409e45f6262b6fa3d4'],
        additions: 1,
        deletions: 0,
        url: 'https://gitlab.example.com/acme/web/-/commit/e51db501890941b56fc97f9977285c32c299aea8',
        authored_at: '2026-01-09T08:00:00.000Z',
        committed_at: '2026-01-09T08:00:00.000Z'
      }
    },
    {
      name: 'unknown',
      summary: 'A commit that does not exist',
      input: { project: 'acme/web', sha: '0123456789abcdef' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ sha, project }) => `Get the commit ${brief(sha)} of ${project ?? 'the default project'}`,
  handler: (input, call) => getCommit(call.client, input, call)
})
