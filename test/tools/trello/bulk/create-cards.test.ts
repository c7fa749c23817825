import t from 'tap'
import { CREATES } from '../../../helpers/trello-create-contract.ts'
import { adapterContract } from '../../../jobs/adapter-contract.ts'

adapterContract(t, CREATES)
