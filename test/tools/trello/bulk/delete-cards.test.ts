import t from 'tap'
import adapter from '../../../../src/tools/trello/bulk/delete-cards.ts'
import { adapterContract } from '../../../bulk/adapter-contract.ts'
import { about, LABEL_LATER, LATER, NONE, opener, UNKNOWN_NAMES } from '../../../helpers/trello-bulk.ts'

adapterContract(t, {
  adapter,
  about,
  open: opener({ changed: card => void Object.assign(card, { dateLastActivity: new Date().toISOString() }) }),
  good: LATER,
  nothing: NONE,
  names: [LABEL_LATER],
  refused: [{ input: { label: 'Later' }, path: '' }],
  unknown_names: UNKNOWN_NAMES
})
