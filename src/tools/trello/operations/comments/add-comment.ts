import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { addComment } from '../../client/cards/comments.ts'
import { cardId, commentText } from '../../inputs.ts'
import { NewComment, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'add_comment',
  core: true,
  group: 'comments',
  summary: 'Add a comment to a card',
  description:
    "Adds a comment to a card on behalf of the owner of the token and returns it. @username mentions a member, who is notified. Use it to comment on a card; to change the card's description, use update_card. Calling it twice adds two comments: after an `unknown` outcome, check list_comments before you retry.",
  permission: 'write',
  http: 'POST /cards/:card_id/comments',
  success: [201],
  see_also: ['trello_list_comments', 'trello_update_comment', 'trello_delete_comment'],
  asked_as: {
    en: [
      'comment on a card',
      'leave a note on the Trello task',
      'write an update on a card',
      'write something on the card',
      "say on the task that it's delayed",
      'post an update to the card',
      'tell the others on the card',
      'note on the card that it is booked',
      'ask on the card who does it',
      "write on the card that it's ordered",
      'leave a message for the others on the card',
      'say something on the Trello card'
    ],
    de: ['die Karte kommentieren'],
    es: ['comenta la tarjeta'],
    fr: ['commenter la carte'],
    ja: ['カードにコメント'],
    pl: ['skomentuj kartę']
  },
  input: Type.Object({ card_id: cardId, text: commentText }),
  output: NewComment,
  errors: { ...NOT_FOUND('card') },
  examples: [
    {
      name: 'remark',
      summary: 'A comment on a card',
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
      summary: 'A comment needs text',
      input: { card_id: '697a6ac05eed000000000234', text: '' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ card_id, text }) => `Comment on the card ${card_id}: ${brief(text)}`,
  handler: (input, call) => addComment(call.client, input, call)
})
