import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listComments } from '../../client/cards/comments.ts'
import { cardId } from '../../inputs.ts'
import { commentsMarkdown } from '../../markdown.ts'
import { Comment, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'list_comments',
  core: true,
  group: 'comments',
  summary: 'List the comments on a card',
  description:
    "Returns the comments on a card with author and time, newest first, page by page. Use it to follow a discussion. For the card's description, use get_card. Other activity, such as moves, is not included: use list_activity. Trello does not return the total: get_card returns comment_count.",
  permission: 'read',
  http: 'GET /cards/:card_id/comments',
  list: true,
  see_also: ['trello_add_comment', 'trello_get_card'],
  asked_as: {
    en: [
      'what was said on the card',
      'discussion of a task',
      'read the notes on a Trello card',
      'has anyone written on the card',
      "what's the latest on the task",
      'what did people say on the card',
      'any news on the card',
      'what did the others write on the card',
      'did anyone answer on the card',
      'any remarks on the card',
      'conversation on the Trello card'
    ],
    de: ['die Kommentare zur Karte'],
    es: ['comentarios de la tarjeta'],
    fr: ['commentaires de la carte'],
    ja: ['カードのコメントを読む'],
    pl: ['komentarze do karty']
  },
  input: Type.Object({ card_id: cardId }),
  output: listOf(Comment, {}),
  errors: { ...NOT_FOUND('card') },
  examples: [
    {
      name: 'newest',
      summary: 'The newest comment on a card',
      input: { card_id: '695c96d05eed000000000015', limit: 1 },
      output: {
        items: [
          {
            id: '697cd5805eed000000000263',
            card_id: '695c96d05eed000000000015',
            text: 'Waits for an answer.',
            author: { id: '695ba7c05eed000000000004', username: 'chenwei', full_name: 'Chen Wei' },
            created: '2026-01-30T16:00:00.000Z',
            edited: null
          }
        ],
        next_cursor: 'WyI2OTdjZDU4MDVlZWQwMDAwMDAwMDAyNjMiXQ',
        total: null
      }
    },
    {
      name: 'unknown',
      summary: 'A card that does not exist',
      input: { card_id: '0123456789abcdef01234567' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  markdown: commentsMarkdown,
  handler: (input, call) => listComments(call.client, input, call)
})
