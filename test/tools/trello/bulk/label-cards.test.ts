import t from 'tap'
import { opener } from '../../../helpers/trello-bulk.ts'
import { LABELS as contract } from '../../../helpers/trello-contracts.ts'
import { adapterContract, makeCheck } from '../../../jobs/adapter-contract.ts'

adapterContract(t, contract)

t.test('a card without permission fails alone; the others continue', async t => {
  const open = opener({ refused: { status: 401, body: 'unauthorized card permission requested' } })
  await makeCheck(t, { ...contract, open }, 'executeBatch executes the other items if one fails')
  await makeCheck(t, { ...contract, open }, 'executeBatch reports why an item failed')
})

t.test('a token without the scope `write` blocks the job, since it concerns no single card', async t => {
  const open = opener({ refused: { status: 401, body: 'unauthorized permission requested' } })
  await t.rejects(
    makeCheck(t, { ...contract, open }, 'executeBatch does not throw if an item fails'),
    /insufficient_permissions|unauthorized permission/
  )
})
