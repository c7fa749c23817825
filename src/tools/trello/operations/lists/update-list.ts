import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne } from '../../../../contract/requires.ts'
import { brief } from '../../../../lib/format.ts'
import { updateList } from '../../client/lists.ts'
import { NOT_FOUND } from '../../failures.ts'
import { boardOfList, listName, position, title } from '../../inputs.ts'
import { List } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'update_list',
  group: 'lists',
  summary: 'Rename, move, archive or bring back a list',
  description:
    'Changes the name or the place of a list, or whether it is archived, and answers the list as it is now. Use it to rename a list, to move it on its board, or to bring an archived one back (archived: false). Its cards stay in it; to move cards use move_card. What is not given stays as it is.',
  permission: 'write',
  idempotent: true,
  http: 'PATCH /lists/:list',
  see_also: ['trello_list_lists', 'trello_archive_list'],
  requires: [atLeastOne('name', 'position', 'archived')],
  input: Type.Object({
    list: listName('List to change'),
    board: boardOfList,
    name: Type.Optional(title('New name')),
    position: Type.Optional(position('New place among the lists of the board')),
    archived: Type.Optional(Type.Boolean({ description: 'true: archive it; false: bring it back' }))
  }),
  output: List,
  errors: { ...NOT_FOUND('list or board') },
  examples: [
    {
      name: 'rename',
      summary: 'A list gets the name that it has',
      input: { list: 'Doing', board: 'Playground', name: 'Doing' },
      output: { id: '69796da05eed000000000222', name: 'Doing', board_id: '697951805eed000000000220', archived: false, position: 131072 }
    },
    {
      name: 'name_without_board',
      summary: 'A list can be named only on a board',
      input: { list: 'Doing', name: 'In work' },
      error: { reason: 'invalid_field_value', message: 'board is needed where list is a name.' }
    },
    {
      name: 'nothing',
      summary: 'Nothing to change',
      input: { list: 'Doing', board: 'Playground' },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ list }) => `Change the list ${brief(list)}`,
  handler: (input, call) => updateList(call.client, input, call)
})
