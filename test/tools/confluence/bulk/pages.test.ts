import t from 'tap'
import { archivesOf, LATER, labelsOf, resolvesOf, trashOf } from '../../../helpers/confluence-bulk.ts'
import { startRun } from '../../../jobs/adapter-contract/run.ts'
import { adapterContract, makeCheck } from '../../../jobs/adapter-contract.ts'

t.test('label_pages on Cloud', async t => adapterContract(t, labelsOf('cloud')))

t.test('trash_pages in Data Center', async t => adapterContract(t, trashOf('datacenter')))

t.test('archive_pages on Cloud', async t => adapterContract(t, archivesOf()))

t.test('resolve_inline_comments on Cloud', async t => adapterContract(t, resolvesOf()))

t.test('a page without permission fails alone: the others continue', async t => {
  const forbidden = { status: 403, body: { message: 'User not permitted' } }
  for (const mode of ['cloud', 'datacenter'] as const)
    await makeCheck(t, trashOf(mode, forbidden), 'executeBatch executes the other items if one fails')
})

t.test('a page that Confluence accepted for archiving but did not archive has failed, with the reason', async t => {
  const task = { id: '1', finished: true, successful: false, errors: [{ translation: 'The page is locked', args: [] }] }
  const refused = { status: 200, body: task }
  const contract = archivesOf({ refused, writesTo: () => [{ path: '/longtask/' }] })
  await makeCheck(t, contract, 'executeBatch reports why an item failed')
})

t.test('archive_pages is refused in Data Center, which has no archive', async t => {
  const { prepare } = await startRun(t, archivesOf({ mode: 'datacenter' }))
  await t.rejects(prepare(LATER), { reason: 'cannot_be_honoured', message: /Data Center has no page archive/ })
})
