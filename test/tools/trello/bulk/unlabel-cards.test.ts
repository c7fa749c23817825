import t from 'tap'
import adapter from '../../../../src/tools/trello/bulk/unlabel-cards.ts'
import { adapterContract } from '../../../bulk/adapter-contract.ts'
import { about, LABEL_LATER, LATER, NONE, opener, UNKNOWN_NAMES, withAction } from '../../../helpers/trello-bulk.ts'

adapterContract(t, {
  adapter,
  about,
  open: opener({ changed: card => void card.idLabels.push(LABEL_LATER.id) }),
  good: { ...LATER, remove_label: 'Later' },
  nothing: { ...NONE, remove_label: 'Urgent' },
  names: [LABEL_LATER],
  refused: [{ input: { remove_label: 'Later' }, path: '' }],
  unknown_names: [
    ...withAction(UNKNOWN_NAMES, { remove_label: 'Later' }),
    { input: { ...LATER, remove_label: 'Latr' }, path: 'remove_label', suggestions: ['Later'] }
  ]
})
