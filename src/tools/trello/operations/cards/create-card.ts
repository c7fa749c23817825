import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { createCard } from '../../client/cards/cards.ts'
import { boardOfList, listName, longText, position, someLabels, someMembers, title, when } from '../../inputs.ts'
import { NewCard, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'create_card',
  core: true,
  group: 'cards',
  summary: 'Create a card in a list',
  description:
    'Creates a card in a list, with an optional description, due date, labels and members, and returns it. Use it to record a task. To copy a card, use copy_card; to add steps to a card, create_checklist. Calling it twice creates two cards: after an `unknown` outcome, check list_cards before you retry.',
  permission: 'write',
  http: 'POST /cards',
  success: [201],
  see_also: ['trello_update_card', 'trello_copy_card', 'trello_create_checklist', 'trello_list_cards'],
  asked_as: {
    en: [
      'add a task to the board',
      'put a to-do on Trello',
      'new card in the To Do column',
      'jot down a task',
      'add an item to my board',
      'put a task on the kanban board',
      'remind the team on the board',
      'we need a card for this',
      'note a chore in the backlog',
      'make a task for Friday',
      'someone has to order chairs, put it on the board',
      'we must renew the passport, note it on the board',
      'buy paint, on the board with it',
      'new idea for the backlog',
      'one more thing to do',
      'remember to call the plumber, put it on my list',
      'note down in Trello that it has to be painted',
      'put it on the board as a task',
      'a card for the bathroom please',
      'add that to our Trello'
    ],
    de: ['eine neue Karte anlegen', 'eine Aufgabe auf das Board setzen'],
    es: ['crea una tarjeta', 'añade una tarea al tablero'],
    fr: ['créer une carte', 'ajouter une tâche au tableau'],
    ja: ['カードを作成', 'ボードにタスクを追加'],
    pl: ['utwórz kartę', 'dodaj zadanie do tablicy']
  },
  input: Type.Object({
    list: listName('List to create the card in'),
    board: boardOfList,
    name: title('Title of the card'),
    description: Type.Optional(longText('Description')),
    due: Type.Optional(when('Due date')),
    start: Type.Optional(when('Start date')),
    due_complete: Type.Optional(Type.Boolean({ description: 'true: mark the due date complete' })),
    labels: Type.Optional(someLabels('Labels')),
    members: Type.Optional(someMembers('Members to assign')),
    position: position('Position in the list', { default: 'bottom' })
  }),
  output: NewCard,
  errors: { ...NOT_FOUND('list or board') },
  examples: [
    {
      name: 'whole',
      summary: 'A card with every property',
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
      error: { reason: 'invalid_field_value', message: 'list does not match any list: Todo list.' }
    }
  ],
  message: ({ name, list }) => `Create the card ${brief(name)} in the list ${brief(list)}`,
  handler: (input, call) => createCard(call.client, input, call)
})
