import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getApprovals } from '../../client/merge.ts'
import { MISSING } from '../../failures.ts'
import { mergeRequestIid, project } from '../../inputs.ts'
import { Approvals } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_merge_request_approvals',
  group: 'merge_requests',
  summary: 'Tell who has approved a merge request',
  description:
    'Answers who has approved, and how many approvals are needed and lacking. Use it to learn why a merge request waits. It reads what holds on every server, with and without rules for approvals. For whether it can be merged at all use get_merge_request instead.',
  permission: 'read',
  http: 'GET /merge-requests/:merge_request_iid/approvals',
  see_also: ['gitlab_approve_merge_request', 'gitlab_get_merge_request'],
  input: Type.Object({ project, merge_request_iid: mergeRequestIid }),
  output: Approvals,
  errors: { ...MISSING('merge request') },
  examples: [
    {
      name: 'one',
      summary: 'One by its number',
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
