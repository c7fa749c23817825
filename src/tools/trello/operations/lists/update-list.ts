import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne } from '../../../../contract/requires.ts'
import { brief } from '../../../../lib/format.ts'
import { updateList } from '../../client/lists.ts'
import { boardOfList, listName, position, title } from '../../inputs.ts'
import { List, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'update_list',
  group: 'lists',
  summary: 'Update, move, archive or restore a list',
  description:
    'Updates the name or position of a list, or archives or restores it, and returns the updated list. Use it to rename a list, to move it on its board, or to restore an archived one (archived: false). Its cards stay in it; to move cards, use move_card. Properties that you omit stay unchanged.',
  permission: 'write',
  idempotent: true,
  http: 'PATCH /lists/:list',
  see_also: ['trello_list_lists', 'trello_archive_list'],
  asked_as: {
    en: [
      'rename a column',
      'move a lane to the left',
      'reorder the columns',
      'bring an archived list back',
      'give the column another name',
      'change the order of the columns',
      'put the lane first',
      'the column should be called Review',
      'move the column to the end',
      'the list should be named differently',
      'the column should be called differently',
      'move the column to the left',
      'the list should come first',
      'a new name for the column'
    ]
  },
  requires: [atLeastOne('name', 'position', 'archived')],
  input: Type.Object({
    list: listName('List to update'),
    board: boardOfList,
    name: Type.Optional(title('New name')),
    position: Type.Optional(position('New position among the lists of the board')),
    archived: Type.Optional(Type.Boolean({ description: 'true: archive the list; false: restore it' }))
  }),
  output: List,
  errors: { ...NOT_FOUND('list or board') },
  examples: [
    {
      name: 'rename',
      summary: 'Rename a list to the name it already has',
      input: { list: 'Doing', board: 'Playground', name: 'Doing' },
      output: { id: '69796da05eed000000000222', name: 'Doing', board_id: '697951805eed000000000220', archived: false, position: 131072 }
    },
    {
      name: 'name_without_board',
      summary: 'A list name needs a board',
      input: { list: 'Doing', name: 'In work' },
      error: { reason: 'invalid_field_value', message: 'board is required if list is a name.' }
    },
    {
      name: 'nothing',
      summary: 'No change given',
      input: { list: 'Doing', board: 'Playground' },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ list }) => `Update the list ${brief(list)}`,
  handler: (input, call) => updateList(call.client, input, call)
})
