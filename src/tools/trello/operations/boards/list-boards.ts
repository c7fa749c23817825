import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listBoards } from '../../client/boards.ts'
import { status } from '../../inputs.ts'
import { Board } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'list_boards',
  core: true,
  group: 'boards',
  summary: 'List the boards that the token can see',
  description:
    'Answers id, name, description, address and last activity of each board of the member whom the token belongs to, in the order of their making. Use it to learn which boards there are and how they are called; other operations take the name or the id. For the lists of a board use list_lists, for its cards list_cards.',
  permission: 'read',
  http: 'GET /boards',
  list: true,
  see_also: ['trello_get_board', 'trello_list_lists', 'trello_list_cards'],
  input: Type.Object({ status: status('boards') }),
  output: listOf(Board, {}),
  errors: {},
  examples: [
    {
      name: 'open',
      summary: 'The first two boards that are not archived',
      input: { limit: 2 },
      output: {
        items: [
          {
            id: '695bd1f05eed000000000007',
            name: 'Website Relaunch',
            description: 'Everything for the new site, until it is live.',
            archived: false,
            url: 'https://trello.com/b/0n686af7/website-relaunch',
            last_activity: '2026-01-05T15:00:00.000Z'
          },
          {
            id: '6962f6105eed000000000089',
            name: 'Support',
            description: 'Questions of customers.',
            archived: false,
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
      summary: 'Boards that were archived',
      input: { status: 'archived' },
      output: {
        items: [
          {
            id: '697c48e05eed000000000256',
            name: 'Archive 2025',
            description: '',
            archived: true,
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
      summary: 'A cursor that no answer gave',
      input: { cursor: 'second' },
      error: { reason: 'invalid_field_value', message: 'cursor was not made by this operation.' }
    }
  ],
  handler: (input, call) => listBoards(call.client, input, call)
})
