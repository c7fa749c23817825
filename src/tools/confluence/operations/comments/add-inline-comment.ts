import { Type } from 'typebox'
import { defineOperation, MAX_BODY } from '../../../../contract/operation.ts'
import { addInlineComment } from '../../client/comments/inline-comments.ts'
import { ADA } from '../../examples.ts'
import { PAGE_ERRORS } from '../../failures.ts'
import { NewInlineComment } from '../../inline-comment.ts'
import { content, notView, pageId, writeFormat } from '../../inputs.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'add_inline_comment',
  group: 'comments',
  summary: 'Add an inline comment to text on a page',
  description:
    'Adds an inline comment on a passage of a page or blog post and returns it. This operation works on Cloud only. Use it to remark on a word or sentence; to comment on the whole page, use add_comment; to reply, use reply_to_comment. Calling it twice adds two comments: after an `unknown` outcome, check list_inline_comments before you retry.',
  permission: 'write',
  http: 'POST /pages/:page_id/inline-comments',
  max_body: MAX_BODY,
  success: [201],
  timeout_ms: 10_000,
  see_also: ['confluence_list_inline_comments', 'confluence_add_comment', 'confluence_reply_to_comment'],
  asked_as: {
    en: [
      'comment on this sentence of the doc',
      'mark a word in the article and ask about it',
      'leave a review remark in the text of a page',
      'highlight a passage with a note',
      "mark this sentence and say it's wrong",
      'attach a remark to a certain word of the page',
      'that paragraph is unclear, note it right there',
      'put an annotation on a phrase in the doc',
      'comment exactly on the price in the text',
      'leave a question next to the second paragraph',
      'point out a mistake in a sentence of the page'
    ]
  },
  input: Type.Object({
    page_id: pageId('Page or blog post'),
    text_selection: Type.String({
      minLength: 1,
      maxLength: 5000,
      pattern: '\\S',
      'x-form': 'with at least one visible character',
      description: 'Text to comment on, within one paragraph, exactly as readers see it'
    }),
    occurrence: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description: 'Number of the occurrence, counted from the top; required if the text occurs more than once'
      })
    ),
    content: content('Text of the comment, in content_format'),
    content_format: writeFormat
  }),
  requires: [notView],
  output: NewInlineComment,
  errors: {
    ...PAGE_ERRORS,
    cannot_be_honoured: 'Data Center cannot add inline comments through its API, or the page or the content is too large to process',
    text_not_unique: 'The text occurs several times on the page: set occurrence'
  },
  examples: [
    {
      name: 'word',
      summary: 'A comment on a word',
      input: { page_id: '65702', text_selection: 'second', content: 'Or the **third**?', content_format: 'markdown' },
      output: {
        id: '65706',
        page_id: '65702',
        parent_id: null,
        status: 'current',
        title: 'Re: Comment me',
        body: '<p>Or the <strong>third</strong>?</p>\n',
        version: { number: 1, when: '2026-11-22T05:56:42.084Z', by: ADA, message: '', minor_edit: false, sync_rev: null, conf_rev: null },
        frontend_url: 'https://wiki.example.com/wiki/spaces/PLAY/pages/65702?focusedCommentId=65706',
        text_selection: 'second',
        marker_ref: '6a1d3d2c-0000-4000-8000-000000000002',
        resolution: 'open',
        resolved: false
      }
    },
    {
      name: 'missing_text',
      summary: 'Text that does not occur on the page',
      input: { page_id: '65702', text_selection: 'hundredth', content: 'x' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ page_id, text_selection }) => `Comment on "${text_selection.slice(0, 60)}" in the page ${page_id}`,
  handler: (input, call) => addInlineComment(call.client, input, call)
})
