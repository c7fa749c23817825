import t from 'tap'
import { ERASURE } from '../../../helpers/memory-erasure-contract.ts'
import { adapterContract } from '../../../jobs/adapter-contract.ts'

adapterContract(t, ERASURE)
