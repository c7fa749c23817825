import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { createWorkspace } from '../../client/boards.ts'
import { longText, shortName, title, website } from '../../inputs.ts'
import { NewWorkspace } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'create_workspace',
  group: 'workspaces',
  summary: 'Create a workspace',
  description:
    'Creates a workspace, which groups boards and people, and returns it. Use it for a new team; to add a board to an existing workspace, use create_board. Calling it twice creates two workspaces: after an unknown outcome, check list_workspaces.',
  permission: 'write',
  http: 'POST /workspaces',
  success: [201],
  see_also: ['trello_list_workspaces', 'trello_create_board'],
  asked_as: {
    en: [
      'make a Trello workspace for the new team',
      'set up a team in Trello',
      'I need a separate workspace',
      'a place in Trello for several boards',
      'a new team area in Trello',
      'a place in Trello for the boards of our club',
      'the club needs its own Trello team',
      'set up Trello for our company',
      'keep the boards of the family together in Trello',
      'open a new workspace',
      'a separate area for the boards of the school'
    ]
  },
  input: Type.Object({
    name: title('Name of the workspace'),
    short_name: Type.Optional(shortName),
    description: Type.Optional(longText('Description')),
    website: Type.Optional(website)
  }),
  output: NewWorkspace,
  errors: {},
  examples: [
    {
      name: 'gardeners',
      summary: 'A workspace with a short name',
      tested_elsewhere:
        'test/tools/trello/boards.test.ts runs it (gardeners): another workspace would appear in the lists of other examples',
      input: { name: 'The gardeners', short_name: 'gardeners', description: 'Who waters when' },
      output: {
        id: '6b02551b5eed000000000456',
        name: 'The gardeners',
        short_name: 'gardeners',
        description: 'Who waters when',
        url: 'https://trello.com/w/gardeners',
        website: null
      }
    },
    { name: 'blank', summary: 'A blank name', input: { name: ' ' }, error: { reason: 'invalid_field_value' } }
  ],
  message: ({ name }) => `Create the workspace ${brief(name)}`,
  handler: (input, call) => createWorkspace(call.client, input, call)
})
