import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { oneOf } from '../../../../contract/requires.ts'
import { deleteComment } from '../../client/issues/comments.ts'
import { resourceErrors } from '../../errors.ts'
import { commentId, onIssue, onMergeRequest, project } from '../../inputs/common.ts'
import { deleted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'delete_comment',
  group: 'issues',
  summary: 'Delete a comment on an issue or merge request',
  description:
    'Deletes a comment on an issue or merge request permanently; if it is the only one in a thread, the thread is deleted, too. Use it for comments that were posted by mistake; to correct one, use update_comment instead.',
  permission: 'destructive',
  http: 'DELETE /comments/:comment_id',
  requires: [oneOf('issue_iid', 'merge_request_iid')],
  see_also: ['gitlab_get_comment', 'gitlab_update_comment'],
  asked_as: {
    en: [
      'take back my comment',
      'remove a remark from the ticket',
      'delete what I posted on the PR',
      'get rid of a wrong note on an issue',
      'my comment on the issue was nonsense, remove it',
      'that note on the ticket should go',
      "I shouldn't have written that under the MR",
      'erase my remark from the merge request',
      'delete the reply that I posted on the bug',
      'the comment was for another ticket, remove it'
    ]
  },
  input: Type.Object({ project, issue_iid: onIssue, merge_request_iid: onMergeRequest, comment_id: commentId }),
  output: Type.Object({ comment_id: Type.Integer({ description: 'ID of the comment' }), deleted }),
  errors: { ...resourceErrors('comment') },
  examples: [
    {
      name: 'mistake',
      summary: 'A comment that was posted by mistake',
      input: { project: 'acme/playground', issue_iid: 1, comment_id: 1084, confirm: true },
      output: { comment_id: 1084, deleted: true }
    },
    {
      name: 'unknown',
      summary: 'A comment that does not exist',
      input: { project: 'acme/playground', issue_iid: 1, comment_id: 999999, confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ comment_id, issue_iid, merge_request_iid, project }) =>
    `Delete the comment ${comment_id} on ${issue_iid === undefined ? `!${merge_request_iid}` : `#${issue_iid}`} of ${project ?? 'the default project'}`,
  handler: (input, call) => deleteComment(call.client, input, call)
})
