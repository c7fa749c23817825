import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne } from '../../../../contract/requires.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listCards } from '../../client/cards/list.ts'
import { cardFilters } from '../../inputs.ts'
import { Card, description, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'list_cards',
  core: true,
  group: 'cards',
  summary: 'List the cards of a board or a list',
  description:
    'Returns the cards of a board or a list, newest first, page by page; filter them by label, member, due date and title. Use it to see what is on a board, or to find cards by their properties: it is complete and up to date. To search the text of cards on all boards, use search_cards; for one card with its checklists and members, get_card. Descriptions are omitted unless you set include_description. Pages follow the IDs of cards, so no card is listed twice or missed when cards are moved or created. Trello does not return the number of cards: total is known only if all cards fit on the first page.',
  permission: 'read',
  http: 'GET /cards',
  list: true,
  timeout_ms: 60_000,
  see_also: ['trello_get_card', 'trello_search_cards', 'trello_list_lists'],
  asked_as: {
    en: [
      "what's on my board",
      'which tasks are in the Doing column',
      'what do I have to do',
      'overdue tasks',
      'to-dos assigned to me',
      "what's left in the list",
      'what is the team working on',
      "what's in the backlog",
      'show everything in Done',
      'tasks due this week',
      'how many cards are in review',
      "what's left to do",
      'which tasks are past their date',
      'what is in the column',
      "what's on the board",
      'what should be done this week',
      'who does what on the board',
      'my open tasks'
    ],
    de: ['welche Aufgaben sind auf dem Board', 'alle Karten der Liste'],
    es: ['qué tareas hay en el tablero', 'tarjetas de la lista'],
    fr: ['quelles tâches sont sur le tableau', 'cartes de la liste'],
    ja: ['ボードのカード一覧', 'タスクを見せて'],
    pl: ['jakie zadania są na tablicy', 'karty z listy']
  },
  requires: [atLeastOne('board', 'list')],
  input: Type.Object({
    ...cardFilters,
    include_description: Type.Boolean({ default: false, description: 'true: include descriptions. Default false' })
  }),
  output: listOf(Type.Object({ ...Card.properties, description: Type.Optional(description) }), {}),
  errors: { ...NOT_FOUND('board or list') },
  examples: [
    {
      name: 'of_a_list',
      summary: 'The two newest cards of a list',
      input: { board: 'Website Relaunch', list: 'Review', limit: 2 },
      output: {
        items: [
          {
            id: '6962cbe05eed000000000086',
            name: 'Replace the invoices again',
            board_id: '695bd1f05eed000000000007',
            list_id: '695bfc205eed00000000000a',
            archived: false,
            due: null,
            due_complete: false,
            start: null,
            labels: [{ id: '695c34605eed00000000000e', name: 'Design', color: 'purple' }],
            member_ids: ['695b99b05eed000000000003'],
            position: 1933312,
            last_activity: '2026-01-10T22:00:00.000Z',
            url: 'https://trello.com/c/1m00rdyq'
          },
          {
            id: '696293a05eed000000000082',
            name: 'Write the price list again',
            board_id: '695bd1f05eed000000000007',
            list_id: '695bfc205eed00000000000a',
            archived: false,
            due: '2026-01-24T18:00:00.000Z',
            due_complete: true,
            start: null,
            labels: [{ id: '695c34605eed00000000000e', name: 'Design', color: 'purple' }],
            member_ids: ['695b8ba05eed000000000002'],
            position: 1867776,
            last_activity: '2026-01-10T18:00:00.000Z',
            url: 'https://trello.com/c/0ogpsdem'
          }
        ],
        next_cursor: 'WyI2OTYyOTNhMDVlZWQwMDAwMDAwMDAwODIiXQ',
        total: null
      }
    },
    {
      name: 'by_conditions',
      summary: 'Cards with a label that are due within a few days, with descriptions',
      input: {
        board: 'Website Relaunch',
        label: 'Bug',
        due_after: '2026-01-21T00:00:00Z',
        due_before: '2026-01-23T00:00:00Z',
        include_description: true
      },
      output: {
        items: [
          {
            id: '695f9c405eed00000000004c',
            name: 'Translate the search again',
            board_id: '695bd1f05eed000000000007',
            list_id: '695be0005eed000000000008',
            archived: false,
            due: '2026-01-22T12:00:00.000Z',
            due_complete: true,
            start: null,
            labels: [
              { id: '695c18405eed00000000000c', name: 'Bug', color: 'red' },
              { id: '695c50805eed000000000010', name: '', color: 'yellow' }
            ],
            member_ids: ['695b7d905eed000000000001', '695bc3e05eed000000000006'],
            position: 983040,
            last_activity: '2026-01-08T12:00:00.000Z',
            url: 'https://trello.com/c/1wxw1ho4',
            description: 'Translate the search, as agreed on 2026-01-08.\n\n- plan\n- do\n- review'
          },
          {
            id: '695ef3805eed000000000040',
            name: 'Fix the invoices',
            board_id: '695bd1f05eed000000000007',
            list_id: '695be0005eed000000000008',
            archived: false,
            due: '2026-01-22T00:00:00.000Z',
            due_complete: true,
            start: null,
            labels: [
              { id: '695c18405eed00000000000c', name: 'Bug', color: 'red' },
              { id: '695c50805eed000000000010', name: '', color: 'yellow' }
            ],
            member_ids: ['695b99b05eed000000000003'],
            position: 786432,
            last_activity: '2026-01-08T00:00:00.000Z',
            url: 'https://trello.com/c/13d36f4s',
            description: 'Fix the invoices, as agreed on 2026-01-08.\n\n- plan\n- do\n- review'
          },
          {
            id: '695e4ac05eed000000000034',
            name: 'Translate the login form',
            board_id: '695bd1f05eed000000000007',
            list_id: '695be0005eed000000000008',
            archived: false,
            due: '2026-01-21T12:00:00.000Z',
            due_complete: true,
            start: null,
            labels: [
              { id: '695c18405eed00000000000c', name: 'Bug', color: 'red' },
              { id: '695c50805eed000000000010', name: '', color: 'yellow' }
            ],
            member_ids: ['695bb5d05eed000000000005'],
            position: 589824,
            last_activity: '2026-01-07T12:00:00.000Z',
            url: 'https://trello.com/c/09sabckg',
            description: 'Translate the login form, as agreed on 2026-01-07.\n\n- plan\n- do\n- review'
          },
          {
            id: '695da2005eed000000000028',
            name: 'Fix the newsletter',
            board_id: '695bd1f05eed000000000007',
            list_id: '695be0005eed000000000008',
            archived: false,
            due: '2026-01-21T00:00:00.000Z',
            due_complete: true,
            start: null,
            labels: [
              { id: '695c18405eed00000000000c', name: 'Bug', color: 'red' },
              { id: '695c50805eed000000000010', name: '', color: 'yellow' }
            ],
            member_ids: ['695b8ba05eed000000000002'],
            position: 393216,
            last_activity: '2026-01-07T00:00:00.000Z',
            url: 'https://trello.com/c/1f8li944',
            description: 'Fix the newsletter, as agreed on 2026-01-07.\n\n- plan\n- do\n- review'
          }
        ],
        next_cursor: null,
        total: { value: 4, relation: 'eq' }
      }
    },
    {
      name: 'unknown_label',
      summary: 'A label that the board does not have',
      input: { board: 'Support', label: 'Urgnt' },
      error: { reason: 'invalid_field_value', message: 'label does not match any label: Urgnt.' }
    },
    { name: 'nowhere', summary: 'Neither board nor list', input: {}, error: { reason: 'missing_required_field' } }
  ],
  handler: (input, call) => listCards(call.client, input, call)
})
