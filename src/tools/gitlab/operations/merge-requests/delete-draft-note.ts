import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteDraftNote } from '../../client/merge-requests/draft-notes.ts'
import { resourceErrors } from '../../errors.ts'
import { idOf, mergeRequestIid, project } from '../../inputs/common.ts'
import { deleted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'delete_draft_note',
  group: 'merge_requests',
  summary: 'Delete a draft comment of a review',
  description:
    "Deletes a draft comment of the token's user permanently; no other user has seen it. Use it to drop a comment before the review is published. For a published comment, use delete_comment instead.",
  permission: 'destructive',
  http: 'DELETE /merge-requests/:merge_request_iid/drafts/:draft_id',
  see_also: ['gitlab_list_draft_notes', 'gitlab_publish_draft_notes'],
  asked_as: {
    en: [
      'discard a pending review comment',
      'drop a draft remark',
      'throw away an unpublished comment',
      "drop the review remark that I haven't sent",
      'forget my unsent comment on the MR',
      "I don't want to send that review comment after all",
      'remove the pending remark from my review',
      'the draft of my comment on the MR can go',
      "cancel a review comment I haven't published"
    ]
  },
  input: Type.Object({ project, merge_request_iid: mergeRequestIid, draft_id: idOf('draft comment, as list_draft_notes returns it') }),
  output: Type.Object({ draft_id: Type.Integer({ description: 'ID of the draft comment' }), deleted }),
  errors: { ...resourceErrors('draft comment') },
  examples: [
    {
      name: 'drop',
      summary: 'Drop a draft',
      input: { project: 'acme/sandpit', merge_request_iid: 1, draft_id: 603, confirm: true },
      output: { draft_id: 603, deleted: true }
    },
    {
      name: 'unknown',
      summary: 'A draft that does not exist',
      input: { project: 'acme/playground', merge_request_iid: 1, draft_id: 999999, confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ draft_id, merge_request_iid, project }) =>
    `Delete the draft comment ${draft_id} on !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => deleteDraftNote(call.client, input, call)
})
