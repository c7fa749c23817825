import t from 'tap'
import type { State } from '../../../../sandbox/trello/state/model.ts'
import adapter from '../../../../src/tools/trello/bulk/unarchive-cards.ts'
import { adapterContract } from '../../../bulk/adapter-contract.ts'
import { about, LABEL_LATER, LATER, NONE, opener, UNKNOWN_NAMES } from '../../../helpers/trello-bulk.ts'

/** Their label and list are those of LATER. */
const archiveLater = ({ cards }: State): void => {
  for (const card of cards.values()) if (card.idLabels.includes(LABEL_LATER.id)) card.closed = true
}

adapterContract(t, {
  adapter,
  about,
  open: opener({ first: archiveLater, changed: card => void Object.assign(card, { closed: true }) }),
  good: LATER,
  nothing: NONE,
  names: [LABEL_LATER],
  refused: [
    { input: { label: 'Later' }, path: '' },
    { input: { list: 'To do' }, path: 'board' }
  ],
  unknown_names: UNKNOWN_NAMES
})
