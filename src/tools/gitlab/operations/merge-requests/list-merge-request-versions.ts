import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listVersions } from '../../client/merge-requests/review.ts'
import { globalErrors } from '../../errors.ts'
import { mergeRequestIid, pages, project } from '../../inputs/common.ts'
import { Version } from '../../schemas/review.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_merge_request_versions',
  group: 'merge_requests',
  summary: 'List the versions of a merge request',
  description:
    'Returns the versions of a merge request, one for each push, newest first, with the SHAs of their head, base and start commits. Use it to see what changed since a review: pass the ID of a version to get_merge_request_diff. For the commits, use list_merge_request_commits instead.',
  permission: 'read',
  http: 'GET /merge-requests/:merge_request_iid/versions',
  list: true,
  see_also: ['gitlab_get_merge_request_diff', 'gitlab_list_merge_request_commits'],
  asked_as: {
    en: [
      'how often was the PR pushed to',
      'earlier states of the merge request',
      'history of pushes to the MR',
      'what was pushed since my review',
      'how often was the merge request pushed again',
      'what states did the MR have',
      'earlier versions of the PR',
      'which pushes were there to the MR',
      'was the MR changed after the review',
      'previous diffs of the merge request',
      'how many rounds did the MR take'
    ]
  },
  input: Type.Object({ project, merge_request_iid: mergeRequestIid, ...pages }),
  output: listOf(Version, {}),
  errors: { ...globalErrors('merge request') },
  examples: [
    {
      name: 'all',
      summary: 'The versions',
      input: { project: 'acme/web', merge_request_iid: 1 },
      output: {
        items: [
          {
            id: 10870,
            head_sha: 'a786ae4b8582012dac11bcc9dbd2bf7edcefd343',
            base_sha: 'e51db501890941b56fc97f9977285c32c299aea8',
            start_sha: 'e51db501890941b56fc97f9977285c32c299aea8',
            state: 'collected',
            changes_count: '2',
            created_at: '2026-01-26T08:00:00.000Z'
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'A number that no merge request of the project has',
      input: { project: 'acme/web', merge_request_iid: 9999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ merge_request_iid, project }) => `List the versions of !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => listVersions(call.client, input, call)
})
