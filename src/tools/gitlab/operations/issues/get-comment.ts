import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { oneOf } from '../../../../contract/requires.ts'
import { getComment } from '../../client/issues/comments.ts'
import { globalErrors } from '../../errors.ts'
import { commentId, onIssue, onMergeRequest, project } from '../../inputs/common.ts'
import { untrusted } from '../../schemas/common.ts'
import { Comment } from '../../schemas/issues.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_comment',
  group: 'issues',
  summary: 'Get a comment on an issue or merge request',
  description:
    'Returns the text, author and times of a comment on an issue or merge request, whether it is in a thread or not. Use it before update_comment, which takes updated_at as expected_updated_at. For all comments, use list_issue_comments or list_discussions instead.',
  permission: 'read',
  http: 'GET /comments/:comment_id',
  requires: [oneOf('issue_iid', 'merge_request_iid')],
  see_also: ['gitlab_update_comment', 'gitlab_list_issue_comments'],
  asked_as: {
    en: [
      'show me that one comment',
      'what does this remark say exactly',
      'read the note with this ID',
      'open a single comment of the ticket',
      'what exactly does the note on the ticket say',
      'quote the comment from the issue',
      'read a particular comment of the MR',
      'who wrote this note',
      "what's in the comment the link points to",
      'let me see a certain remark on the merge request',
      'the wording of one comment'
    ]
  },
  input: Type.Object({ project, issue_iid: onIssue, merge_request_iid: onMergeRequest, comment_id: commentId }),
  output: Type.Object({ ...Comment.properties, untrusted }),
  errors: { ...globalErrors('comment') },
  examples: [
    {
      name: 'one',
      summary: 'A comment on an issue',
      input: { project: 'acme/web', issue_iid: 1, comment_id: 1066 },
      output: {
        id: 1066,
        body: 'Seen with Firefox, too.',
        author: { id: 3, username: 'bea', name: 'Bea Builder' },
        system: false,
        internal: false,
        resolvable: false,
        resolved: null,
        created_at: '2026-01-16T08:00:00.000Z',
        updated_at: '2026-01-16T08:00:00.000Z',
        untrusted: true
      }
    },
    {
      name: 'unknown',
      summary: 'A comment that does not exist',
      input: { project: 'acme/web', issue_iid: 1, comment_id: 999999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ comment_id, issue_iid, merge_request_iid, project }) =>
    `Get the comment ${comment_id} on ${issue_iid === undefined ? `!${merge_request_iid}` : `#${issue_iid}`} of ${project ?? 'the default project'}`,
  handler: (input, call) => getComment(call.client, input, call)
})
