import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { setApproval } from '../../client/merge-requests/merge.ts'
import { resourceErrors } from '../../errors.ts'
import { mergeRequestIid, project } from '../../inputs/common.ts'
import { Approvals } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'approve_merge_request',
  group: 'merge_requests',
  summary: 'Approve a merge request',
  description:
    "Approves a merge request on behalf of the token's user and returns its approvals. Use it after you have reviewed the changes, with the sha that you reviewed. The project settings decide who may approve; the author usually may not. An approval does not merge: use merge_merge_request for that.",
  permission: 'write',
  http: 'POST /merge-requests/:merge_request_iid/approve',
  aliases: ['approve_merge_request'],
  see_also: ['gitlab_get_merge_request_approvals', 'gitlab_unapprove_merge_request'],
  asked_as: {
    en: [
      'sign off on a PR',
      'LGTM this pull request',
      'give my approval to the MR',
      'accept the code review',
      'thumbs up for a merge request',
      'the code looks good, approve it',
      'give the PR a green light',
      'LGTM',
      'the MR looks good',
      'give the pull request my ok',
      'thumbs up for the change'
    ],
    de: ['den Merge Request genehmigen'],
    es: ['aprueba el merge request'],
    fr: ['approuver la merge request'],
    ja: ['マージリクエストを承認'],
    pl: ['zatwierdź merge request']
  },
  input: Type.Object({
    project,
    merge_request_iid: mergeRequestIid,
    sha: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{40,64}$',
        'x-form': 'a full ID of hex digits',
        description: 'Latest commit that you reviewed; if there is a newer one, the call is refused. Default: not checked'
      })
    )
  }),
  output: Approvals,
  errors: { ...resourceErrors('merge request'), version_conflict: 'The merge request has newer commits than sha' },
  examples: [
    {
      name: 'one',
      summary: 'A merge request by its number',
      input: { project: 'acme/playground', merge_request_iid: 1 },
      output: {
        approved: true,
        approvals_required: 0,
        approvals_left: 0,
        approved_by: [{ id: 1, username: 'sam', name: 'Sam Sandbox' }],
        user_has_approved: true,
        user_can_approve: false
      }
    },
    {
      name: 'unknown',
      summary: 'A number that no merge request of the project has',
      input: { project: 'acme/web', merge_request_iid: 9999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ merge_request_iid, project }) => `Approve !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => setApproval(call.client, input, true, call)
})
