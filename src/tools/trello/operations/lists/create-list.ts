import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { createList } from '../../client/lists.ts'
import { boardName, position, title } from '../../inputs.ts'
import { NewList, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'create_list',
  core: true,
  group: 'lists',
  summary: 'Create a list on a board',
  description:
    'Creates an empty list on a board and returns it. Use it when the board needs another list; check list_lists first, since Trello accepts several lists with the same name. To rename a list, use update_list. Calling it twice creates two lists.',
  permission: 'write',
  http: 'POST /lists',
  success: [201],
  see_also: ['trello_list_lists', 'trello_update_list', 'trello_archive_list'],
  asked_as: {
    en: [
      'add a column to the board',
      'new lane on my kanban board',
      'I need a Review column',
      'the board needs another stage',
      'new column between Doing and Done',
      'add a column',
      'the board needs a place for blocked cards',
      'the board needs a column Waiting',
      'put a new list on the board',
      'we want another column',
      'an extra lane for testing',
      'add a list for ideas'
    ],
    de: ['eine neue Spalte auf dem Board anlegen'],
    es: ['crea una lista en el tablero'],
    fr: ['créer une liste sur le tableau'],
    ja: ['ボードにリストを追加'],
    pl: ['dodaj kolumnę do tablicy']
  },
  input: Type.Object({
    board: boardName,
    name: title('Name of the list'),
    position: position('Position among the lists of the board, from left to right', { default: 'bottom' })
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
