import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { createBoard } from '../../client/boards.ts'
import { background, boardCopy, longText, publicIsDestructive, title, visibility, workspaceName } from '../../inputs.ts'
import { NewBoard, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'create_board',
  group: 'boards',
  summary: 'Create a board',
  description:
    'Creates a board and returns it. It has the lists To Do, Doing and Done by default, or copies of the lists of another board (copy_from). Use it to start a project; then add lists with create_list and cards with create_card. No one is invited. A public board, which everyone on the internet can read, needs confirmation: others may keep copies for good. To change a board, use update_board instead. Calling it twice creates two boards: after an unknown outcome, check list_boards.',
  permission: publicIsDestructive,
  http: 'POST /boards',
  success: [201],
  see_also: ['trello_list_boards', 'trello_update_board', 'trello_create_list'],
  asked_as: {
    en: [
      'start a new Trello board',
      'make a board for the project',
      'set up a kanban for the team',
      'copy a board as a template',
      'I need another task board',
      'set up a Trello for the wedding',
      'we need a board for the house move',
      'open a board for the new project',
      'our team wants its own board',
      'a new kanban board',
      'organize the trip on a new board',
      'a Trello for the move',
      'begin a fresh board',
      'I want to plan the party on a board'
    ]
  },
  input: Type.Object({
    name: title('Name of the board'),
    description: Type.Optional(longText('Description')),
    workspace: Type.Optional(workspaceName('Workspace of the board. Default: chosen by Trello')),
    visibility: visibility({ default: 'private' }),
    background: Type.Optional(background('Background', '. Default: blue, or that of copy_from')),
    copy_from: Type.Optional(boardCopy),
    default_lists: Type.Boolean({
      default: true,
      description: 'true: create the lists To Do, Doing and Done. Ignored with copy_from. Default true'
    }),
    default_labels: Type.Boolean({ default: true, description: 'true: create the six default labels. Default true' })
  }),
  output: NewBoard,
  errors: { ...NOT_FOUND('workspace or board to copy') },
  examples: [
    {
      name: 'empty',
      summary: 'A board without lists',
      tested_elsewhere: 'test/tools/trello/boards.test.ts runs it (empty): another board would appear in the lists of other examples',
      input: { name: 'Garden', description: 'What grows where', workspace: 'Sandworks', default_lists: false },
      output: {
        id: '6b02551b5eed000000000456',
        name: 'Garden',
        description: 'What grows where',
        archived: false,
        workspace_id: '698f12405eed000000000454',
        background: 'blue',
        url: 'https://trello.com/b/0ey8rog4/garden',
        last_activity: null
      }
    },
    {
      name: 'unknown_workspace',
      summary: 'A workspace that does not exist',
      input: { name: 'Garden', workspace: 'Sandwork' },
      error: { reason: 'invalid_field_value' }
    },
    {
      name: 'public',
      summary: 'A public board needs confirmation',
      input: { name: 'Garden', visibility: 'public' },
      error: { reason: 'confirmation_required' }
    }
  ],
  message: ({ name, visibility }) => `Create the ${visibility === 'public' ? 'public ' : ''}board ${brief(name)}`,
  handler: (input, call) => createBoard(call.client, input, call)
})
