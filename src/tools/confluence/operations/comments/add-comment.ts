import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { addComment } from '../../client/comments.ts'
import { ADA } from '../../examples.ts'
import { PAGE_ERRORS, WRITE_ERRORS } from '../../failures.ts'
import { content, notView, pageId, writeFormat } from '../../inputs.ts'
import { NewComment } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'add_comment',
  core: true,
  group: 'comments',
  summary: 'Write a comment below a page',
  description:
    'Writes a comment at the foot of a page or blog post, and answers it. Use it to say something about a page without changing it; to answer a comment use reply_to_comment. Two equal calls make two comments: where the answer was lost (outcome unknown) look with list_comments before you send it again.',
  permission: 'write',
  http: 'POST /pages/:page_id/comments',
  success: [201],
  timeout_ms: 10_000,
  see_also: ['confluence_list_comments', 'confluence_reply_to_comment'],
  input: Type.Object({
    page_id: pageId('Page or blog post'),
    content: content('What it says, in content_format'),
    content_format: writeFormat
  }),
  requires: [notView],
  output: NewComment,
  errors: { ...PAGE_ERRORS, ...WRITE_ERRORS },
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
      summary: 'An id that no page has',
      input: { page_id: '999999999', content: '<p>x</p>' },
      error: { reason: 'page_not_found', message: 'Confluence has no page 999999999 that this account can see.' }
    }
  ],
  message: ({ page_id, content }) => `Comment on the page ${page_id}: ${content.slice(0, 100)}`,
  handler: (input, call) => addComment(call.client, input, call)
})
