import { Type } from 'typebox'
import { defineOperation, MAX_BODY } from '../../../../contract/operation.ts'
import { replyToComment } from '../../client/comments/comments.ts'
import { ADA } from '../../examples.ts'
import { CONTENT_ERRORS, PAGE_OF_COMMENT } from '../../failures.ts'
import { commentId, content, notView, writeFormat } from '../../inputs.ts'
import { NewComment } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'reply_to_comment',
  core: true,
  group: 'comments',
  summary: 'Reply to a comment',
  description:
    'Adds a reply to a footer or inline comment and returns the reply. Use it after list_comments or list_inline_comments, which return the IDs; for a new comment, use add_comment. Calling it twice adds two replies: after an `unknown` outcome, call list_comments or list_inline_comments with parent_comment_id to see the replies before you retry.',
  permission: 'write',
  http: 'POST /comments/:comment_id/replies',
  max_body: MAX_BODY,
  success: [201],
  timeout_ms: 10_000,
  see_also: ['confluence_list_comments', 'confluence_add_comment'],
  asked_as: {
    en: [
      'answer a comment in the wiki',
      'respond to feedback on my page',
      'write back below a comment on the doc',
      'someone asked something below my page, answer them',
      'react to a remark on the doc',
      "tell her below the page that it's fixed",
      'answer the question under the article'
    ],
    de: ['auf den Kommentar zur Seite antworten'],
    es: ['responde al comentario de la página'],
    fr: ['répondre au commentaire de la page'],
    ja: ['ページのコメントに返信'],
    pl: ['odpowiedz na komentarz pod stroną']
  },
  input: Type.Object({
    comment_id: commentId('Comment to reply to'),
    content: content('Text of the reply, in content_format'),
    content_format: writeFormat
  }),
  requires: [notView],
  output: NewComment,
  errors: {
    ...CONTENT_ERRORS,
    page_not_found: PAGE_OF_COMMENT,
    upstream_not_found: 'The comment does not exist, or this account cannot see it'
  },
  examples: [
    {
      name: 'answer',
      summary: 'A reply in storage format',
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
      summary: 'An ID that no comment has',
      input: { comment_id: '999999999', content: '<p>x</p>' },
      error: { reason: 'upstream_not_found', message: 'Confluence has no comment 999999999 that this account can see.' }
    }
  ],
  message: ({ comment_id, content }) => `Reply to the comment ${comment_id}: ${content.slice(0, 100)}`,
  handler: (input, call) => replyToComment(call.client, input, call)
})
