import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getBoard } from '../../client/boards.ts'
import { boardName } from '../../inputs.ts'
import { Board, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'get_board',
  core: true,
  group: 'boards',
  summary: 'Get a board by its name, ID, short link or URL',
  description:
    'Returns the ID, name, description, URL and last activity of a board. Use it to turn the name or URL of a board into its ID, or to read its description. For all boards, use list_boards. Lists, labels, members and cards are not included: use list_lists, list_labels, list_members and list_cards.',
  permission: 'read',
  http: 'GET /boards/:board',
  see_also: ['trello_list_boards', 'trello_list_lists', 'trello_list_cards'],
  asked_as: {
    en: [
      'open my board',
      'details of a Trello board',
      'which columns and settings does the board have',
      'tell me about the board',
      'URL of my Trello board',
      'who can see the board',
      'info about the board',
      'is the board public',
      'what kind of board is it',
      'show me the house board',
      "what's the link to the board",
      'is the board closed'
    ],
    de: ['das Board anzeigen'],
    es: ['muestra el tablero'],
    fr: ['afficher le tableau'],
    ja: ['ボードを開いて'],
    pl: ['pokaż tablicę']
  },
  input: Type.Object({ board: boardName }),
  output: Board,
  errors: { ...NOT_FOUND('board') },
  examples: [
    {
      name: 'by_name',
      summary: 'A board by its name, case-insensitive',
      input: { board: 'website relaunch' },
      output: {
        id: '695bd1f05eed000000000007',
        name: 'Website Relaunch',
        description: 'Everything for the new site, until it is live.',
        archived: false,
        workspace_id: null,
        background: 'blue',
        url: 'https://trello.com/b/0n686af7/website-relaunch',
        last_activity: null
      }
    },
    {
      name: 'two_of_a_name',
      summary: 'A name that two boards share',
      input: { board: 'Ideas' },
      error: { reason: 'invalid_field_value', message: 'board matches 2 boards: Ideas.' }
    },
    {
      name: 'unknown_id',
      summary: 'An ID that no board has',
      input: { board: '0123456789abcdef01234567' },
      error: { reason: 'upstream_not_found', message: 'Trello has no board 0123456789abcdef01234567 that this token can see.' }
    }
  ],
  handler: ({ board }, call) => getBoard(call.client, board, call)
})
