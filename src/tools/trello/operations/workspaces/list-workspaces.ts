import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listWorkspaces } from '../../client/boards.ts'
import { Workspace } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'list_workspaces',
  group: 'workspaces',
  summary: 'List the workspaces that you belong to',
  description:
    'Returns the workspaces of the owner of the token, oldest first. Use it to see which workspaces exist, and to choose one for create_board. For the boards of a workspace, use list_boards with workspace instead.',
  permission: 'read',
  http: 'GET /workspaces',
  list: true,
  see_also: ['trello_list_boards', 'trello_create_board', 'trello_update_workspace'],
  asked_as: {
    en: [
      'which Trello workspaces do I have',
      'what teams am I in on Trello',
      'names of my workspaces',
      'which Trello teams am I in',
      'what areas do I have in Trello',
      'in which workspace is the board',
      'list my Trello teams',
      'to which workspaces do I belong',
      'which organizations are in Trello',
      'all the workspaces I can use',
      'is there a workspace for the club'
    ]
  },
  input: Type.Object({}),
  output: listOf(Workspace, {}),
  errors: {},
  examples: [
    {
      name: 'first',
      summary: 'The oldest workspace',
      input: { limit: 1 },
      output: {
        items: [
          {
            id: '698f12405eed000000000454',
            name: 'Sandworks',
            short_name: 'sandworks',
            description: 'The team of the sandbox.',
            url: 'https://trello.com/w/sandworks',
            website: null
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    { name: 'wrong_cursor', summary: 'An invalid cursor', input: { cursor: '2' }, error: { reason: 'invalid_field_value' } }
  ],
  handler: (input, call) => listWorkspaces(call.client, input, call)
})
