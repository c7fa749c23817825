import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listLists } from '../../client/boards.ts'
import { NOT_FOUND } from '../../failures.ts'
import { boardName, status } from '../../inputs.ts'
import { List } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'list_lists',
  core: true,
  group: 'lists',
  summary: 'List the lists of a board',
  description:
    'Answers id, name and position of each list of a board, from left to right. Use it to learn into which lists a card can go. For the cards in a list use list_cards with list; the lists do not tell how many cards they hold.',
  permission: 'read',
  http: 'GET /boards/:board/lists',
  list: true,
  see_also: ['trello_list_cards', 'trello_create_list', 'trello_update_list'],
  input: Type.Object({ board: boardName, status: status('lists') }),
  output: listOf(List, {}),
  errors: { ...NOT_FOUND('board') },
  examples: [
    {
      name: 'open',
      summary: 'The lists of a board that are not archived',
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
      error: { reason: 'invalid_field_value', message: 'board names no board: Web site.' }
    }
  ],
  handler: (input, call) => listLists(call.client, input, call)
})
