import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief, counted } from '../../../../lib/format.ts'
import { createChecklist } from '../../client/cards/checklists.ts'
import { cardId, position, title } from '../../inputs.ts'
import { NewChecklist, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'create_checklist',
  core: true,
  group: 'checklists',
  summary: 'Create a checklist on a card, with its items',
  description:
    'Creates a checklist on a card, then its items one by one, and returns the whole checklist. Use it for the steps of one card. To add an item to an existing checklist, use add_checklist_item. If an item fails, the checklist keeps the items created before it, and the error reports this (outcome executed). Calling it twice creates two checklists.',
  permission: 'write',
  http: 'POST /cards/:card_id/checklists',
  max_body: 5 * 1024 * 1024,
  success: [201],
  timeout_ms: 60_000,
  see_also: ['trello_list_checklists', 'trello_add_checklist_item', 'trello_delete_checklist'],
  asked_as: {
    en: [
      'break a card into subtasks',
      'add a to-do list inside the card',
      'list the steps of a task',
      'list the steps inside the card',
      'things to tick off on the task',
      'split the card in smaller steps',
      'give the card a list of steps',
      'break the card down into steps',
      'make a shopping list on the card',
      'the card needs a list of things to do',
      'what has to be done for this card, as a checklist',
      'write the steps on the card'
    ],
    de: ['eine Checkliste auf der Karte anlegen'],
    es: ['crea una checklist en la tarjeta'],
    fr: ['créer une checklist sur la carte'],
    ja: ['カードにチェックリストを作成'],
    pl: ['utwórz checklistę na karcie']
  },
  input: Type.Object({
    card_id: cardId,
    name: title('Title of the checklist'),
    items: Type.Array(title('Text of the item'), {
      maxItems: 50,
      default: [],
      description: 'Items to create, in order. Default: none'
    }),
    position: position('Position among the checklists of the card', { default: 'bottom' })
  }),
  output: NewChecklist,
  errors: { ...NOT_FOUND('card') },
  examples: [
    {
      name: 'with_items',
      summary: 'A checklist of two steps',
      input: { card_id: '697a78d05eed000000000235', name: 'Before going live', items: ['Test', 'Inform the team'] },
      output: {
        id: '6b02551b5eed00000000045d',
        card_id: '697a78d05eed000000000235',
        name: 'Before going live',
        position: 16384,
        items: [
          {
            id: '6b02551b5eed00000000045e',
            checklist_id: '6b02551b5eed00000000045d',
            name: 'Test',
            complete: false,
            due: null,
            member_id: null,
            position: 16384
          },
          {
            id: '6b02551b5eed00000000045f',
            checklist_id: '6b02551b5eed00000000045d',
            name: 'Inform the team',
            complete: false,
            due: null,
            member_id: null,
            position: 32768
          }
        ]
      }
    },
    {
      name: 'no_name',
      summary: 'A checklist needs a title',
      input: { card_id: '697a78d05eed000000000235' },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ card_id, name, items }) => `Create the checklist ${brief(name)} with ${counted(items.length, 'item')} on the card ${card_id}`,
  handler: (input, call) => createChecklist(call.client, input, call)
})
