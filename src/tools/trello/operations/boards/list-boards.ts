import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listBoards } from '../../client/boards.ts'
import { status, workspaceName } from '../../inputs.ts'
import { Board, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'list_boards',
  core: true,
  group: 'boards',
  summary: 'List the boards of the owner of the token',
  description:
    "Returns the ID, name, description, URL and last activity of each board of the token's owner, oldest first. Use it to see which boards exist and what they are called; other operations accept the name or the ID. For the lists of a board, use list_lists; for its cards, list_cards.",
  permission: 'read',
  http: 'GET /boards',
  list: true,
  see_also: ['trello_get_board', 'trello_list_lists', 'trello_list_cards'],
  asked_as: {
    en: [
      'which boards do I have',
      'show all my Trello boards',
      'what kanban boards are there',
      'what boards are in Trello',
      'all my task boards',
      'list my projects in Trello',
      'which boards are there',
      'my Trello projects',
      'which projects are in Trello',
      'where can I put a task in Trello',
      'names of all boards'
    ],
    de: ['welche Boards habe ich'],
    es: ['qué tableros tengo'],
    fr: ['quels tableaux ai-je'],
    ja: ['ボードの一覧'],
    pl: ['jakie mam tablice']
  },
  input: Type.Object({ status: status('boards'), workspace: Type.Optional(workspaceName('Only boards of this workspace')) }),
  output: listOf(Board, {}),
  errors: { ...NOT_FOUND('workspace') },
  examples: [
    {
      name: 'open',
      summary: 'The first two open boards',
      input: { limit: 2 },
      output: {
        items: [
          {
            id: '695bd1f05eed000000000007',
            name: 'Website Relaunch',
            description: 'Everything for the new site, until it is live.',
            archived: false,
            workspace_id: null,
            background: 'blue',
            url: 'https://trello.com/b/0n686af7/website-relaunch',
            last_activity: '2026-01-05T15:00:00.000Z'
          },
          {
            id: '6962f6105eed000000000089',
            name: 'Support',
            description: 'Questions of customers.',
            archived: false,
            workspace_id: null,
            background: 'blue',
            url: 'https://trello.com/b/1bmxyntt/support',
            last_activity: '2026-01-11T01:00:00.000Z'
          }
        ],
        next_cursor: 'WzAsIjY5NjJmNjEwNWVlZDAwMDAwMDAwMDA4OSJd',
        total: { value: 5, relation: 'eq' }
      }
    },
    {
      name: 'archived',
      summary: 'Archived boards',
      input: { status: 'archived' },
      output: {
        items: [
          {
            id: '697c48e05eed000000000256',
            name: 'Archive 2025',
            description: '',
            archived: true,
            workspace_id: null,
            background: 'blue',
            url: 'https://trello.com/b/15i6kjam/archive-2025',
            last_activity: '2026-01-30T06:00:00.000Z'
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    {
      name: 'strange_cursor',
      summary: 'An invalid cursor',
      input: { cursor: 'second' },
      error: { reason: 'invalid_field_value', message: 'cursor was not created by this operation.' }
    }
  ],
  handler: (input, call) => listBoards(call.client, input, call)
})
