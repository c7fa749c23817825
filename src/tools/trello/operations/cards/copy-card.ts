import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import type { Requirement } from '../../../../contract/requires.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { brief } from '../../../../lib/format.ts'
import { copyCard } from '../../client/cards/cards.ts'
import { cardId, destinationBoard, listName, position, title } from '../../inputs.ts'
import { NewCard, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

/** Parts of a card that Trello can copy. */
const KEPT = ['all', 'attachments', 'checklists', 'comments', 'customFields', 'due', 'start', 'labels', 'members', 'stickers'] as const

const TEXT = 'If board is set, list is required.'
const listWithBoard: Requirement = {
  text: TEXT,
  check: ({ board, list }) =>
    board !== undefined && list === undefined ? { path: 'list', message: 'is required', expected: TEXT } : undefined
}

export default defineOperation(trello, {
  name: 'copy_card',
  group: 'cards',
  summary: 'Copy a card with all or some of its parts',
  description:
    'Creates a card from an existing one, in the same or another list, and returns the copy. Use it for cards that serve as a template. keep selects what is copied besides the title and description. To move the card itself, use move_card. Calling it twice creates two copies: after an `unknown` outcome, check list_cards before you retry.',
  permission: 'write',
  http: 'POST /cards/:card_id/copy',
  success: [201],
  timeout_ms: 60_000,
  see_also: ['trello_create_card', 'trello_move_card', 'trello_list_cards'],
  asked_as: {
    en: [
      'duplicate a task',
      'clone a card',
      'use a card as a template',
      'same card on another board',
      'same task for another list',
      'make a second card like this one',
      'another card just like this one',
      'the same card again',
      'I need the card twice',
      'the same task again',
      'make a duplicate of the task',
      'a card like that for the other board'
    ],
    de: ['die Karte duplizieren'],
    es: ['duplica la tarjeta'],
    fr: ['dupliquer la carte'],
    ja: ['カードを複製'],
    pl: ['skopiuj kartę']
  },
  input: Type.Object({
    card_id: cardId,
    list: Type.Optional(listName('List for the copy. Default: the list of the card')),
    board: Type.Optional(destinationBoard),
    name: Type.Optional(title('Title of the copy. Default: the title of the card')),
    position: position('Position in the list', { default: 'bottom' }),
    keep: Type.Array(stringEnum(KEPT, { description: 'A part of the card' }), {
      minItems: 1,
      maxItems: 10,
      default: ['all'],
      description:
        'What to copy: all, or some of attachments, checklists, comments, customFields, due, start, labels, members, stickers. Default all'
    })
  }),
  output: NewCard,
  requires: [listWithBoard],
  errors: { ...NOT_FOUND('card, list or board') },
  examples: [
    {
      name: 'with_checklists',
      summary: 'A copy with another title, with checklists and labels',
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
