import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listDiffs } from '../../client/merge-requests/merge-requests.ts'
import { globalErrors } from '../../errors.ts'
import { mergeRequestIid, pages, project } from '../../inputs/common.ts'
import { untrusted } from '../../schemas/common.ts'
import { Diff } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_merge_request_diffs',
  core: true,
  group: 'merge_requests',
  summary: 'List the changes in a merge request, file by file',
  description:
    'Returns the changes to each file as a diff, page by page. Use it to review a merge request. GitLab omits very large diffs: left_out is then true, and get_file returns the file. For the commits, use list_merge_request_commits instead.',
  permission: 'read',
  http: 'GET /merge-requests/:merge_request_iid/diffs',
  list: true,
  aliases: ['get_merge_request_changes'],
  see_also: ['gitlab_get_merge_request', 'gitlab_list_discussions'],
  asked_as: {
    en: [
      'what does this PR change',
      'show the code changes of a pull request',
      'files changed in the MR',
      'review the diff',
      'which files does the MR touch',
      'look at the code of the PR',
      'changed lines of the merge request',
      'show what code changes in the MR',
      'which files does the pull request touch'
    ],
    de: ['was ändert der Merge Request'],
    es: ['qué cambia el merge request'],
    fr: ['que change la merge request'],
    ja: ['マージリクエストの差分'],
    pl: ['co zmienia merge request']
  },
  input: Type.Object({ project, merge_request_iid: mergeRequestIid, ...pages }),
  output: listOf(Diff, { untrusted }),
  errors: { ...globalErrors('merge request') },
  examples: [
    {
      name: 'all',
      summary: 'The changes',
      input: { project: 'acme/web', merge_request_iid: 1 },
      output: {
        items: [
          {
            path: 'src/dark.css',
            old_path: 'src/dark.css',
            change: 'added',
            old_mode: '0',
            new_mode: '100644',
            diff: '@@ -0,0 +1,3 @@\n+:root {\n+  color-scheme: dark;\n+}\n',
            left_out: false
          },
          {
            path: 'src/style.css',
            old_path: 'src/style.css',
            change: 'modified',
            old_mode: '100644',
            new_mode: '100644',
            diff: '@@ -1,3 +1,4 @@\n body {\n   margin: 0;\n+  background: black;\n }\n',
            left_out: false
          }
        ],
        next_cursor: null,
        total: { value: 2, relation: 'eq' },
        untrusted: true
      }
    },
    {
      name: 'unknown',
      summary: 'A number that no merge request of the project has',
      input: { project: 'acme/web', merge_request_iid: 9999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ merge_request_iid, project }) =>
    `List the changes of the merge request !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => listDiffs(call.client, input, call)
})
