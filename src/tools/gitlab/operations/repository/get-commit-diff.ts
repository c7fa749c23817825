import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { brief } from '../../../../lib/format.ts'
import { getCommitDiff } from '../../client/repository.ts'
import { MISSING } from '../../failures.ts'
import { commitSha } from '../../file-inputs.ts'
import { pages, project } from '../../inputs.ts'
import { untrusted } from '../../schemas/common.ts'
import { Diff } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_commit_diff',
  group: 'repository',
  summary: 'Get what a commit changed',
  description:
    'Answers the change of each file of a commit as a diff. Use it to read what was done. Very large diffs are left out by GitLab, which left_out tells. For message and author use get_commit instead.',
  permission: 'read',
  http: 'GET /repository/commit/diff',
  list: true,
  see_also: ['gitlab_get_commit', 'gitlab_compare_refs'],
  input: Type.Object({ project, sha: commitSha, ...pages }),
  output: listOf(Diff, { untrusted }),
  errors: { ...MISSING('commit or project') },
  examples: [
    {
      name: 'newest',
      summary: 'The newest of a branch',
      input: { project: 'acme/web', sha: 'main' },
      output: {
        items: [
          {
            path: 'src/form.js',
            old_path: 'src/form.js',
            change: 'modified',
            diff: "@@ -1,3 +1,4 @@\n export function submit(form) {\n+  keep(form)\n   return fetch('/send', { method: 'POST', body: form })\n }\n",
            left_out: false
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' },
        untrusted: true
      }
    },
    {
      name: 'unknown',
      summary: 'A commit that does not exist',
      input: { project: 'acme/web', sha: '0123456789abcdef' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ sha, project }) => `Get the changes of ${brief(sha)} in ${project ?? 'the default project'}`,
  handler: (input, call) => getCommitDiff(call.client, input, call)
})
