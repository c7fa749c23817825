import t from 'tap'
import adapter from '../../../../src/tools/trello/bulk/assign-member.ts'
import { adapterContract } from '../../../bulk/adapter-contract.ts'
import { about, LABEL_LATER, LATER, NONE, opener, UNKNOWN_NAMES, withAction } from '../../../helpers/trello-bulk.ts'

adapterContract(t, {
  adapter,
  about,
  open: opener({ changed: card => void Object.assign(card, { idMembers: [] }) }),
  good: { ...LATER, assign: 'chenwei' },
  nothing: { ...NONE, assign: 'me' },
  names: [LABEL_LATER, { name: 'chenwei', id: '695ba7c05eed000000000004' }],
  refused: [{ input: { assign: 'chenwei' }, path: '' }],
  unknown_names: [
    ...withAction(UNKNOWN_NAMES, { assign: 'chenwei' }),
    { input: { ...LATER, assign: 'Alex Kim' }, path: 'assign', suggestions: ['695bb5d05eed000000000005', '695bc3e05eed000000000006'] },
    { input: { ...LATER, assign: 'chenwai' }, path: 'assign', suggestions: ['chenwei'] }
  ]
})
