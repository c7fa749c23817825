import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getBoard } from '../../client/boards.ts'
import { NOT_FOUND } from '../../failures.ts'
import { boardName } from '../../inputs.ts'
import { Board } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'get_board',
  core: true,
  group: 'boards',
  summary: 'Get one board by its name, id, short link or address',
  description:
    'Answers id, name, description, address and last activity of a board. Use it to turn the name or the address of a board into its id, or to read its description. For all boards use list_boards; lists, labels, members and cards are not part of the answer: use list_lists, list_labels, list_members and list_cards.',
  permission: 'read',
  http: 'GET /boards/:board',
  see_also: ['trello_list_boards', 'trello_list_lists', 'trello_list_cards'],
  input: Type.Object({ board: boardName }),
  output: Board,
  errors: { ...NOT_FOUND('board') },
  examples: [
    {
      name: 'by_name',
      summary: 'A board by its name, in whatever case',
      input: { board: 'website relaunch' },
      output: {
        id: '695bd1f05eed000000000007',
        name: 'Website Relaunch',
        description: 'Everything for the new site, until it is live.',
        archived: false,
        url: 'https://trello.com/b/0n686af7/website-relaunch',
        last_activity: null
      }
    },
    {
      name: 'two_of_a_name',
      summary: 'A name that two boards have',
      input: { board: 'Ideas' },
      error: { reason: 'invalid_field_value', message: 'board names 2 boards: Ideas.' }
    },
    {
      name: 'unknown_id',
      summary: 'An id that no board has',
      input: { board: '0123456789abcdef01234567' },
      error: { reason: 'upstream_not_found', message: 'Trello has no board 0123456789abcdef01234567 that this token can see.' }
    }
  ],
  handler: ({ board }, call) => getBoard(call.client, board, call)
})
