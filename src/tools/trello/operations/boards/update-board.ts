import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne } from '../../../../contract/requires.ts'
import { brief } from '../../../../lib/format.ts'
import { updateBoard } from '../../client/boards.ts'
import { background, boardName, longText, publicIsDestructive, title, visibility, workspaceName } from '../../inputs.ts'
import { Board, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'update_board',
  group: 'boards',
  summary: 'Update, archive or restore a board',
  description:
    'Updates the name, description, workspace, visibility or background of a board, or archives (closes) or restores it, and returns the board. Use it to rename a board, to change its background, or to archive it: its lists and cards stay. Properties that you omit stay unchanged. To change a list, use update_list instead. Making a board public, so that everyone on the internet can read it, needs confirmation: others may keep copies for good.',
  permission: publicIsDestructive,
  http: 'PATCH /boards/:board',
  idempotent: true,
  see_also: ['trello_get_board', 'trello_create_board', 'trello_update_list'],
  asked_as: {
    en: [
      'rename the board',
      'close the old project board',
      'make the Trello board public',
      'reopen a closed board',
      'move the board to another workspace',
      'the board should be named differently',
      'the board gets another name',
      'the house board should be called differently',
      'give our board a new title',
      'shut the board, the project is over',
      'make the board private',
      'change the background of the board',
      'give the board another color',
      'the board should be green',
      "we don't need the board any more, close it",
      'only the team should see the board',
      'the board should be called "New flat"'
    ]
  },
  requires: [atLeastOne('name', 'description', 'archived', 'workspace', 'visibility', 'background')],
  input: Type.Object({
    board: boardName,
    name: Type.Optional(title('New name')),
    description: Type.Optional(longText('New description')),
    archived: Type.Optional(Type.Boolean({ description: 'true: archive the board; false: restore it' })),
    workspace: Type.Optional(workspaceName('New workspace')),
    visibility: Type.Optional(visibility({})),
    background: Type.Optional(background('New background'))
  }),
  output: Board,
  errors: { ...NOT_FOUND('board or workspace') },
  examples: [
    {
      name: 'description',
      summary: 'A board gets the description that it already has',
      input: { board: 'Playground', description: 'Change whatever you like here.' },
      output: {
        id: '697951805eed000000000220',
        name: 'Playground',
        description: 'Change whatever you like here.',
        archived: false,
        workspace_id: '698f12405eed000000000454',
        background: 'blue',
        url: 'https://trello.com/b/0ey8rog4/playground',
        last_activity: null
      }
    },
    { name: 'nothing', summary: 'No change given', input: { board: 'Playground' }, error: { reason: 'missing_required_field' } },
    {
      name: 'public',
      summary: 'A board is made public only with confirmation',
      input: { board: 'Playground', visibility: 'public' },
      error: { reason: 'confirmation_required' }
    }
  ],
  message: ({ board, archived, visibility }) =>
    `${archived === undefined ? 'Update' : archived ? 'Archive' : 'Restore'} the board ${brief(board)}${visibility === undefined ? '' : `, visibility ${visibility}`}`,
  handler: (input, call) => updateBoard(call.client, input, call)
})
