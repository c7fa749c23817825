import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { brief } from '../../../lib/format.ts'
import { numberOrNull, text, texts } from '../../../lib/row.ts'
import { BUG_LABELS, BUGS, jobOverBugs, NO_SELECTION, OPEN_BUG_CARDS } from '../bulk-examples.ts'
import { CHANGE_ERRORS, cardsOrIds, describeSelection, IF_CHANGED } from '../bulk-inputs.ts'
import { cardChangeAdapter } from '../client/bulk/change.ts'
import { selectCards } from '../client/bulk/select.ts'
import { resolveDestination } from '../client/resolve-names.ts'
import { boardOfTarget, cardFilters, listName, position } from '../inputs.ts'
import { trello } from '../tool.ts'

const Image = Type.Object({
  list_id: Type.String(),
  board_id: Type.String(),
  position: Type.Union([Type.Number(), Type.Null()]),
  label_ids: Type.Array(Type.String()),
  member_ids: Type.Array(Type.String())
})

/** The stored state of a card of the examples. */
const stateBefore = (position: number, member: string) => ({
  list_id: '695be0005eed000000000008',
  board_id: '695bd1f05eed000000000007',
  position,
  label_ids: BUG_LABELS[0].ids,
  member_ids: [member]
})

export default defineBulk(trello, {
  name: 'move_cards',
  summary: 'Move many cards to another list, on the same board or another one',
  description: `Creates a job that moves the cards of a board or list that match the filters, or the cards in ids (IDs, short links or URLs), to a list. Use it to empty a list or to hand work to another board; for one card, use move_card. The job shows a preview, and moves nothing until you confirm it. Cards that are already in the list are skipped. ${IF_CHANGED} The cards arrive in no fixed order. On another board, a card keeps its labels (Trello creates those that are missing there) and loses members who are not on that board. Undo returns each card to its previous list and position. A card that returns from another board gets its previous labels and members again, and loses those that were added there. Undo does not return a card that another user has moved since. Returns the job: poll it with jobs_get.`,
  permission: 'write',
  see_also: ['trello_list_cards', 'trello_move_card', 'trello_list_lists'],
  asked_as: {
    en: [
      'move everything from Doing to Done',
      "shift all tasks to next week's column",
      'carry over all unfinished cards to another board',
      'put all finished cards into another list',
      'everything in review goes to done',
      'clear the sprint column into the backlog',
      'carry over everything to the next sprint',
      'all cards of the list are finished, move them',
      'empty one list into another',
      'everything in This week goes to Next week',
      'all cards in Doing go back to To Do',
      'put every card of the list on another board',
      'push all open cards to the next column'
    ]
  },
  input: Type.Object({
    ...cardFilters,
    to_list: listName('List to move the cards to'),
    to_board: Type.Optional(boardOfTarget),
    position: position('Position in to_list', { default: 'bottom' })
  }),
  requires: [cardsOrIds('board')],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'to_done',
      summary: 'Move finished cards: the job shows a preview and waits for confirmation',
      input: { ...BUGS, to_list: 'Done' },
      output: jobOverBugs('trello_bulk_move_cards', `Move ${OPEN_BUG_CARDS} to the list Done`, {
        data: [
          stateBefore(589824, '695bb5d05eed000000000005'),
          stateBefore(393216, '695b8ba05eed000000000002'),
          stateBefore(196608, '695ba7c05eed000000000004')
        ]
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
    `Move ${describeSelection(cards)} to the list ${brief(to_list)}${to_board === undefined ? '' : ` of the board ${brief(to_board)}`}`,
  async prepare({ to_list, to_board, position, ...cards }, call) {
    const { query, board_id } = await selectCards(cards, call)
    const paths = { list: 'to_list', board: 'to_board' }
    const destination = await resolveDestination(call.client, { list: to_list, board: to_board ?? board_id }, call, paths)
    return { query, action: { ...destination, position } }
  },
  ...cardChangeAdapter({
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
        // Moving to another board removed these from the card.
        ...(before.board_id !== action.board_id && {
          idLabels: before.label_ids.join(','),
          idMembers: before.member_ids.join(',')
        })
      }
    })
  })
})
