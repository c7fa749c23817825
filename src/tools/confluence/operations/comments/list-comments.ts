import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listComments } from '../../client/comments/comments.ts'
import { allWarned } from '../../client/content/warn-hidden.ts'
import { BEA } from '../../examples.ts'
import { PAGE_ERRORS } from '../../failures.ts'
import { commentId, pageId, start } from '../../inputs.ts'
import { commentsMarkdown } from '../../markdown.ts'
import { Comment } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'list_comments',
  core: true,
  group: 'comments',
  summary: 'List the comments on a page, or the replies to a comment',
  description:
    'Returns the footer comments of a page or blog post, with body, author and time; with parent_comment_id, the replies to that comment. Use it to read a discussion. Inline comments are not included. To write a comment, use add_comment or reply_to_comment.',
  permission: 'read',
  http: 'GET /pages/:page_id/comments',
  timeout_ms: 10_000,
  list: true,
  see_also: ['confluence_add_comment', 'confluence_reply_to_comment'],
  asked_as: {
    en: [
      'what did people say about this doc',
      'read the feedback on a wiki page',
      'discussion below a page',
      'did anyone reply on the page',
      'is there feedback on my article',
      'open questions below the doc',
      'what feedback did people leave on my proposal page',
      'what do others think of the draft in the wiki'
    ],
    de: ['welche Kommentare gibt es zur Seite'],
    es: ['qué comentarios hay en la página'],
    fr: ['quels commentaires sur la page'],
    ja: ['ページのコメントを見せて'],
    pl: ['jakie są komentarze do strony']
  },
  input: Type.Object({
    page_id: pageId('Page or blog post'),
    parent_comment_id: Type.Optional(commentId('Comment whose replies are listed. Default: none, which lists the comments on the page')),
    start
  }),
  output: listOf(Comment, {}),
  errors: { ...PAGE_ERRORS, upstream_not_found: 'The comment in parent_comment_id does not exist, or this account cannot see it' },
  examples: [
    {
      name: 'of_a_page',
      summary: 'One comment',
      input: { page_id: '65540' },
      output: {
        items: [
          {
            id: '65694',
            page_id: '65540',
            parent_id: null,
            status: 'current',
            title: 'Re: Release plan',
            body: '<p>When is this due?</p>',
            version: {
              number: 1,
              when: '2026-01-11T09:00:00.000Z',
              by: BEA,
              message: '',
              minor_edit: false,
              sync_rev: null,
              conf_rev: null
            },
            frontend_url: 'https://wiki.example.com/wiki/spaces/DOCS/pages/65540?focusedCommentId=65694'
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'An ID that no page has',
      input: { page_id: '999999999' },
      error: { reason: 'page_not_found', message: 'Confluence has no page 999999999 that this account can see.' }
    }
  ],
  message: ({ page_id }) => `List the comments on the page ${page_id}`,
  markdown: commentsMarkdown,
  handler: async (input, call) => await allWarned(await listComments(call.client, input, call), call)
})
