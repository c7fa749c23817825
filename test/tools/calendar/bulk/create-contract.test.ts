import t from 'tap'
import { CREATES } from '../../../helpers/calendar-create-contract.ts'
import { adapterContract } from '../../../jobs/adapter-contract.ts'

t.test('create_events', async t => adapterContract(t, CREATES))
