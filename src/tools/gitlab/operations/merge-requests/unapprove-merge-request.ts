import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { setApproval } from '../../client/merge.ts'
import { MISSING } from '../../failures.ts'
import { mergeRequestIid, project } from '../../inputs.ts'
import { Approvals } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'unapprove_merge_request',
  group: 'merge_requests',
  summary: 'Take an approval back',
  description:
    'Takes back that the user of the token approved a merge request, and answers how many approvals are left. Use it where the approval was a mistake, or the change is not the same any more. It does not touch what others approved.',
  permission: 'write',
  http: 'POST /merge-requests/:merge_request_iid/unapprove',
  aliases: ['unapprove_merge_request'],
  see_also: ['gitlab_get_merge_request_approvals', 'gitlab_approve_merge_request'],
  input: Type.Object({ project, merge_request_iid: mergeRequestIid }),
  output: Approvals,
  errors: { ...MISSING('merge request') },
  examples: [
    {
      name: 'one',
      summary: 'One by its number',
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
  message: ({ merge_request_iid, project }) => `Take back the approval of !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => setApproval(call.client, input, false, call)
})
