import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listLists } from '../../client/lists.ts'
import { boardName, status } from '../../inputs.ts'
import { List, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'list_lists',
  core: true,
  group: 'lists',
  summary: 'List the lists of a board',
  description:
    'Returns the ID, name and position of each list of a board, from left to right. Use it to see which lists a card can be moved to. For the cards of a list, use list_cards with list; the number of cards is not included.',
  permission: 'read',
  http: 'GET /boards/:board/lists',
  list: true,
  see_also: ['trello_list_cards', 'trello_create_list', 'trello_update_list'],
  asked_as: {
    en: [
      'which columns does the board have',
      'lanes of my kanban board',
      'stages of the board',
      'stages of our workflow in Trello',
      'which columns can I put a card in',
      'how is the board organized',
      'steps of our board',
      'which columns are there',
      'where can a card go on the board',
      'what stages do our tasks go through',
      'the names of the lists'
    ],
    de: ['welche Spalten hat das Board'],
    es: ['qué listas tiene el tablero'],
    fr: ['quelles listes a le tableau'],
    ja: ['ボードのリスト一覧'],
    pl: ['jakie kolumny ma tablica']
  },
  input: Type.Object({ board: boardName, status: status('lists') }),
  output: listOf(List, {}),
  errors: { ...NOT_FOUND('board') },
  examples: [
    {
      name: 'open',
      summary: 'The open lists of a board',
      input: { board: 'Website Relaunch' },
      output: {
        items: [
          { id: '695be0005eed000000000008', name: 'Backlog', board_id: '695bd1f05eed000000000007', archived: false, position: 65536 },
          { id: '695bee105eed000000000009', name: 'In progress', board_id: '695bd1f05eed000000000007', archived: false, position: 131072 },
          { id: '695bfc205eed00000000000a', name: 'Review', board_id: '695bd1f05eed000000000007', archived: false, position: 196608 },
          { id: '695c0a305eed00000000000b', name: 'Done', board_id: '695bd1f05eed000000000007', archived: false, position: 262144 }
        ],
        next_cursor: null,
        total: { value: 4, relation: 'eq' }
      }
    },
    {
      name: 'unknown_board',
      summary: 'A name that no board has',
      input: { board: 'Web site' },
      error: { reason: 'invalid_field_value', message: 'board does not match any board: Web site.' }
    }
  ],
  handler: (input, call) => listLists(call.client, input, call)
})
