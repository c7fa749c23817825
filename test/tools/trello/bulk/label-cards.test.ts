import t from 'tap'
import adapter from '../../../../src/tools/trello/bulk/label-cards.ts'
import { type AdapterContract, adapterContract, makeCheck } from '../../../bulk/adapter-contract.ts'
import { about, LABEL_LATER, LATER, NONE, opener, UNKNOWN_NAMES, withAction } from '../../../helpers/trello-bulk.ts'

const contract: AdapterContract = {
  adapter,
  about,
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

adapterContract(t, contract)

t.test('a card that may not be touched fails by itself: the others go on', async t => {
  const open = opener({ refused: { status: 401, body: 'unauthorized card permission requested' } })
  await makeCheck(t, { ...contract, open }, 'executeBatch does the others where one item fails')
  await makeCheck(t, { ...contract, open }, 'executeBatch says why an item failed')
})

t.test('a token without the scope to write blocks the job: that is no card’s doing', async t => {
  const open = opener({ refused: { status: 401, body: 'unauthorized permission requested' } })
  await t.rejects(
    makeCheck(t, { ...contract, open }, 'executeBatch throws for no item'),
    /insufficient_permissions|unauthorized permission/
  )
})
