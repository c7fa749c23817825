import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { createCard } from '../../client/cards.ts'
import { NOT_FOUND } from '../../failures.ts'
import { boardOfList, listName, longText, position, someLabels, someMembers, title, when } from '../../inputs.ts'
import { NewCard } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'create_card',
  core: true,
  group: 'cards',
  summary: 'Create a card in a list',
  description:
    'Makes a new card in a list, with description, due date, labels and members where given, and answers it. Use it to note something to be done. To copy a card use copy_card, for steps within it create_checklist. Two equal calls make two cards: where the answer was lost (outcome unknown) look with list_cards before you send it again.',
  permission: 'write',
  http: 'POST /cards',
  success: [201],
  see_also: ['trello_update_card', 'trello_copy_card', 'trello_create_checklist'],
  input: Type.Object({
    list: listName('List to make it in'),
    board: boardOfList,
    name: title('Title of the card'),
    description: Type.Optional(longText('Description')),
    due: Type.Optional(when('When it is due')),
    start: Type.Optional(when('When work on it begins')),
    due_complete: Type.Optional(Type.Boolean({ description: 'true: what is due is done already' })),
    labels: Type.Optional(someLabels('Labels to put on it')),
    members: Type.Optional(someMembers('Members to assign it to')),
    position: position('Place in the list. Default bottom', { default: 'bottom' })
  }),
  output: NewCard,
  errors: { ...NOT_FOUND('list or board') },
  examples: [
    {
      name: 'whole',
      summary: 'A card with all that one can have',
      input: {
        board: 'Playground',
        list: 'To do',
        name: 'Send the offer',
        description: 'To the **new** customer.',
        due: '2026-03-01T09:00:00Z',
        labels: ['Urgent'],
        members: ['amara'],
        position: 'top'
      },
      output: {
        id: '6b02551b5eed00000000045c',
        name: 'Send the offer',
        board_id: '697951805eed000000000220',
        list_id: '69795f905eed000000000221',
        archived: false,
        due: '2026-03-01T09:00:00.000Z',
        due_complete: false,
        start: null,
        labels: [{ id: '697989c05eed000000000224', name: 'Urgent', color: 'red' }],
        member_ids: ['695b8ba05eed000000000002'],
        position: 24576,
        last_activity: '2026-11-22T02:36:11.659Z',
        url: 'https://trello.com/c/1fka6jg0',
        description: 'To the **new** customer.'
      }
    },
    {
      name: 'unknown_list',
      summary: 'A list that the board does not have',
      input: { board: 'Playground', list: 'Todo list', name: 'Send the offer' },
      error: { reason: 'invalid_field_value', message: 'list names no list: Todo list.' }
    }
  ],
  message: ({ name, list }) => `Create the card ${brief(name)} in the list ${brief(list)}`,
  handler: (input, call) => createCard(call.client, input, call)
})
