import t from 'tap'
import adapter from '../../../../src/tools/trello/bulk/set-due.ts'
import { adapterContract } from '../../../bulk/adapter-contract.ts'
import { about, LABEL_LATER, LATER, NONE, opener, UNKNOWN_NAMES, withAction } from '../../../helpers/trello-bulk.ts'

adapterContract(t, {
  adapter,
  about,
  open: opener({ changed: card => void Object.assign(card, { due: '2027-01-01T00:00:00.000Z' }) }),
  good: { ...LATER, due: '2026-12-24T12:00:00+01:00' },
  nothing: { ...NONE, clear: ['due'] },
  names: [LABEL_LATER],
  refused: [
    { input: { due: '2026-12-24T12:00:00Z' }, path: '' },
    { input: LATER, path: '' },
    { input: { ...LATER, due: '2026-12-24T12:00:00Z', clear: ['due'] }, path: '' },
    { input: { ...LATER, due: 'tomorrow' }, path: 'due' }
  ],
  unknown_names: withAction(UNKNOWN_NAMES, { due: '2026-12-24T12:00:00Z' })
})
