import t from 'tap'
import adapter from '../../../../src/tools/trello/bulk/label-cards.ts'
import { adapterContract } from '../../../bulk/adapter-contract.ts'
import { about, LABEL_LATER, LATER, NONE, opener, UNKNOWN_NAMES, withAction } from '../../../helpers/trello-bulk.ts'

adapterContract(t, {
  adapter,
  about,
  open: opener({ changed: card => void Object.assign(card, { idLabels: [] }) }),
  good: { ...LATER, add_label: 'Urgent' },
  nothing: { ...NONE, add_label: 'Later' },
  names: [LABEL_LATER, { name: 'Urgent', id: '697989c05eed000000000224' }],
  refused: [
    { input: { add_label: 'Urgent' }, path: '' },
    { input: { list: '69795f905eed000000000221', add_label: '' }, path: 'add_label' }
  ],
  unknown_names: [
    ...withAction(UNKNOWN_NAMES, { add_label: 'Urgent' }),
    { input: { ...LATER, add_label: 'Urgnt' }, path: 'add_label', suggestions: ['Urgent'] },
    { input: { ...LATER, add_label: 'Review' }, path: 'add_label', suggestions: ['697997d05eed000000000225'] }
  ]
})
