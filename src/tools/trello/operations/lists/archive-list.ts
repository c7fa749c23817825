import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { updateList } from '../../client/lists.ts'
import { boardOfList, listName } from '../../inputs.ts'
import { List, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'archive_list',
  group: 'lists',
  summary: 'Archive a list, which hides its cards',
  description:
    'Archives a list and returns it. Its cards are hidden, but not archived themselves. Use it for a list that is no longer needed: nothing is lost, and update_list with archived: false restores the list. To archive cards and keep the list, use archive_card. Archiving an archived list changes nothing.',
  permission: 'write',
  idempotent: true,
  http: 'POST /lists/:list/archive',
  see_also: ['trello_update_list', 'trello_list_lists', 'trello_archive_card'],
  asked_as: {
    en: [
      'hide a column of the board',
      'put away a finished list',
      'remove a column with its tasks',
      'we no longer need the column',
      'clear a lane away',
      'the column can disappear',
      'hide the column',
      "we don't need that column any more",
      'the whole column is finished',
      'take the list off the board',
      'put the Ideas list away',
      'no one uses the lane any longer',
      'the board has a list too many'
    ],
    de: ['die Liste archivieren'],
    es: ['archiva la lista'],
    fr: ['archiver la liste'],
    ja: ['リストをアーカイブ'],
    pl: ['zarchiwizuj listę']
  },
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
      error: { reason: 'invalid_field_value', message: 'list does not match any list: Dong.' }
    }
  ],
  message: ({ list }) => `Archive the list ${brief(list)}`,
  handler: ({ list, board }, call) => updateList(call.client, { list, ...(board !== undefined && { board }), archived: true }, call)
})
