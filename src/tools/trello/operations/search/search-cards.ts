import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { searchCards } from '../../client/cards/search.ts'
import { searchBoard } from '../../inputs.ts'
import { Card, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'search_cards',
  core: true,
  group: 'search',
  summary: 'Search cards by text, on one board or all boards',
  description:
    "Returns the cards that Trello finds for a query, best match first: every word must occur in the card. Trello's operators work, such as @me, #label, list:name, due:week, is:open, -word. Use it to find a card by its text. To process many cards, use list_cards with filters, which is complete: a search may miss cards created or changed in the last few minutes, and Trello limits searches more strictly than other requests. All pages together return at most 10,100 cards; if there are more, `truncated` is true.",
  permission: 'read',
  http: 'GET /search/cards',
  list: true,
  see_also: ['trello_list_cards', 'trello_get_card'],
  asked_as: {
    en: [
      'find a task by its text',
      'look for a card about a topic',
      'where is the card with that title',
      'search my Trello',
      'is there a card for the website',
      'did we already have a task about the invoice',
      'which card mentions a customer',
      'where is the card about it',
      'do we have a card for the website',
      'is there a card about paint',
      'did we write a card on that',
      'look in Trello for the printer',
      'where did I put the task about the roof'
    ],
    de: ['eine Karte suchen'],
    es: ['busca una tarjeta'],
    fr: ['chercher une carte'],
    ja: ['カードを検索'],
    pl: ['znajdź kartę']
  },
  input: Type.Object({
    query: Type.String({
      minLength: 1,
      maxLength: 16_384,
      pattern: '\\S',
      'x-form': 'with at least one visible character',
      description: "Words to search for, and Trello's search operators"
    }),
    board: Type.Optional(searchBoard),
    prefix: Type.Boolean({
      default: false,
      description: 'true: a word of the query may match the beginning of a word. Default false: whole words'
    })
  }),
  output: listOf(Card, {}),
  errors: { ...NOT_FOUND('board') },
  examples: [
    {
      name: 'words',
      summary: 'Cards of a board that contain two words',
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
    { name: 'empty', summary: 'A query needs words', input: { query: ' ' }, error: { reason: 'invalid_field_value' } }
  ],
  handler: (input, call) => searchCards(call.client, input, call)
})
