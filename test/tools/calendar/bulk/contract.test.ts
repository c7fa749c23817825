import t from 'tap'
import { EACH_KIND } from '../../../helpers/calendar-contracts.ts'
import { adapterContract } from '../../../jobs/adapter-contract.ts'

for (const contract of EACH_KIND) t.test(contract.adapter.id, async t => adapterContract(t, contract))
