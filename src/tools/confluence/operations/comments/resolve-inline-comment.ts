import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { resolveInlineComment } from '../../client/comments/inline-comments.ts'
import { warned } from '../../client/content/warn-hidden.ts'
import { BEA } from '../../examples.ts'
import { PAGE_ERRORS, PAGE_OF_COMMENT } from '../../failures.ts'
import { InlineComment } from '../../inline-comment.ts'
import { commentId } from '../../inputs.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'resolve_inline_comment',
  group: 'comments',
  summary: 'Resolve or reopen an inline comment of a page',
  description:
    'Resolves an inline comment, or reopens it if resolved is false, and returns the comment. This operation works on Cloud only. Use it when the question of a comment is answered; the comment and its replies stay. To reply, use reply_to_comment. Footer comments cannot be resolved.',
  permission: 'write',
  http: 'PUT /inline-comments/:comment_id/resolution',
  timeout_ms: 10_000,
  idempotent: true,
  see_also: ['confluence_list_inline_comments', 'confluence_reply_to_comment'],
  asked_as: {
    en: [
      'mark the remark in the doc as done',
      'close a review comment in the text',
      'reopen an inline comment',
      'tick off the annotation in the article',
      'the annotation in the text is settled',
      'that remark on the paragraph is dealt with',
      "I've fixed the marked sentence, close the remark",
      'tick the remark on the page off',
      'the objection in the text of the doc is solved',
      'the inline remark is done',
      'the marked passage was corrected',
      "the remark in the text isn't settled after all"
    ]
  },
  input: Type.Object({
    comment_id: commentId('Inline comment'),
    resolved: Type.Boolean({ default: true, description: 'false: reopen the comment. Default true' })
  }),
  output: InlineComment,
  errors: {
    ...PAGE_ERRORS,
    page_not_found: PAGE_OF_COMMENT,
    cannot_be_honoured: 'Data Center cannot resolve inline comments through its API',
    upstream_not_found: 'There is no such inline comment, or this account cannot see it',
    version_conflict: 'Another user changed the comment in the meantime'
  },
  examples: [
    {
      name: 'still_open',
      summary: 'A comment that is open stays as it is',
      input: { comment_id: '65705', resolved: false },
      output: {
        id: '65705',
        page_id: '65704',
        parent_id: null,
        status: 'current',
        title: 'Re: Handbook',
        body: '<p>To whom?</p>',
        version: { number: 1, when: '2026-01-13T09:00:00.000Z', by: BEA, message: '', minor_edit: false, sync_rev: null, conf_rev: null },
        frontend_url: 'https://wiki.example.com/wiki/spaces/PLAY/pages/65704?focusedCommentId=65705',
        text_selection: 'kind',
        marker_ref: '3b1f6c1e-0000-4000-8000-000000000001',
        resolution: 'open',
        resolved: false
      }
    },
    {
      name: 'unknown',
      summary: 'An ID that no inline comment has',
      input: { comment_id: '999999999' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ comment_id, resolved }) => `${resolved ? 'Resolve' : 'Reopen'} the inline comment ${comment_id}`,
  handler: async (input, call) => await warned(await resolveInlineComment(call.client, input, call), call)
})
