import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { updateList } from '../../client/lists.ts'
import { NOT_FOUND } from '../../failures.ts'
import { boardOfList, listName } from '../../inputs.ts'
import { List } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'archive_list',
  group: 'lists',
  summary: 'Archive a list with the cards in it',
  description:
    'Takes a list off its board; its cards are no longer shown, but are not archived themselves. Use it for a column that is no longer needed: nothing is lost, update_list with archived: false brings it back. To archive cards and keep the list use archive_card. Answers the list; archiving it again changes nothing.',
  permission: 'write',
  idempotent: true,
  http: 'POST /lists/:list/archive',
  see_also: ['trello_update_list', 'trello_list_lists', 'trello_archive_card'],
  input: Type.Object({ list: listName('List to archive'), board: boardOfList }),
  output: List,
  errors: { ...NOT_FOUND('list or board') },
  examples: [
    {
      name: 'by_name',
      summary: 'A list that is no longer needed',
      input: { list: 'New', board: '697c02905eed000000000251' },
      output: { id: '697c10a05eed000000000252', name: 'New', board_id: '697c02905eed000000000251', archived: true, position: 65536 }
    },
    {
      name: 'unknown_list',
      summary: 'A name that no list of the board has',
      input: { list: 'Dong', board: 'Playground' },
      error: { reason: 'invalid_field_value', message: 'list names no list: Dong.' }
    }
  ],
  message: ({ list }) => `Archive the list ${brief(list)}`,
  handler: ({ list, board }, call) => updateList(call.client, { list, ...(board !== undefined && { board }), archived: true }, call)
})
