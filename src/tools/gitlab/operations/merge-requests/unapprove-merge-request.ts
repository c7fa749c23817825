import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { setApproval } from '../../client/merge-requests/merge.ts'
import { resourceErrors } from '../../errors.ts'
import { mergeRequestIid, project } from '../../inputs/common.ts'
import { Approvals } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'unapprove_merge_request',
  group: 'merge_requests',
  summary: 'Revoke your approval of a merge request',
  description:
    "Revokes the approval that the token's user gave a merge request, and returns the remaining approvals. Use it if the approval was a mistake, or if the change is no longer the one that you approved. It does not affect the approvals of others.",
  permission: 'write',
  http: 'POST /merge-requests/:merge_request_iid/unapprove',
  aliases: ['unapprove_merge_request'],
  see_also: ['gitlab_get_merge_request_approvals', 'gitlab_approve_merge_request'],
  asked_as: {
    en: [
      'take back my approval',
      'I approved the PR by mistake',
      'withdraw my LGTM',
      'I no longer agree with the MR',
      'remove my thumbs up',
      'undo my approval',
      'I approved too soon',
      'take back my ok',
      "I don't approve of the MR after all",
      'I changed my mind about the MR',
      'my ok for the merge request was too early',
      'take back my sign-off'
    ],
    de: ['meine Genehmigung zurückziehen'],
    es: ['retira mi aprobación'],
    fr: ['retirer mon approbation'],
    ja: ['承認を取り消す'],
    pl: ['wycofaj moje zatwierdzenie']
  },
  input: Type.Object({ project, merge_request_iid: mergeRequestIid }),
  output: Approvals,
  errors: { ...resourceErrors('merge request') },
  examples: [
    {
      name: 'one',
      summary: 'A merge request by its number',
      input: { project: 'acme/playground', merge_request_iid: 2 },
      output: {
        approved: false,
        approvals_required: 0,
        approvals_left: 0,
        approved_by: [],
        user_has_approved: false,
        user_can_approve: true
      }
    },
    {
      name: 'unknown',
      summary: 'A number that no merge request of the project has',
      input: { project: 'acme/web', merge_request_iid: 9999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ merge_request_iid, project }) => `Revoke your approval of !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => setApproval(call.client, input, false, call)
})
