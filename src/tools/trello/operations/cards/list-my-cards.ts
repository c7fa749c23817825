import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listMyCards } from '../../client/cards/mine.ts'
import { cardFilters, searchBoard, status } from '../../inputs.ts'
import { Card, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'list_my_cards',
  group: 'cards',
  core: true,
  summary: 'List the cards assigned to you on all boards',
  description:
    'Returns the cards that are assigned to the owner of the token, on all boards, earliest due date first; cards without a due date come last. Use it to see what to do next. Archived cards, and cards of archived lists and boards, are omitted by default. For the cards of one board or of another member, use list_cards instead.',
  permission: 'read',
  http: 'GET /me/cards',
  list: true,
  see_also: ['trello_list_cards', 'trello_get_card', 'trello_search_cards'],
  asked_as: {
    en: [
      'what do I have to do in Trello',
      'my tasks over all boards',
      'which of my cards are overdue',
      'cards assigned to me',
      'what is due this week on my boards',
      'which cards are mine',
      'what am I supposed to do on the boards',
      'my open tasks in Trello',
      'what have I been given to do in Trello',
      'on which cards am I',
      'what do my boards want from me this week',
      'cards with my name on them'
    ]
  },
  input: Type.Object({
    board: Type.Optional(searchBoard),
    status: status('cards'),
    due_before: cardFilters.due_before,
    due_after: cardFilters.due_after,
    due_complete: cardFilters.due_complete
  }),
  output: listOf(Card, {}),
  errors: { ...NOT_FOUND('board') },
  examples: [
    {
      name: 'due_first',
      summary: 'Cards due before a time',
      input: { due_before: '2026-01-21T00:00:00Z' },
      output: {
        items: [
          {
            id: '695d23705eed00000000001f',
            name: 'Test the login form',
            board_id: '695bd1f05eed000000000007',
            list_id: '695c0a305eed00000000000b',
            archived: false,
            due: '2026-01-20T15:00:00.000Z',
            due_complete: false,
            start: null,
            labels: [{ id: '695c26505eed00000000000d', name: 'Feature', color: 'green' }],
            member_ids: ['695b7d905eed000000000001', '695bc3e05eed000000000006'],
            position: 245760,
            last_activity: '2026-01-06T15:00:00.000Z',
            url: 'https://trello.com/c/0bapugfv'
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    {
      name: 'unknown_board',
      summary: 'A board that does not exist',
      input: { board: 'Playgrond' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  handler: (input, call) => listMyCards(call.client, input, call)
})
