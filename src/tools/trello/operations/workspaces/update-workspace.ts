import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne } from '../../../../contract/requires.ts'
import { brief } from '../../../../lib/format.ts'
import { updateWorkspace } from '../../client/boards.ts'
import { longText, shortName, title, website, workspaceName } from '../../inputs.ts'
import { NOT_FOUND, Workspace } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'update_workspace',
  group: 'workspaces',
  summary: 'Update a workspace: its names, description or website',
  description:
    'Updates the given properties of a workspace, keeps the others, and returns the workspace. Use it to rename a workspace. Its boards and members do not change: to move a board, use update_board instead.',
  permission: 'write',
  http: 'PATCH /workspaces/:workspace',
  idempotent: true,
  see_also: ['trello_list_workspaces', 'trello_update_board'],
  asked_as: {
    en: [
      'rename the Trello workspace',
      'the workspace needs another description',
      'change the website of our Trello team',
      'our Trello team has a new name',
      'the workspace is called wrong',
      'give the Trello team a description',
      'the workspace should be called differently',
      'put our website on the Trello team',
      'change the title of the workspace',
      'update the details of our Trello team'
    ]
  },
  requires: [atLeastOne('name', 'short_name', 'description', 'website')],
  input: Type.Object({
    workspace: workspaceName('Workspace'),
    name: Type.Optional(title('New name')),
    short_name: Type.Optional(shortName),
    description: Type.Optional(longText('New description')),
    website: Type.Optional(website)
  }),
  output: Workspace,
  errors: { ...NOT_FOUND('workspace') },
  examples: [
    {
      name: 'same_name',
      summary: 'A workspace gets the name that it already has',
      input: { workspace: 'sandworks', name: 'Sandworks' },
      output: {
        id: '698f12405eed000000000454',
        name: 'Sandworks',
        short_name: 'sandworks',
        description: 'The team of the sandbox.',
        url: 'https://trello.com/w/sandworks',
        website: null
      }
    },
    {
      name: 'unknown',
      summary: 'A workspace that does not exist',
      input: { workspace: 'Sandwork', name: 'x' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ workspace }) => `Update the workspace ${brief(workspace)}`,
  handler: (input, call) => updateWorkspace(call.client, input, call)
})
