import t from 'tap'
import label from '../../../../src/tools/confluence/bulk/label-pages.ts'
import { startRun } from '../../../bulk/adapter-contract/run.ts'
import { adapterContract, makeCheck } from '../../../bulk/adapter-contract.ts'
import { about, archivesOf, LATER, NONE, opener, trashOf } from '../../../helpers/confluence-bulk.ts'

const BOTH = [{ input: { ...LATER, query: 'type = page) or (space = HR' }, path: 'query' }]

t.test('label_pages on Cloud', async t =>
  adapterContract(t, {
    adapter: label,
    about,
    open: opener({ mode: 'cloud', changed: page => void Object.assign(page, { labels: [] }) }),
    good: { ...LATER, add_label: 'checked' },
    nothing: { ...NONE, add_label: 'other' },
    names: [],
    refused: [
      { input: { add_label: 'checked' }, path: 'ids' },
      { input: { ...LATER, add_label: 'two words' }, path: 'add_label' },
      ...BOTH.map(one => ({ ...one, input: { ...one.input, add_label: 'x' } }))
    ],
    unknown_names: []
  })
)

t.test('trash_pages in Data Center', async t => adapterContract(t, trashOf('datacenter')))

t.test('archive_pages on Cloud', async t => adapterContract(t, archivesOf()))

t.test('a page that may not be touched fails by itself: the others go on', async t => {
  const forbidden = { status: 403, body: { message: 'User not permitted' } }
  for (const mode of ['cloud', 'datacenter'] as const)
    await makeCheck(t, trashOf(mode, forbidden), 'executeBatch does the others where one item fails')
})

t.test('a page that Confluence took for its archive and could not put there has failed, and says why', async t => {
  const task = { id: '1', finished: true, successful: false, errors: [{ translation: 'The page is locked', args: [] }] }
  const refused = { status: 200, body: task }
  const contract = archivesOf({ refused, writesTo: () => [{ path: '/longtask/' }] })
  await makeCheck(t, contract, 'executeBatch says why an item failed')
})

t.test('archive_pages is refused in Data Center, which has no archive', async t => {
  const { prepare } = await startRun(t, archivesOf({ mode: 'datacenter' }))
  await t.rejects(prepare(LATER), { reason: 'cannot_be_honoured', message: /Data Center has no archive/ })
})
