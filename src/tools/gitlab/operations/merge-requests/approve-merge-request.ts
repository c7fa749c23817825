import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { setApproval } from '../../client/merge.ts'
import { MISSING } from '../../failures.ts'
import { mergeRequestIid, project } from '../../inputs.ts'
import { Approvals } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'approve_merge_request',
  group: 'merge_requests',
  summary: 'Approve a merge request',
  description:
    'Approves a merge request in the name of the user of the token, and answers how many approvals it has. Use it after you looked at the changes, with the sha that you saw. Who may approve is set in the project; the author mostly may not. It does not merge: use merge_merge_request for that.',
  permission: 'write',
  http: 'POST /merge-requests/:merge_request_iid/approve',
  aliases: ['approve_merge_request'],
  see_also: ['gitlab_get_merge_request_approvals', 'gitlab_unapprove_merge_request'],
  input: Type.Object({
    project,
    merge_request_iid: mergeRequestIid,
    sha: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{40,64}$',
        'x-form': 'a whole id of hex digits',
        description: 'Newest commit as you saw it; anything newer is then refused. Absent: whatever is there'
      })
    )
  }),
  output: Approvals,
  errors: { ...MISSING('merge request'), version_conflict: 'It has newer commits than sha' },
  examples: [
    {
      name: 'one',
      summary: 'One by its number',
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
