import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { addComment } from '../../client/comments.ts'
import { MISSING } from '../../failures.ts'
import { commentText, issueIid, project } from '../../inputs.ts'
import { NewComment } from '../../schemas/issues.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'add_issue_comment',
  core: true,
  group: 'issues',
  summary: 'Write a comment on an issue',
  description:
    'Adds a comment in the name of the user of the token and answers it. Use it to say something about an issue. A line that GitLab would run as a command, such as /close, is refused with the operation that does it; in a block of code it is text. Two equal calls make two comments: where the answer was lost look with list_issue_comments first. To change the issue itself use update_issue instead.',
  permission: 'write',
  http: 'POST /issues/:issue_iid/comments',
  success: [201],
  aliases: ['add_issue_comment'],
  see_also: ['gitlab_list_issue_comments', 'gitlab_get_issue'],
  input: Type.Object({
    project,
    issue_iid: issueIid,
    body: commentText,
    internal: Type.Optional(Type.Boolean({ description: 'true: only members see it. Default false' }))
  }),
  output: NewComment,
  errors: { ...MISSING('issue') },
  examples: [
    {
      name: 'remark',
      summary: 'A remark',
      input: { project: 'acme/playground', issue_iid: 1, body: 'I look at it **today**.' },
      output: {
        id: 1085,
        body: 'I look at it **today**.',
        author: { id: 1, username: 'sam', name: 'Sam Sandbox' },
        system: false,
        internal: false,
        resolvable: false,
        resolved: null,
        created_at: '2026-11-22T07:01:16.732Z',
        updated_at: '2026-11-22T07:01:16.732Z',
        commands: null
      }
    },
    {
      name: 'empty',
      summary: 'A comment says something',
      input: { project: 'acme/playground', issue_iid: 1, body: '' },
      error: { reason: 'invalid_field_value' }
    },
    {
      name: 'command',
      summary: 'A line that GitLab would run as a command',
      input: { project: 'acme/playground', issue_iid: 1, body: 'Done.\n/close' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ issue_iid, project, body }) => `Write on the issue #${issue_iid} of ${project ?? 'the default project'}: ${brief(body)}`,
  handler: ({ project, issue_iid, body, internal }, call) =>
    addComment(
      call.client,
      { kind: 'issue', iid: issue_iid, ...(project !== undefined && { project }) },
      { body, ...(internal !== undefined && { internal }) },
      call
    )
})
