import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { searchCards } from '../../client/search.ts'
import { NOT_FOUND } from '../../failures.ts'
import { searchBoard } from '../../inputs.ts'
import { Card } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'search_cards',
  core: true,
  group: 'search',
  summary: 'Find cards by words, on one board or on all',
  description:
    'Answers cards that Trello finds for a query, its best first: every word must occur in the card. Operators of Trello are taken, as @me, #label, list:name, due:week, is:open, -word. Use it to find a card by what it says. It is not for work on many cards: what was made or changed in the last minutes may be missing, and Trello searches with a narrow limit of its own; list_cards with conditions is complete. Answers 10,100 cards at most, then truncated says so.',
  permission: 'read',
  http: 'GET /search/cards',
  list: true,
  see_also: ['trello_list_cards', 'trello_get_card'],
  input: Type.Object({
    query: Type.String({
      minLength: 1,
      maxLength: 16_384,
      pattern: '\\S',
      'x-form': 'with something in it',
      description: 'Words to find, and operators of Trello'
    }),
    board: Type.Optional(searchBoard),
    prefix: Type.Boolean({
      default: false,
      description: 'true: the words of the query may be beginnings of words. Default false: whole words'
    })
  }),
  output: listOf(Card, {}),
  errors: { ...NOT_FOUND('board') },
  examples: [
    {
      name: 'words',
      summary: 'Cards of a board in which two words occur',
      input: { query: 'translate invoices', board: 'Website Relaunch', limit: 1 },
      output: {
        items: [
          {
            id: '69607d405eed00000000005c',
            name: 'Translate the invoices again',
            board_id: '695bd1f05eed000000000007',
            list_id: '695be0005eed000000000008',
            archived: false,
            due: null,
            due_complete: false,
            start: null,
            labels: [
              { id: '695c18405eed00000000000c', name: 'Bug', color: 'red' },
              { id: '695c50805eed000000000010', name: '', color: 'yellow' }
            ],
            member_ids: ['695bb5d05eed000000000005'],
            position: 1245184,
            last_activity: '2026-01-09T04:00:00.000Z',
            url: 'https://trello.com/c/1p0vtlok'
          }
        ],
        next_cursor: 'WzFd',
        total: { value: 2, relation: 'eq' }
      }
    },
    { name: 'empty', summary: 'A query has words', input: { query: ' ' }, error: { reason: 'invalid_field_value' } }
  ],
  handler: (input, call) => searchCards(call.client, input, call)
})
