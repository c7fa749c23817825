import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { replyToComment } from '../../client/comments.ts'
import { ADA } from '../../examples.ts'
import { PAGE_ERRORS, WRITE_ERRORS } from '../../failures.ts'
import { commentId, content, notView, writeFormat } from '../../inputs.ts'
import { NewComment } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'reply_to_comment',
  core: true,
  group: 'comments',
  summary: 'Answer a comment',
  description:
    'Writes an answer to a comment at the foot of a page, and answers it. Use it after list_comments, which tells the ids; for a new comment use add_comment. Two equal calls make two replies: where the answer was lost (outcome unknown) look before you send it again.',
  permission: 'write',
  http: 'POST /comments/:comment_id/replies',
  success: [201],
  timeout_ms: 10_000,
  see_also: ['confluence_list_comments', 'confluence_add_comment'],
  input: Type.Object({
    comment_id: commentId('Comment to answer'),
    content: content('What it says, in content_format'),
    content_format: writeFormat
  }),
  requires: [notView],
  output: NewComment,
  errors: { ...PAGE_ERRORS, ...WRITE_ERRORS, upstream_not_found: 'The comment does not exist, or this account cannot see it' },
  examples: [
    {
      name: 'answer',
      summary: 'An answer in storage format',
      input: { comment_id: '65694', content: '<p>On the first.</p>' },
      output: {
        id: '65703',
        page_id: '65540',
        parent_id: '65694',
        status: 'current',
        title: 'Re: Release plan',
        body: '<p>On the first.</p>',
        version: { number: 1, when: '2026-11-22T05:56:42.252Z', by: ADA, message: '', minor_edit: false, sync_rev: null, conf_rev: null },
        frontend_url: 'https://wiki.example.com/wiki/spaces/DOCS/pages/65540?focusedCommentId=65703'
      }
    },
    {
      name: 'unknown',
      summary: 'An id that no comment has',
      input: { comment_id: '999999999', content: '<p>x</p>' },
      error: { reason: 'upstream_not_found', message: 'Confluence has no comment 999999999 that this account can see.' }
    }
  ],
  message: ({ comment_id, content }) => `Answer the comment ${comment_id}: ${content.slice(0, 100)}`,
  handler: (input, call) => replyToComment(call.client, input, call)
})
