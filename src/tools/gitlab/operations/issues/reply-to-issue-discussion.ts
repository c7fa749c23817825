import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { replyToIssueDiscussion } from '../../client/issues/issue-discussions.ts'
import { resourceErrors } from '../../errors.ts'
import { commentText, discussionId, issueIid, LONG_TEXT_BODY, project } from '../../inputs/common.ts'
import { NewReply } from '../../schemas/issues.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'reply_to_issue_discussion',
  group: 'issues',
  summary: 'Add a reply to a thread of an issue',
  description:
    'Adds a comment to a thread of an issue and returns it. A reply to a single comment turns it into a thread. Use it to reply to a comment; for a separate comment, use add_issue_comment instead. Calling it twice adds two comments.',
  permission: 'write',
  http: 'POST /issues/:issue_iid/discussions/:discussion_id/notes',
  success: [201],
  max_body: LONG_TEXT_BODY,
  see_also: ['gitlab_list_issue_discussions', 'gitlab_add_issue_comment'],
  asked_as: {
    en: [
      'answer a comment on the ticket',
      'respond under the remark in the issue',
      'reply to the reporter',
      'inform the reporter that we are investigating',
      'write below her remark on the bug',
      'answer the question in the ticket',
      'continue the thread on issue 4',
      'thank her below the comment on the issue',
      'add my two cents to the conversation on the ticket'
    ]
  },
  input: Type.Object({ project, issue_iid: issueIid, discussion_id: discussionId('list_issue_discussions'), body: commentText }),
  output: NewReply,
  errors: { ...resourceErrors('thread or issue') },
  examples: [
    {
      name: 'answer',
      summary: 'A reply',
      input: {
        project: 'acme/playground',
        issue_iid: 1,
        discussion_id: '662791b56c06d86d3c0cb16e8163662dd014fd9f',
        body: 'Yes, with version 5.'
      },
      output: {
        id: 1105,
        body: 'Yes, with version 5.',
        author: { id: 1, username: 'sam', name: 'Sam Sandbox' },
        system: false,
        internal: false,
        resolvable: false,
        resolved: null,
        created_at: '2026-11-26T16:43:39.886Z',
        updated_at: '2026-11-26T16:43:39.886Z'
      }
    },
    {
      name: 'unknown',
      summary: 'A thread that does not exist',
      input: { project: 'acme/playground', issue_iid: 1, discussion_id: '0123456789abcdef0123456789abcdef01234567', body: 'Yes.' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ issue_iid, project, body }) => `Reply in a thread of #${issue_iid} of ${project ?? 'the default project'}: ${brief(body)}`,
  handler: (input, call) => replyToIssueDiscussion(call.client, input, call)
})
