import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listMembers } from '../../client/boards.ts'
import { boardName } from '../../inputs.ts'
import { Member, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'list_members',
  core: true,
  group: 'members',
  summary: 'List the members of a board',
  description:
    'Returns the ID, username and full name of each member of a board. Use it to see who can be assigned to a card with add_member. For the cards of a member, use list_cards with member.',
  permission: 'read',
  http: 'GET /boards/:board/members',
  list: true,
  see_also: ['trello_add_member', 'trello_list_cards'],
  asked_as: {
    en: [
      'who is on the board',
      'people that share the Trello board',
      'whom can I give tasks to',
      'who works with this board',
      'people on our Trello',
      'who are the people on the board',
      'who is in the team on Trello',
      "who's on the house board",
      'who takes part in the board',
      'who can see and edit our board',
      'whose board is it'
    ],
    de: ['wer ist auf dem Board'],
    es: ['quién está en el tablero'],
    fr: ['qui est sur le tableau'],
    ja: ['ボードのメンバー'],
    pl: ['kto jest na tablicy']
  },
  input: Type.Object({ board: boardName }),
  output: listOf(Member, {}),
  errors: { ...NOT_FOUND('board') },
  examples: [
    {
      name: 'first_two',
      summary: 'The first two members of a board',
      input: { board: 'Support', limit: 2 },
      output: {
        items: [
          { id: '695b7d905eed000000000001', username: 'samsandbox', full_name: 'Sam Sandbox' },
          { id: '695b8ba05eed000000000002', username: 'amara', full_name: 'Amara Okafor' }
        ],
        next_cursor: 'WzAsIjY5NWI4YmEwNWVlZDAwMDAwMDAwMDAwMiJd',
        total: { value: 6, relation: 'eq' }
      }
    },
    {
      name: 'unknown_field',
      summary: 'A name in fields that members do not have',
      input: { board: 'Support', fields: ['email'] },
      error: { reason: 'invalid_field_value' }
    }
  ],
  handler: (input, call) => listMembers(call.client, input, call)
})
