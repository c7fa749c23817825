import t from 'tap'
import adapter from '../../../../src/tools/trello/bulk/move-cards.ts'
import { adapterContract } from '../../../bulk/adapter-contract.ts'
import { about, LABEL_LATER, LATER, NONE, opener, PLAYGROUND, TO_DO, UNKNOWN_NAMES, withAction } from '../../../helpers/trello-bulk.ts'

const DONE = '69797bb05eed000000000223'

adapterContract(t, {
  adapter,
  about,
  open: opener({ changed: card => void Object.assign(card, { idList: '69796da05eed000000000222' }) }),
  good: { ...LATER, to_list: 'Done' },
  nothing: { ...NONE, to_list: 'Doing' },
  names: [LABEL_LATER, { name: 'Done', id: DONE }, PLAYGROUND],
  refused: [
    { input: { to_list: DONE }, path: '' },
    { input: { list: 'To do', to_list: DONE }, path: 'board' },
    { input: { list: TO_DO.id, to_list: 'Done', position: 'middle' }, path: 'position' }
  ],
  unknown_names: [
    ...withAction(UNKNOWN_NAMES, { to_list: DONE }),
    { input: { ...LATER, to_list: 'Dne' }, path: 'to_list', suggestions: ['Done'] },
    { input: { ...LATER, to_list: 'New', to_board: 'Ideas' }, path: 'to_board', suggestions: ['697bbc405eed00000000024c'] }
  ]
})
