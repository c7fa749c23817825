import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../brief.ts'
import { getCommit } from '../../client/repository.ts'
import { FILL } from '../../examples.ts'
import { commitSha } from '../../file-inputs.ts'
import { MISSING } from '../../failures.ts'
import { project } from '../../inputs.ts'
import { Commit } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_commit',
  group: 'repository',
  summary: 'Get one commit',
  description:
    'Answers message, author, time and size of a commit. Use it to learn what a commit was for. For the changes themselves use get_commit_diff instead.',
  permission: 'read',
  http: 'GET /repository/commit',
  aliases: ['get_commit'],
  see_also: ['gitlab_get_commit_diff', 'gitlab_list_commits'],
  input: Type.Object({project, sha: commitSha}),
  output: Commit,
  errors: {...MISSING('commit or project')},
  examples: [
    { name: 'newest', summary: 'The newest of a branch', input: {project: 'acme/web', sha: 'main'}, output: FILL },
    { name: 'unknown', summary: 'A commit that does not exist', input: {project: 'acme/web', sha: '0123456789abcdef'}, error: { reason: 'upstream_not_found' } }
  ],
  message: ({ sha, project }) => `Get the commit ${brief(sha)} of ${project ?? 'the default project'}`,
  handler: (input, call) => getCommit(call.client, input, call)
})
