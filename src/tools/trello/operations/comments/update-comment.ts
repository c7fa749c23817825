import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { updateComment } from '../../client/cards/comments.ts'
import { commentText, idOf } from '../../inputs.ts'
import { Comment, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'update_comment',
  group: 'comments',
  summary: 'Update a comment',
  description:
    'Replaces the text of a comment and returns the comment. Use it to correct a comment; only its author can do this. The previous text is not kept: to add another comment, use add_comment. list_comments returns the ID.',
  permission: 'write',
  idempotent: true,
  http: 'PATCH /comments/:comment_id',
  see_also: ['trello_list_comments', 'trello_add_comment'],
  asked_as: {
    en: [
      'edit my comment on a card',
      'correct a typo in what I wrote on the task',
      'reword a Trello comment',
      'correct what I said on the card',
      'fix my remark on a task',
      'what I said on the card has a typo',
      'my comment on the card is wrong, correct it',
      'add something to my note on the card',
      "there's a mistake in my comment on the task",
      'change my post on the card',
      'fix the typo in my note on the card'
    ]
  },
  input: Type.Object({ comment_id: idOf('comment'), text: commentText }),
  output: Comment,
  errors: { ...NOT_FOUND('comment') },
  examples: [
    {
      name: 'correct',
      summary: 'Correct a comment',
      input: { comment_id: '698dced05eed000000000434', text: 'I can take this one tomorrow.' },
      output: {
        id: '698dced05eed000000000434',
        card_id: '6979fa405eed00000000022c',
        text: 'I can take this one tomorrow.',
        author: { id: '695b7d905eed000000000001', username: 'samsandbox', full_name: 'Sam Sandbox' },
        created: '2026-02-12T13:00:00.000Z',
        edited: '2026-11-22T02:36:12.181Z'
      }
    },
    {
      name: 'unknown',
      summary: 'A comment that does not exist',
      input: { comment_id: '0123456789abcdef01234567', text: 'Hello' },
      error: { reason: 'upstream_not_found', message: 'Trello has no comment 0123456789abcdef01234567 that this token can see.' }
    }
  ],
  message: ({ comment_id, text }) => `Update the comment ${comment_id} to: ${brief(text)}`,
  handler: (input, call) => updateComment(call.client, input, call)
})
