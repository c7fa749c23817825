import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { listInlineComments } from '../../client/comments/inline-comments.ts'
import { allWarned } from '../../client/content/warn-hidden.ts'
import { BEA } from '../../examples.ts'
import { PAGE_ERRORS } from '../../failures.ts'
import { InlineComment } from '../../inline-comment.ts'
import { commentId, pageId, start } from '../../inputs.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'list_inline_comments',
  group: 'comments',
  summary: 'List the inline comments of a page',
  description:
    'Returns the inline comments of a page or blog post, each with the text that it is about and whether it is resolved; with parent_comment_id, the replies to that comment. Use it to see what reviewers marked in the text. For the footer comments, use list_comments.',
  permission: 'read',
  http: 'GET /pages/:page_id/inline-comments',
  timeout_ms: 10_000,
  list: true,
  see_also: ['confluence_list_comments', 'confluence_add_inline_comment', 'confluence_resolve_inline_comment'],
  asked_as: {
    en: [
      'which remarks did reviewers leave in the text of the doc',
      'unresolved inline comments on a page',
      'what was marked in the article',
      'open review remarks of the document',
      'what did reviewers mark in the text',
      'which sentences of the page were commented on',
      'annotations in the article',
      'open remarks in the text of the page',
      'is there still something marked in the doc',
      'which passages have comments',
      'what did they criticize in the text'
    ]
  },
  input: Type.Object({
    page_id: pageId('Page or blog post'),
    parent_comment_id: Type.Optional(
      commentId('Inline comment whose replies are listed. Default: none, which lists the inline comments of the page')
    ),
    resolution: stringEnum(['all', 'open', 'resolved'], {
      default: 'all',
      description: 'open (includes reopened), resolved or all; ignored with parent_comment_id. Default all'
    }),
    start
  }),
  output: listOf(InlineComment, {}),
  errors: { ...PAGE_ERRORS, upstream_not_found: 'The comment in parent_comment_id does not exist, or this account cannot see it' },
  examples: [
    {
      name: 'open',
      summary: 'One open comment on a word',
      input: { page_id: '65704', resolution: 'open' },
      output: {
        items: [
          {
            id: '65705',
            page_id: '65704',
            parent_id: null,
            status: 'current',
            title: 'Re: Handbook',
            body: '<p>To whom?</p>',
            version: {
              number: 1,
              when: '2026-01-13T09:00:00.000Z',
              by: BEA,
              message: '',
              minor_edit: false,
              sync_rev: null,
              conf_rev: null
            },
            frontend_url: 'https://wiki.example.com/wiki/spaces/PLAY/pages/65704?focusedCommentId=65705',
            text_selection: 'kind',
            marker_ref: '3b1f6c1e-0000-4000-8000-000000000001',
            resolution: 'open',
            resolved: false
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
  message: ({ page_id }) => `List the inline comments of the page ${page_id}`,
  handler: async (input, call) => await allWarned(await listInlineComments(call.client, input, call), call)
})
