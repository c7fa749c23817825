import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { brief } from '../../../../lib/format.ts'
import { getCommitDiff } from '../../client/repository/repository.ts'
import { globalErrors } from '../../errors.ts'
import { pages, project } from '../../inputs/common.ts'
import { commitSha } from '../../inputs/files.ts'
import { untrusted } from '../../schemas/common.ts'
import { Diff } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_commit_diff',
  group: 'repository',
  summary: 'Get the diff of a commit',
  description:
    'Returns the changes to each file in a commit as a diff. Use it to read what was changed. GitLab omits very large diffs, which left_out reports. For the message and author, use get_commit instead.',
  permission: 'read',
  http: 'GET /repository/commit/diff',
  list: true,
  see_also: ['gitlab_get_commit', 'gitlab_compare_refs'],
  asked_as: {
    en: [
      'what did this commit change',
      'show the code changes of a commit',
      'git show',
      'which lines were touched by the commit',
      'which files did the commit touch',
      'view the patch of a commit',
      'what exactly did the commit change',
      'show the lines that the commit touched'
    ],
    de: ['was hat dieser Commit geändert'],
    es: ['qué cambió este commit'],
    fr: ["qu'a changé ce commit"],
    ja: ['このコミットの変更内容'],
    pl: ['co zmienił ten commit']
  },
  input: Type.Object({ project, sha: commitSha, ...pages }),
  output: listOf(Diff, { untrusted }),
  errors: { ...globalErrors('commit or project') },
  examples: [
    {
      name: 'newest',
      summary: 'The latest commit of a branch',
      input: { project: 'acme/web', sha: 'main' },
      output: {
        items: [
          {
            path: 'src/form.js',
            old_path: 'src/form.js',
            change: 'modified',
            old_mode: '100644',
            new_mode: '100644',
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
