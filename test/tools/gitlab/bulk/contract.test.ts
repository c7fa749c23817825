import t from 'tap'
import { adapterContract } from '../../../bulk/adapter-contract.ts'
import { EACH_KIND } from '../../../helpers/gitlab-contracts.ts'

for (const contract of EACH_KIND) t.test(contract.adapter.id, async t => adapterContract(t, contract))
