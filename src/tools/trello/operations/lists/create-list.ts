import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { createList } from '../../client/lists.ts'
import { NOT_FOUND } from '../../failures.ts'
import { boardName, position, title } from '../../inputs.ts'
import { NewList } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'create_list',
  core: true,
  group: 'lists',
  summary: 'Create a list on a board',
  description:
    'Makes a new, empty list on a board and answers it. Use it when a column is lacking; look with list_lists first, since Trello takes several lists of one name. To rename a list use update_list. Two equal calls make two lists.',
  permission: 'write',
  http: 'POST /lists',
  success: [201],
  see_also: ['trello_list_lists', 'trello_update_list', 'trello_archive_list'],
  input: Type.Object({
    board: boardName,
    name: title('Name of the list'),
    position: position('Place among the lists of the board. Default bottom, the rightmost', { default: 'bottom' })
  }),
  output: NewList,
  errors: { ...NOT_FOUND('board') },
  examples: [
    {
      name: 'on_the_right',
      summary: 'A new list on the right',
      input: { board: 'Playground', name: 'Waiting' },
      output: { id: '6b02551b5eed000000000460', name: 'Waiting', board_id: '697951805eed000000000220', archived: false, position: 212992 }
    },
    { name: 'no_name', summary: 'A list needs a name', input: { board: 'Playground', name: ' ' }, error: { reason: 'invalid_field_value' } }
  ],
  message: ({ board, name }) => `Create the list ${brief(name)} on the board ${brief(board)}`,
  handler: (input, call) => createList(call.client, input, call)
})
