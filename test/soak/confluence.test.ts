import t from 'tap'
import { adapterContract } from '../bulk/adapter-contract.ts'
import { movesOf, replacesOf, restoresOf, trashOf } from '../helpers/confluence-bulk.ts'

/** The deployments that `npm test` leaves out. */
t.test('move_pages in Data Center', async t => adapterContract(t, movesOf('datacenter')))

t.test('trash_pages on Cloud', async t => adapterContract(t, trashOf('cloud')))

t.test('restore_pages in Data Center', async t => adapterContract(t, restoresOf('datacenter')))

t.test('replace_in_pages on Cloud', async t => adapterContract(t, replacesOf('cloud')))
