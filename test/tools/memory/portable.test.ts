import t from 'tap'
import { onEveryStore, openMemory } from '../../helpers/memory.ts'

const LINES = [
  {
    kind: 'object',
    name: 'Ada',
    type: 'Person',
    summary: 'x',
    attributes: [{ name: 'a', value: 'b' }],
    created_at: '2020-01-01T00:00:00.000Z'
  },
  {
    kind: 'link',
    from: 'Ada',
    relation: 'works at',
    to: 'Fabrikam',
    valid_at: '2019-01-01T00:00:00.000Z',
    invalid_at: '2020-01-01T00:00:00.000Z'
  },
  {
    kind: 'link',
    from: 'Ada',
    relation: 'works at',
    to: 'Northwind',
    fact: 'She leads',
    valid_at: '2020-01-01T00:00:00.000Z',
    source: 'cv'
  }
]
const asText = (lines: object[]): string => lines.map(line => JSON.stringify(line)).join('\n')

onEveryStore(t, async (t, { call }) => {
  await t.test('what was exported is imported as it was, and a second time changes nothing', async t => {
    t.match((await call('import', { lines: asText(LINES) })).data, { objects_created: 1, links_created: 2, dropped_total: 0 })
    await call('invalidate_link', { from: 'Ada', relation: 'works at', to: 'Northwind', invalid_at: '2025-01-01' })
    const exported = await call('export')
    const elsewhere = await openMemory(t)
    const { data } = await elsewhere.call('import', { lines: exported.text })
    t.match(data, { objects_created: 3, links_created: 2, links_known: 0 })
    t.equal((await elsewhere.call('export')).text, exported.text)
    t.match((await elsewhere.call('import', { lines: exported.text })).data, {
      objects_created: 0,
      objects_known: 3,
      links_created: 0,
      links_known: 2
    })
    const { outgoing } = (await elsewhere.call('get_object', { name: 'Ada', as_of: '2026-01-01', known_at: '2000-01-01' })).data
    t.equal(outgoing.length, 0, 'when it was recorded comes along')
  })

  await t.test('a line that overlaps is dropped and told with its number', async t => {
    const overlapping = { kind: 'link', from: 'Ada', relation: 'works at', to: 'Fabrikam', valid_at: '2019-06-01T00:00:00Z' }
    t.match((await call('import', { lines: asText([{ kind: 'object', name: 'Ada' }, overlapping]) })).data, {
      objects_known: 1,
      dropped_total: 1,
      dropped: [{ line: 2 }]
    })
  })

  await t.test('every mistake is told with the number of its line', async t => {
    const wrong: [string, RegExp][] = [
      ['{"kind":"object"}', /line 1.*name/],
      ['{"kind":"thing","name":"x"}', /line 1 has no kind/],
      ['\n{"kind":"object","name":"x","colour":"red"}', /line 2.*/],
      ['{"kind":"link","from":"a","relation":"r","to":"b","valid_at":"yesterday"}', /line 1.*valid_at/],
      [
        '{"kind":"link","from":"a","relation":"r","to":"b","valid_at":"2020-01-01T00:00:00Z","invalid_at":"2019-01-01T00:00:00Z"}',
        /line 1 ends/
      ],
      ['{"kind":"object","name":"  "}', /name is blank/],
      ['[1]', /line 1 has no kind/]
    ]
    for (const [lines, message] of wrong) t.match(await call('import', { lines }), { status: 400, error: { message } }, lines)
  })
})

t.test('one_object: an export is a line for each object, then one for each link', async t => {
  const { call } = await openMemory(t)
  t.equal((await call('export')).text, '')
  const lines = Array.from({ length: 1100 }, (_, at) => ({ kind: 'link', from: `a ${at}`, relation: 'r', to: `b ${at}` }))
  await call('import', { lines: asText(lines) })
  const kinds = (await call('export')).text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line).kind)
  t.equal(kinds.length, 3300)
  t.equal(kinds.lastIndexOf('object'), 2199)
  t.equal(kinds.indexOf('link'), 2200)
})
