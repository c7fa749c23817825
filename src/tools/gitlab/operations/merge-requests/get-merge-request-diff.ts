import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { getDiffs } from '../../client/merge-requests/review.ts'
import { globalErrors } from '../../errors.ts'
import { idOf, mergeRequestIid, project } from '../../inputs/common.ts'
import { filePath } from '../../inputs/files.ts'
import { FileDiffs } from '../../schemas/review.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_merge_request_diff',
  group: 'merge_requests',
  summary: 'Get the diff of individual files in a merge request',
  description:
    'Returns the diffs of certain files of a merge request, in its latest version or in an earlier one (version_id). Use it to review a file of a large merge request, or to find the lines that create_discussion takes. For all files, use list_merge_request_diffs instead, with fields if you need only their paths.',
  permission: 'read',
  http: 'GET /merge-requests/:merge_request_iid/diff',
  see_also: ['gitlab_list_merge_request_diffs', 'gitlab_list_merge_request_versions'],
  asked_as: {
    en: [
      'what changed in this one file of the PR',
      'diff of a single file in the MR',
      'show only the changes to README in the merge request',
      'how did the file look in the first version of the MR',
      'only show me what the MR does to one file',
      'what does the merge request do to this file',
      'the change to package.json in the PR',
      'how is auth.py changed in the MR',
      'just the diff of one file of the pull request',
      'did the MR touch the config, and how',
      'what exactly changes in that file'
    ]
  },
  input: Type.Object({
    project,
    merge_request_iid: mergeRequestIid,
    paths: Type.Array(filePath('Changed file, before or after the change'), { minItems: 1, maxItems: 50, description: 'Changed files' }),
    version_id: Type.Optional(idOf('version, as list_merge_request_versions returns it. Default: the latest'))
  }),
  output: FileDiffs,
  errors: { ...globalErrors('merge request or version') },
  examples: [
    {
      name: 'one',
      summary: 'The changes to one file',
      input: { project: 'acme/web', merge_request_iid: 1, paths: ['src/style.css'] },
      output: {
        files: [
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
        not_changed: [],
        untrusted: true
      }
    },
    {
      name: 'unknown',
      summary: 'A number that no merge request of the project has',
      input: { project: 'acme/web', merge_request_iid: 9999, paths: ['a'] },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ merge_request_iid, project, paths }) =>
    `Get the diff of ${brief(paths.join(', '))} in !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => getDiffs(call.client, input, call)
})
