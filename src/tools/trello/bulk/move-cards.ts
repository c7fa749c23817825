import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { brief } from '../../../lib/format.ts'
import { numberOrNull, text, texts } from '../../../lib/row.ts'
import { BUG_LABELS, BUGS, jobOverBugs, NO_SELECTION, OPEN_BUGS } from '../bulk-examples.ts'
import { CHANGE_ERRORS, cardsOrIds, cardsSaid, IF_CHANGED } from '../bulk-inputs.ts'
import { changing } from '../client/bulk-change.ts'
import { selectCards } from '../client/bulk-select.ts'
import { destination } from '../client/resolve.ts'
import { cardFilters, destinationBoard, listName, position } from '../inputs.ts'
import { trello } from '../tool.ts'

const Image = Type.Object({
  list_id: Type.String(),
  board_id: Type.String(),
  position: Type.Union([Type.Number(), Type.Null()]),
  label_ids: Type.Array(Type.String()),
  member_ids: Type.Array(Type.String())
})

/** Where a card of the examples is. */
const was = (position: number, member: string) => ({
  list_id: '695be0005eed000000000008',
  board_id: '695bd1f05eed000000000007',
  position,
  label_ids: BUG_LABELS[0].ids,
  member_ids: [member]
})

export default defineBulk(trello, {
  name: 'move_cards',
  core: true,
  summary: 'Move many cards to another list, on their board or another one',
  description: `Makes a job that moves the cards of a board or list that fit, or those named in ids (ids, short links or addresses), to a list. Use it to clear a list or to hand work to another board; for one card use move_card. The job shows a preview; nothing is moved before it is confirmed. A card that is in the list already is skipped. ${IF_CHANGED} Cards come to the top or bottom of the list in no set order. On another board they keep labels of the same name and colour, which Trello makes there where they are lacking, and lose members who are not on that board. Undo brings each card back to its list and place, and from another board with the labels and members that it had: those put on it there since are lost. A card that somebody moved on is left alone. Answers the job: poll it with jobs_get.`,
  permission: 'write',
  see_also: ['trello_list_cards', 'trello_move_card', 'trello_list_lists'],
  input: Type.Object({
    ...cardFilters,
    to_list: listName('List to move them to'),
    to_board: Type.Optional(destinationBoard),
    position: position('Place in that list. Default bottom', { default: 'bottom' })
  }),
  requires: [cardsOrIds('board')],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'to_done',
      summary: 'Some cards are done: a job that shows what it would do and awaits confirmation',
      input: { ...BUGS, to_list: 'Done' },
      output: jobOverBugs('trello_bulk_move_cards', `Move ${OPEN_BUGS} to the list Done`, {
        data: [was(589824, '695bb5d05eed000000000005'), was(393216, '695b8ba05eed000000000002'), was(196608, '695ba7c05eed000000000004')]
      })
    },
    {
      name: 'unknown_list',
      summary: 'A list that the board does not have',
      input: { ...BUGS, to_list: 'Finished' },
      error: { reason: 'invalid_field_value' }
    },
    { ...NO_SELECTION, input: { to_list: '695c0a305eed00000000000b' } }
  ],
  message: ({ to_list, to_board, ...cards }) =>
    `Move ${cardsSaid(cards)} to the list ${brief(to_list)}${to_board === undefined ? '' : ` of the board ${brief(to_board)}`}`,
  async prepare({ to_list, to_board, position, ...cards }, call) {
    const { query, board_id } = await selectCards(cards, call)
    const paths = { list: 'to_list', board: 'to_board' }
    const place = await destination(call.client, { list: to_list, board: to_board ?? board_id }, call, paths)
    return { query, action: { ...place, position } }
  },
  ...changing({
    fields: 'idList,idBoard,pos,idLabels,idMembers',
    Image,
    imageOf: card => ({
      list_id: text(card, 'idList'),
      board_id: text(card, 'idBoard'),
      position: numberOrNull(card, 'pos'),
      label_ids: texts(card, 'idLabels'),
      member_ids: texts(card, 'idMembers')
    }),
    isDone: (card, { list_id }: { list_id: string; board_id: string; position: string }) => text(card, 'idList') === list_id,
    change: ({ list_id, board_id, position }) => ({ method: 'PUT', json: { idList: list_id, idBoard: board_id, pos: position } }),
    isAsBefore: (card, { list_id }) => text(card, 'idList') === list_id,
    restore: (before, action) => ({
      method: 'PUT',
      json: {
        idList: before.list_id,
        idBoard: before.board_id,
        ...(before.position !== null && { pos: before.position }),
        // What another board took from the card.
        ...(before.board_id !== action.board_id && {
          idLabels: before.label_ids.join(','),
          idMembers: before.member_ids.join(',')
        })
      }
    })
  })
})
