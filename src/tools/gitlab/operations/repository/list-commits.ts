import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listCommits } from '../../client/repository.ts'
import { FILL } from '../../examples.ts'
import { filePath, refName } from '../../file-inputs.ts'
import { MISSING } from '../../failures.ts'
import { moment, pages, project } from '../../inputs.ts'
import { Commit } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_commits',
  group: 'repository',
  summary: 'List commits of a branch, a file or a time',
  description:
    'Answers commits with title, author and time, the newest first. Use it to see what was done; path narrows it to a file or folder. GitLab does not tell how many there are. For what a commit changed use get_commit_diff, for the difference of two branches compare_refs instead.',
  permission: 'read',
  http: 'GET /repository/commits',
  list: true,
  aliases: ['list_commits'],
  see_also: ['gitlab_get_commit', 'gitlab_compare_refs'],
  input: Type.Object({project, ref: Type.Optional(refName('Branch, tag or commit to begin at. Absent: the default branch', ['ref_name'])), since: Type.Optional(moment('Only at this time or later')), until: Type.Optional(moment('Only before this time')), path: Type.Optional(filePath('File or folder')), author: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'Only of this author: words of name or e-mail' })), all: Type.Boolean({ default: false, description: 'true: of all branches. Default false' }), with_stats: Type.Boolean({ default: false, description: 'true: with lines added and taken away. Default false' }), ...pages}),
  output: listOf(Commit, {}),
  errors: {...MISSING('project')},
  examples: [
    { name: 'of_a_file', summary: 'Commits that changed a file', input: {project: 'acme/web', path: 'src/form.js'}, output: FILL },
    { name: 'unknown', summary: 'A project that does not exist', input: {project: 'acme/nothing'}, error: { reason: 'upstream_not_found' } }
  ],
  message: ({ project }) => `List commits of ${project ?? 'the default project'}`,
  handler: (input, call) => listCommits(call.client, input, call)
})
