import t from 'tap'
import label from '../../../../src/tools/confluence/bulk/label-pages.ts'
import move from '../../../../src/tools/confluence/bulk/move-pages.ts'
import trash from '../../../../src/tools/confluence/bulk/trash-pages.ts'
import unlabel from '../../../../src/tools/confluence/bulk/unlabel-pages.ts'
import { adapterContract } from '../../../bulk/adapter-contract.ts'
import { about, LATER, NONE, opener, SHELF, TARGET } from '../../../helpers/confluence-bulk.ts'

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
      { input: { add_label: 'checked' }, path: '' },
      { input: { ...LATER, add_label: 'two words' }, path: 'add_label' },
      ...BOTH.map(one => ({ ...one, input: { ...one.input, add_label: 'x' } }))
    ],
    unknown_names: []
  })
)

t.test('unlabel_pages in Data Center', async t =>
  adapterContract(t, {
    adapter: unlabel,
    about,
    open: opener({ mode: 'datacenter', changed: page => void Object.assign(page, { labels: ['later'] }) }),
    good: { ...LATER, remove_label: 'later' },
    nothing: { ...NONE, remove_label: 'other' },
    names: [],
    refused: [{ input: { remove_label: 'later' }, path: '' }],
    unknown_names: []
  })
)

for (const mode of ['cloud', 'datacenter'] as const) {
  t.test(`move_pages: ${mode}`, async t =>
    adapterContract(t, {
      adapter: move,
      about,
      open: opener({ mode, changed: page => void Object.assign(page, { parentId: '65684' }) }),
      good: { ...LATER, target_id: TARGET },
      nothing: { ...NONE, target_id: SHELF },
      names: [],
      refused: [{ input: { target_id: TARGET }, path: '' }],
      unknown_names: []
    })
  )

  t.test(`trash_pages: ${mode}`, async t =>
    adapterContract(t, {
      adapter: trash,
      about,
      open: opener({ mode, changed: page => void Object.assign(page, { status: 'archived' }) }),
      good: LATER,
      nothing: NONE,
      names: [],
      refused: [{ input: {}, path: '' }],
      unknown_names: []
    })
  )
}
