import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { addComment } from '../../client/comments.ts'
import { MISSING } from '../../failures.ts'
import { commentText, mergeRequestIid, project } from '../../inputs.ts'
import { NewComment } from '../../schemas/issues.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'add_merge_request_comment',
  core: true,
  group: 'merge_requests',
  summary: 'Write a comment on a merge request',
  description:
    'Adds a comment in the name of the user of the token and answers it. Use it for a remark on the whole. A line that GitLab would run as a command, such as /close, is refused with the operation that does it; in a block of code it is text. For a thread, or a remark on a line, use create_discussion instead. Two equal calls make two comments.',
  permission: 'write',
  http: 'POST /merge-requests/:merge_request_iid/comments',
  success: [201],
  aliases: ['add_mr_comment'],
  see_also: ['gitlab_list_merge_request_comments', 'gitlab_create_discussion'],
  input: Type.Object({
    project,
    merge_request_iid: mergeRequestIid,
    body: commentText,
    internal: Type.Optional(Type.Boolean({ description: 'true: only members see it. Default false' }))
  }),
  output: NewComment,
  errors: { ...MISSING('merge request') },
  examples: [
    {
      name: 'remark',
      summary: 'A remark',
      input: { project: 'acme/playground', merge_request_iid: 1, body: 'Looks **good**.' },
      output: {
        id: 1105,
        body: 'Looks **good**.',
        author: { id: 1, username: 'sam', name: 'Sam Sandbox' },
        system: false,
        internal: false,
        resolvable: false,
        resolved: null,
        created_at: '2026-11-22T08:22:07.656Z',
        updated_at: '2026-11-22T08:22:07.656Z',
        commands: null
      }
    },
    {
      name: 'empty',
      summary: 'A comment says something',
      input: { project: 'acme/playground', merge_request_iid: 1, body: '' },
      error: { reason: 'invalid_field_value' }
    },
    {
      name: 'command',
      summary: 'A line that GitLab would run as a command',
      input: { project: 'acme/playground', merge_request_iid: 1, body: 'Done.\n/merge' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ merge_request_iid, project, body }) =>
    `Write on !${merge_request_iid} of ${project ?? 'the default project'}: ${brief(body)}`,
  handler: ({ project, merge_request_iid, body, internal }, call) =>
    addComment(
      call.client,
      { kind: 'merge request', iid: merge_request_iid, ...(project !== undefined && { project }) },
      { body, ...(internal !== undefined && { internal }) },
      call
    )
})
