import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { moveCard } from '../../client/cards/cards.ts'
import { cardId, destinationBoard, listName, position } from '../../inputs.ts'
import { CardWithText, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'move_card',
  core: true,
  group: 'cards',
  summary: 'Move a card to another list, on the same board or another one',
  description:
    'Moves a card to a list and returns the updated card. Use it when work progresses, such as from To Do to Doing, or to move a card to another board. On another board, the card keeps its labels (Trello creates those that are missing there) and loses members who are not on that board. To change its position within its list, use update_card with position. Moving a card to the list that it is in changes only its position.',
  permission: 'write',
  idempotent: true,
  http: 'POST /cards/:card_id/move',
  see_also: ['trello_list_lists', 'trello_update_card', 'trello_copy_card'],
  asked_as: {
    en: [
      'drag a task to Done',
      'the card is finished, put it in the Done column',
      'move a to-do to in progress',
      'shift a task to another board',
      "I'm done with the task, move it on",
      'start working on the card',
      'send the card back to the backlog',
      'next column for the task',
      "it's finished, slide it to Done",
      "I've begun with it, so it's in progress",
      'the card goes back',
      "that's done now",
      'we postpone the card to the backlog',
      "it's done, over to Done with it",
      'push the card to the next column',
      'the card goes back to To Do',
      'put the task in another column'
    ],
    de: ['die Karte in eine andere Liste verschieben', 'die Aufgabe nach Erledigt schieben'],
    es: ['mueve la tarjeta a otra lista', 'pasa la tarea a hecho'],
    fr: ['déplacer la carte vers une autre liste'],
    ja: ['カードを別のリストに移動', 'カードを完了に移す'],
    pl: ['przenieś kartę do innej listy']
  },
  input: Type.Object({
    card_id: cardId,
    list: listName('List to move the card to'),
    board: Type.Optional(destinationBoard),
    position: position('Position in the list', { default: 'bottom' })
  }),
  output: CardWithText,
  errors: { ...NOT_FOUND('card, list or board') },
  examples: [
    {
      name: 'on_its_board',
      summary: 'Move a card to the top of another list',
      input: { card_id: '697a32805eed000000000230', list: 'Doing', position: 'top' },
      output: {
        id: '697a32805eed000000000230',
        name: 'Design the price list',
        board_id: '697951805eed000000000220',
        list_id: '69796da05eed000000000222',
        archived: false,
        due: '2026-02-11T16:00:00.000Z',
        due_complete: false,
        start: null,
        labels: [{ id: '6979b3f05eed000000000227', name: 'Later', color: null }],
        member_ids: ['695b8ba05eed000000000002'],
        position: 8192,
        last_activity: '2026-11-22T02:36:11.890Z',
        url: 'https://trello.com/c/0718jsgk',
        description: ''
      }
    },
    {
      name: 'to_another_board',
      summary: 'Move a card to a list of another board',
      input: { card_id: '697a24705eed00000000022f', board: 'Support', list: 'Solved' },
      output: {
        id: '697a24705eed00000000022f',
        name: 'Fix the login form',
        board_id: '6962f6105eed000000000089',
        list_id: '696320405eed00000000008c',
        archived: false,
        due: null,
        due_complete: false,
        start: null,
        labels: [{ id: '69632e505eed00000000008d', name: 'Urgent', color: 'red' }],
        member_ids: ['695b99b05eed000000000003'],
        position: 6537216,
        last_activity: '2026-11-22T02:44:06.937Z',
        url: 'https://trello.com/c/0y5yu0vj',
        description: 'Fix the login form, as agreed on 2026-01-28.\n\n- plan\n- do\n- review'
      }
    },
    {
      name: 'unknown_list',
      summary: "A list that the card's board does not have",
      input: { card_id: '697a32805eed000000000230', list: 'Waiting for an answer' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ card_id, list, board }) =>
    `Move the card ${card_id} to the list ${brief(list)}${board === undefined ? '' : ` of the board ${brief(board)}`}`,
  handler: (input, call) => moveCard(call.client, input, call)
})
