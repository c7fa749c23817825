import { type Card, having, type State } from '../../sandbox/trello/state/model.ts'
import archiveCards from '../../src/tools/trello/bulk/archive-cards.ts'
import assignMember from '../../src/tools/trello/bulk/assign-member.ts'
import commentCards from '../../src/tools/trello/bulk/comment-cards.ts'
import deleteCards from '../../src/tools/trello/bulk/delete-cards.ts'
import labelCards from '../../src/tools/trello/bulk/label-cards.ts'
import moveCards from '../../src/tools/trello/bulk/move-cards.ts'
import setDue from '../../src/tools/trello/bulk/set-due.ts'
import unarchiveCards from '../../src/tools/trello/bulk/unarchive-cards.ts'
import unlabelCards from '../../src/tools/trello/bulk/unlabel-cards.ts'
import type { AdapterContract } from '../jobs/adapter-contract.ts'
import { classify, commentsOf, LABEL_LATER, LATER, NONE, opener, PLAYGROUND, TO_DO, UNKNOWN_NAMES, withAction } from './trello-bulk.ts'

const DONE = '69797bb05eed000000000223'

const editComments = ({ id }: Card, { actions }: State): void => {
  for (const action of having(actions, ({ idCard }) => idCard === id)) action.text = 'Edited by someone else'
}

/** The label and list of the cards in LATER. */
const archiveLater = ({ cards }: State): void => {
  for (const card of cards.values()) if (card.idLabels.includes(LABEL_LATER.id)) card.closed = true
}

const common = { classify, nothing: NONE, names: [LABEL_LATER], unknown_names: UNKNOWN_NAMES }

/** One action of each kind. label_cards and create_cards have their own files. */
export const EACH_KIND: AdapterContract[] = [
  {
    ...common,
    adapter: moveCards,
    open: opener({ changed: card => void Object.assign(card, { idList: '69796da05eed000000000222' }) }),
    good: { ...LATER, to_list: 'Done' },
    nothing: { ...NONE, to_list: 'Doing' },
    names: [LABEL_LATER, { name: 'Done', id: DONE }, PLAYGROUND],
    refused: [
      { input: { to_list: DONE }, path: 'ids' },
      { input: { list: 'To do', to_list: DONE }, path: 'board' },
      { input: { list: TO_DO.id, to_list: 'Done', position: 'middle' }, path: 'position' }
    ],
    unknown_names: [
      ...withAction(UNKNOWN_NAMES, { to_list: DONE }),
      { input: { ...LATER, to_list: 'Dne' }, path: 'to_list', suggestions: ['Done'] },
      { input: { ...LATER, to_list: 'New', to_board: 'Ideas' }, path: 'to_board', suggestions: ['697bbc405eed00000000024c'] }
    ]
  },
  {
    ...common,
    adapter: commentCards,
    open: opener({ seen: commentsOf, changed: editComments }),
    good: { ...LATER, text: 'Still **wanted**?' },
    nothing: { ...NONE, text: 'Something else' },
    refused: [
      { input: { text: 'Still wanted?' }, path: 'ids' },
      { input: { ...LATER, text: ' ' }, path: 'text' }
    ],
    unknown_names: withAction(UNKNOWN_NAMES, { text: 'Still wanted?' })
  },
  {
    ...common,
    adapter: deleteCards,
    open: opener({ changed: card => void Object.assign(card, { dateLastActivity: new Date().toISOString() }) }),
    good: LATER,
    refused: [{ input: { label: 'Later' }, path: 'ids' }]
  }
]

const notChosen = [
  { input: { label: 'Later' }, path: 'ids' },
  { input: { list: 'To do' }, path: 'board' }
]

/** The other actions that change cards, like move_cards and label_cards. */
export const ALIKE: AdapterContract[] = [
  {
    ...common,
    adapter: archiveCards,
    open: opener({ changed: card => void Object.assign(card, { closed: false }) }),
    good: LATER,
    refused: notChosen
  },
  {
    ...common,
    adapter: unarchiveCards,
    open: opener({ first: archiveLater, changed: card => void Object.assign(card, { closed: true }) }),
    good: LATER,
    refused: notChosen
  },
  {
    ...common,
    adapter: unlabelCards,
    open: opener({ changed: card => void card.idLabels.push(LABEL_LATER.id) }),
    good: { ...LATER, remove_label: 'Later' },
    nothing: { ...NONE, remove_label: 'Urgent' },
    refused: [{ input: { remove_label: 'Later' }, path: 'ids' }],
    unknown_names: [
      ...withAction(UNKNOWN_NAMES, { remove_label: 'Later' }),
      { input: { ...LATER, remove_label: 'Latr' }, path: 'remove_label', suggestions: ['Later'] }
    ]
  },
  {
    ...common,
    adapter: setDue,
    open: opener({ changed: card => void Object.assign(card, { due: '2027-01-01T00:00:00.000Z' }) }),
    good: { ...LATER, due: '2026-12-24T12:00:00+01:00' },
    nothing: { ...NONE, clear: ['due'] },
    refused: [
      { input: { due: '2026-12-24T12:00:00Z' }, path: 'ids' },
      { input: LATER, path: 'due' },
      { input: { ...LATER, due: '2026-12-24T12:00:00Z', clear: ['due'] }, path: 'clear' },
      { input: { ...LATER, due: 'tomorrow' }, path: 'due' }
    ],
    unknown_names: withAction(UNKNOWN_NAMES, { due: '2026-12-24T12:00:00Z' })
  },
  {
    ...common,
    adapter: assignMember,
    open: opener({ changed: card => void Object.assign(card, { idMembers: [] }) }),
    good: { ...LATER, assign: 'chenwei' },
    nothing: { ...NONE, assign: 'me' },
    names: [LABEL_LATER, { name: 'chenwei', id: '695ba7c05eed000000000004' }],
    refused: [{ input: { assign: 'chenwei' }, path: 'ids' }],
    unknown_names: [
      ...withAction(UNKNOWN_NAMES, { assign: 'chenwei' }),
      { input: { ...LATER, assign: 'Alex Kim' }, path: 'assign', suggestions: ['695bb5d05eed000000000005', '695bc3e05eed000000000006'] },
      { input: { ...LATER, assign: 'chenwai' }, path: 'assign', suggestions: ['chenwei'] }
    ]
  }
]

/** Adds a label. */
export const LABELS: AdapterContract = {
  adapter: labelCards,
  classify,
  open: opener({ changed: card => void Object.assign(card, { idLabels: [] }) }),
  good: { ...LATER, add_label: 'Urgent' },
  nothing: { ...NONE, add_label: 'Later' },
  names: [LABEL_LATER, { name: 'Urgent', id: '697989c05eed000000000224' }],
  refused: [
    { input: { add_label: 'Urgent' }, path: 'ids' },
    { input: { list: '69795f905eed000000000221', add_label: '' }, path: 'add_label' }
  ],
  unknown_names: [
    ...withAction(UNKNOWN_NAMES, { add_label: 'Urgent' }),
    { input: { ...LATER, add_label: 'Urgnt' }, path: 'add_label', suggestions: ['Urgent'] },
    { input: { ...LATER, add_label: 'Review' }, path: 'add_label', suggestions: ['697997d05eed000000000225'] }
  ]
}
