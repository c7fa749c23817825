import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import type { Requirement } from '../../../../contract/requires.ts'
import { words } from '../../../../contract/schema.ts'
import { brief } from '../../../../lib/format.ts'
import { copyCard } from '../../client/cards.ts'
import { NOT_FOUND } from '../../failures.ts'
import { cardId, destinationBoard, listName, position, title } from '../../inputs.ts'
import { NewCard } from '../../schemas.ts'
import { trello } from '../../tool.ts'

/** Parts of a card, in Trello's words. */
const KEPT = ['all', 'attachments', 'checklists', 'comments', 'customFields', 'due', 'start', 'labels', 'members', 'stickers'] as const

const TEXT = 'Where board is given, give list, too.'
const listWithBoard: Requirement = {
  text: TEXT,
  check: ({ board, list }) =>
    board !== undefined && list === undefined ? { path: 'list', message: 'is required', expected: TEXT } : undefined
}

export default defineOperation(trello, {
  name: 'copy_card',
  group: 'cards',
  summary: 'Copy a card, with as much of it as is wanted',
  description:
    'Makes a new card from one that there is, in the same or another list, and answers the copy. Use it for cards that serve as a pattern. keep says what goes along beside title and description. To put the card itself elsewhere use move_card. Two equal calls make two copies: where the answer was lost (outcome unknown) look with list_cards before you send it again.',
  permission: 'write',
  http: 'POST /cards/:card_id/copy',
  success: [201],
  timeout_ms: 60_000,
  see_also: ['trello_create_card', 'trello_move_card'],
  input: Type.Object({
    card_id: cardId,
    list: Type.Optional(listName('List to put the copy in. Absent: the list of the card')),
    board: Type.Optional(destinationBoard),
    name: Type.Optional(title('Title of the copy. Absent: the same')),
    position: position('Place in the list. Default bottom', { default: 'bottom' }),
    keep: Type.Array(words(KEPT, { description: 'A part of the card' }), {
      minItems: 1,
      maxItems: 10,
      default: ['all'],
      description:
        'What goes along: all, or some of attachments, checklists, comments, customFields, due, start, labels, members, stickers. Default all'
    })
  }),
  output: NewCard,
  requires: [listWithBoard],
  errors: { ...NOT_FOUND('card, list or board') },
  examples: [
    {
      name: 'with_checklists',
      summary: 'A copy under another title, with checklists and labels',
      input: { card_id: '6979fa405eed00000000022c', list: 'To do', name: 'Measure again', keep: ['checklists', 'labels'] },
      output: {
        id: '6b02551b5eed000000000457',
        name: 'Measure again',
        board_id: '697951805eed000000000220',
        list_id: '69795f905eed000000000221',
        archived: false,
        due: null,
        due_complete: false,
        start: null,
        labels: [{ id: '6979b3f05eed000000000227', name: 'Later', color: null }],
        member_ids: [],
        position: 606208,
        last_activity: '2026-11-22T02:36:11.636Z',
        url: 'https://trello.com/c/195phrbv',
        description: ''
      }
    },
    {
      name: 'board_without_list',
      summary: 'Another board needs a list',
      input: { card_id: '6979fa405eed00000000022c', board: 'Support' },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ card_id, list }) => `Copy the card ${card_id}${list === undefined ? '' : ` to the list ${brief(list)}`}`,
  handler: (input, call) => copyCard(call.client, input, call)
})
