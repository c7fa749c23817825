import t from 'tap'
import { MODES } from '../helpers/confluence.ts'
import { movesOf, replacesOf, restoresOf, trashOf, unlabelsOf } from '../helpers/confluence-bulk.ts'
import { adapterContract } from '../jobs/adapter-contract.ts'

/** The deployments and the actions that `npm test` skips: it checks one action of each kind. */
for (const mode of MODES) {
  t.test(`move_pages: ${mode}`, async t => adapterContract(t, movesOf(mode)))

  t.test(`restore_pages: ${mode}`, async t => adapterContract(t, restoresOf(mode)))

  t.test(`unlabel_pages: ${mode}`, async t => adapterContract(t, unlabelsOf(mode)))
}

t.test('trash_pages on Cloud', async t => adapterContract(t, trashOf('cloud')))

t.test('replace_in_pages on Cloud', async t => adapterContract(t, replacesOf('cloud')))
