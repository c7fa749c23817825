import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { oneOf } from '../../../../contract/requires.ts'
import { brief } from '../../../../lib/format.ts'
import { updateComment } from '../../client/issues/comments.ts'
import { resourceErrors } from '../../errors.ts'
import { commentId, commentText, LONG_TEXT_BODY, moment, onIssue, onMergeRequest, project } from '../../inputs/common.ts'
import { Comment } from '../../schemas/issues.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'update_comment',
  group: 'issues',
  summary: 'Update a comment on an issue or merge request',
  description:
    "Replaces the text of a comment of the token's user on an issue or merge request, even in a thread, and returns the comment. Use it to correct a comment; to reply to a comment, use reply_to_discussion or reply_to_issue_discussion instead. Send expected_updated_at so that no newer change is overwritten. GitLab notifies only newly mentioned users.",
  permission: 'write',
  http: 'PATCH /comments/:comment_id',
  requires: [oneOf('issue_iid', 'merge_request_iid')],
  max_body: LONG_TEXT_BODY,
  idempotent: true,
  see_also: ['gitlab_get_comment', 'gitlab_delete_comment'],
  asked_as: {
    en: [
      'fix a typo in my comment',
      'edit what I wrote on the ticket',
      'reword my review remark',
      'correct my note on the PR',
      'change the text of a comment',
      "there's a typo in my note on the ticket",
      'change what I said under the MR',
      'rewrite my comment on the issue',
      "my comment on the bug isn't right, correct it",
      'add something to the remark I left on the ticket',
      'my note on the merge request has a mistake',
      'I put the wrong number in my comment on the issue'
    ]
  },
  input: Type.Object({
    project,
    issue_iid: onIssue,
    merge_request_iid: onMergeRequest,
    comment_id: commentId,
    body: commentText,
    expected_updated_at: Type.Optional(moment('updated_at of the comment as you read it: if it has changed since, the call is refused'))
  }),
  output: Comment,
  errors: { ...resourceErrors('comment'), version_conflict: 'The comment has changed since expected_updated_at' },
  examples: [
    {
      name: 'reword',
      summary: 'Replace the text',
      input: { project: 'acme/playground', issue_iid: 1, comment_id: 1082, body: 'Seen with Firefox and Safari.' },
      output: {
        id: 1082,
        body: 'Seen with Firefox and Safari.',
        author: { id: 3, username: 'bea', name: 'Bea Builder' },
        system: false,
        internal: false,
        resolvable: false,
        resolved: null,
        created_at: '2026-01-16T08:00:00.000Z',
        updated_at: '2026-11-25T21:36:05.012Z'
      }
    },
    {
      name: 'stale',
      summary: 'A comment that was changed in the meantime',
      input: { project: 'acme/playground', issue_iid: 1, comment_id: 1082, body: 'Seen.', expected_updated_at: '2026-01-01T00:00:00Z' },
      error: { reason: 'version_conflict' }
    }
  ],
  message: ({ comment_id, issue_iid, merge_request_iid, project, body }) =>
    `Replace the comment ${comment_id} on ${issue_iid === undefined ? `!${merge_request_iid}` : `#${issue_iid}`} of ${project ?? 'the default project'} with: ${brief(body)}`,
  handler: (input, call) => updateComment(call.client, input, call)
})
