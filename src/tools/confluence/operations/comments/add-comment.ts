import { Type } from 'typebox'
import { defineOperation, MAX_BODY } from '../../../../contract/operation.ts'
import { addComment } from '../../client/comments/comments.ts'
import { ADA } from '../../examples.ts'
import { CONTENT_ERRORS, PAGE_ERRORS } from '../../failures.ts'
import { content, notView, pageId, writeFormat } from '../../inputs.ts'
import { NewComment } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'add_comment',
  core: true,
  group: 'comments',
  summary: 'Add a comment to a page',
  description:
    'Adds a footer comment to a page or blog post and returns it. Use it to comment on a page without changing it; to reply to a comment, use reply_to_comment. Calling it twice adds two comments: after an `unknown` outcome, check list_comments before you retry.',
  permission: 'write',
  http: 'POST /pages/:page_id/comments',
  max_body: MAX_BODY,
  success: [201],
  timeout_ms: 10_000,
  see_also: ['confluence_list_comments', 'confluence_reply_to_comment'],
  asked_as: {
    en: [
      'leave a note on a wiki page',
      'write feedback under the doc',
      'comment on this document',
      'say something below the article',
      'ask a question below the page',
      'reply to the author under the article',
      'leave a remark under the page',
      'ask below the page when it begins',
      'tell the author of the page something'
    ],
    de: ['die Seite kommentieren', 'einen Kommentar zur Wiki-Seite schreiben'],
    es: ['comenta la página', 'deja un comentario en el documento'],
    fr: ['commenter la page', 'laisse une remarque sur le document'],
    ja: ['ページにコメントする'],
    pl: ['skomentuj stronę', 'zostaw uwagę pod dokumentem']
  },
  input: Type.Object({
    page_id: pageId('Page or blog post'),
    content: content('Text of the comment, in content_format'),
    content_format: writeFormat
  }),
  requires: [notView],
  output: NewComment,
  errors: { ...PAGE_ERRORS, ...CONTENT_ERRORS },
  examples: [
    {
      name: 'markdown',
      summary: 'A comment in Markdown',
      input: { page_id: '65702', content: 'Looks **good**.', content_format: 'markdown' },
      output: {
        id: '65703',
        page_id: '65702',
        parent_id: null,
        status: 'current',
        title: 'Re: Comment me',
        body: '<p>Looks <strong>good</strong>.</p>\n',
        version: { number: 1, when: '2026-11-22T05:56:42.084Z', by: ADA, message: '', minor_edit: false, sync_rev: null, conf_rev: null },
        frontend_url: 'https://wiki.example.com/wiki/spaces/PLAY/pages/65702?focusedCommentId=65703'
      }
    },
    {
      name: 'unknown',
      summary: 'An ID that no page has',
      input: { page_id: '999999999', content: '<p>x</p>' },
      error: { reason: 'page_not_found', message: 'Confluence has no page 999999999 that this account can see.' }
    }
  ],
  message: ({ page_id, content }) => `Comment on the page ${page_id}: ${content.slice(0, 100)}`,
  handler: (input, call) => addComment(call.client, input, call)
})
