import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { addComment } from '../../client/comments.ts'
import { NOT_FOUND } from '../../failures.ts'
import { cardId, commentText } from '../../inputs.ts'
import { NewComment } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'add_comment',
  core: true,
  group: 'comments',
  summary: 'Write a comment on a card',
  description:
    'Adds a comment to a card, in the name of the member whom the token belongs to, and answers it. @username mentions a member, who is told of it. Use it to say something about a card; to change its description use update_card. Two equal calls make two comments: where the answer was lost (outcome unknown) look with list_comments before you send it again.',
  permission: 'write',
  http: 'POST /cards/:card_id/comments',
  success: [201],
  see_also: ['trello_list_comments', 'trello_update_comment', 'trello_delete_comment'],
  input: Type.Object({ card_id: cardId, text: commentText }),
  output: NewComment,
  errors: { ...NOT_FOUND('card') },
  examples: [
    {
      name: 'remark',
      summary: 'A remark on a card',
      input: { card_id: '697a6ac05eed000000000234', text: 'I look at it **today**.' },
      output: {
        id: '6b02551b5eed000000000455',
        card_id: '697a6ac05eed000000000234',
        text: 'I look at it **today**.',
        author: { id: '695b7d905eed000000000001', username: 'samsandbox', full_name: 'Sam Sandbox' },
        created: '2026-11-22T02:36:11.413Z',
        edited: null
      }
    },
    {
      name: 'empty',
      summary: 'A comment says something',
      input: { card_id: '697a6ac05eed000000000234', text: '' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ card_id, text }) => `Write on the card ${card_id}: ${brief(text)}`,
  handler: (input, call) => addComment(call.client, input, call)
})
