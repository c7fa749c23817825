import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { oneOf } from '../../../../contract/requires.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { brief } from '../../../../lib/format.ts'
import { watch } from '../../client/activity.ts'
import { boardName, cardId, idOf } from '../../inputs.ts'
import { NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'watch',
  group: 'activity',
  summary: 'Watch a card, list or board, or stop watching it',
  description:
    'Subscribes the owner of the token to notifications about a card, list or board, or ends the subscription. Use it to follow something; to see past changes, use list_activity instead. It changes nothing for other members.',
  permission: 'write',
  http: 'POST /watch',
  idempotent: true,
  see_also: ['trello_list_activity', 'trello_get_card'],
  asked_as: {
    en: [
      'notify me about changes of the card',
      'follow the board',
      'stop notifications of the list',
      'subscribe to a Trello card',
      'let me know about everything that happens on the card',
      'keep me informed about the board',
      'I want to hear when the card changes',
      "don't notify me about this card any longer",
      'tell me when someone moves the card',
      'get notifications for the list',
      "I'm no longer interested in news of the board",
      'follow what happens on the card'
    ]
  },
  input: Type.Object({
    card_id: Type.Optional(cardId),
    list_id: Type.Optional(idOf('list')),
    board: Type.Optional(boardName),
    watching: Type.Boolean({ default: true, description: 'true: watch it; false: stop watching it. Default true' })
  }),
  requires: [oneOf('card_id', 'list_id', 'board')],
  output: Type.Object({
    kind: stringEnum(['card', 'list', 'board'], { description: 'Type of the resource' }),
    id: Type.String({ description: 'ID of the card, list or board' }),
    watching: Type.Boolean({ description: 'true: the owner of the token watches it now' })
  }),
  errors: { ...NOT_FOUND('card, list or board') },
  examples: [
    {
      name: 'card',
      summary: 'Watch a card',
      input: { card_id: '697a94f05eed000000000237' },
      output: { kind: 'card', id: '697a94f05eed000000000237', watching: true }
    },
    {
      name: 'two',
      summary: 'One thing at a time',
      input: { card_id: '697a94f05eed000000000237', board: 'Playground' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ card_id, list_id, board, watching }) =>
    `${watching ? 'Watch' : 'Stop watching'} the ${card_id === undefined ? (list_id === undefined ? `board ${brief(board ?? '')}` : `list ${list_id}`) : `card ${brief(card_id)}`}`,
  handler: (input, call) => watch(call.client, input, call)
})
