import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getApprovals } from '../../client/merge-requests/merge.ts'
import { globalErrors } from '../../errors.ts'
import { mergeRequestIid, project } from '../../inputs/common.ts'
import { Approvals } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_merge_request_approvals',
  group: 'merge_requests',
  summary: 'Get the approvals of a merge request',
  description:
    'Returns who has approved a merge request, and how many approvals are required and missing. Use it to see why a merge request is blocked. It works on every server, with or without approval rules. To see whether the merge request can be merged, use get_merge_request instead.',
  permission: 'read',
  http: 'GET /merge-requests/:merge_request_iid/approvals',
  see_also: ['gitlab_approve_merge_request', 'gitlab_get_merge_request'],
  asked_as: {
    en: [
      'who approved the PR',
      'how many approvals are missing',
      'is the pull request signed off',
      'who still has to review',
      'has anyone approved my MR',
      'do I still need a reviewer',
      "who hasn't signed off",
      'does the MR still lack sign-off',
      'who approved',
      'does the MR still need an ok',
      'who has to sign off the merge request',
      'is the MR approved'
    ],
    de: ['wer hat den Merge Request genehmigt'],
    es: ['quién aprobó el merge request'],
    fr: ['qui a approuvé la merge request'],
    ja: ['マージリクエストの承認状況'],
    pl: ['kto zatwierdził merge request']
  },
  input: Type.Object({ project, merge_request_iid: mergeRequestIid }),
  output: Approvals,
  errors: { ...globalErrors('merge request') },
  examples: [
    {
      name: 'one',
      summary: 'A merge request by its number',
      input: { project: 'acme/web', merge_request_iid: 1 },
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
  message: ({ merge_request_iid, project }) =>
    `Get the approvals of the merge request !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => getApprovals(call.client, input, call)
})
