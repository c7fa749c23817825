import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { addComment } from '../../client/issues/comments.ts'
import { resourceErrors } from '../../errors.ts'
import { commentText, LONG_TEXT_BODY, mergeRequestIid, project } from '../../inputs/common.ts'
import { NewComment } from '../../schemas/issues.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'add_merge_request_comment',
  core: true,
  group: 'merge_requests',
  summary: 'Add a comment to a merge request',
  description:
    "Adds a comment to a merge request on behalf of the token's user and returns it. Use it for a general comment; for a thread, or a comment on a line, use create_discussion. A line that GitLab would run as a quick action, such as /close, is refused, and the error names the operation to use instead; in a code block, it is treated as text. Calling it twice adds two comments.",
  permission: 'write',
  http: 'POST /merge-requests/:merge_request_iid/comments',
  max_body: LONG_TEXT_BODY,
  success: [201],
  aliases: ['add_mr_comment'],
  see_also: ['gitlab_list_merge_request_comments', 'gitlab_create_discussion'],
  asked_as: {
    en: [
      'leave feedback on a pull request',
      'comment on the MR',
      'say something on a PR',
      'write a review remark on a merge request',
      'ask the author of the PR something',
      'write under the merge request',
      'note on an MR',
      'tell the author of the MR that tests are missing',
      'ask for a change in the pull request',
      'thank the author of the MR'
    ],
    de: ['den Merge Request kommentieren'],
    es: ['comenta el merge request'],
    fr: ['commenter la merge request'],
    ja: ['マージリクエストにコメント'],
    pl: ['skomentuj merge request']
  },
  input: Type.Object({
    project,
    merge_request_iid: mergeRequestIid,
    body: commentText,
    internal: Type.Optional(Type.Boolean({ description: 'true: visible only to project members. Default false' }))
  }),
  output: NewComment,
  errors: { ...resourceErrors('merge request') },
  examples: [
    {
      name: 'remark',
      summary: 'Comment on a merge request',
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
      summary: 'A comment needs text',
      input: { project: 'acme/playground', merge_request_iid: 1, body: '' },
      error: { reason: 'invalid_field_value' }
    },
    {
      name: 'command',
      summary: 'A line that GitLab would run as a quick action',
      input: { project: 'acme/playground', merge_request_iid: 1, body: 'Done.\n/merge' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ merge_request_iid, project, body }) =>
    `Comment on !${merge_request_iid} of ${project ?? 'the default project'}: ${brief(body)}`,
  handler: ({ project, merge_request_iid, body, internal }, call) =>
    addComment(
      call.client,
      { kind: 'merge request', iid: merge_request_iid, ...(project !== undefined && { project }) },
      { body, ...(internal !== undefined && { internal }) },
      call
    )
})
