import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { splitParts } from '../../../src/tools/memory/client/import-export.ts'
import { openSqlite } from '../../../src/tools/memory/store/database/sqlite.ts'
import { onEveryStore, openMemory } from '../../helpers/memory.ts'
import { changes, exported, make } from '../../helpers/memory-changes.ts'
import { benchOver } from '../../helpers/memory-graph.ts'

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
  await t.test('an export is imported unchanged, and importing it again changes nothing', async t => {
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
    t.equal(outgoing.length, 0, 'the time of recording is imported')
  })

  await t.test('an overlapping line is dropped and reported with its number', async t => {
    const overlapping = { kind: 'link', from: 'Ada', relation: 'works at', to: 'Fabrikam', valid_at: '2019-06-01T00:00:00Z' }
    t.match((await call('import', { lines: asText([{ kind: 'object', name: 'Ada' }, overlapping]) })).data, {
      objects_known: 1,
      dropped_total: 1,
      dropped: [{ line: 2 }]
    })
  })

  await t.test('every error includes the number of its line', async t => {
    const wrong: [string, RegExp][] = [
      ['{"kind":"object"}', /line 1.*name/],
      ['{"kind":"thing","name":"x"}', /line 1 has no kind/],
      ['\n{"kind":"object","name":"x","colour":"red"}', /line 2.*/],
      ['{"kind":"link","from":"a","relation":"r","to":"b","valid_at":"yesterday"}', /line 1.*valid_at/],
      [
        '{"kind":"link","from":"a","relation":"r","to":"b","valid_at":"2020-01-01T00:00:00Z","invalid_at":"2019-01-01T00:00:00Z"}',
        /line 1 ends/
      ],
      ['{"kind":"object","name":"  "}', /line 1: name is blank/],
      ['{"kind":"object","name":"A"}\n{"kind":"object","name":"a\\u0000"}', /line 2: name contains a NUL/],
      ['{"kind":"object","name":"A","summary":"\\ud800"}', /line 1: summary contains a NUL or a lone surrogate/],
      ['{"kind":"link","from":"a","relation":"r","to":"b","valid_at":"2025-02-29T00:00:00Z"}', /line 1.*valid_at/],
      ['[1]', /line 1 has no kind/]
    ]
    for (const [lines, message] of wrong) t.match(await call('import', { lines }), { status: 400, error: { message } }, lines)
  })

  await t.test('impossible times are refused', async t => {
    const [early, late, future] = ['2020-01-01T00:00:00Z', '2021-01-01T00:00:00Z', '9000-01-01T00:00:00Z']
    const wrong: [Record<string, string>, RegExp][] = [
      [{ created_at: early, expired_at: late }, /line 1: expired_at requires invalid_at/],
      [{ invalid_at: late, expired_at: late }, /line 1: expired_at requires created_at/],
      [{ invalid_at: late, planned_at: late }, /line 1: planned_at requires expired_at/],
      [{ invalid_at: late, created_at: late, expired_at: early }, /line 1: expired_at is before created_at/],
      [
        { valid_at: late, invalid_at: late, planned_at: early, created_at: early, expired_at: late },
        /line 1: planned_at is before valid_at/
      ],
      [{ created_at: future }, /line 1: created_at is in the future/]
    ]
    const link = { kind: 'link', from: 'Time A', relation: 'uses', to: 'Time B' }
    for (const [times, message] of wrong)
      t.match(await call('import', { lines: asText([{ ...link, ...times }]) }), { status: 400, error: { message } }, String(message))
    const object = { kind: 'object', name: 'Time A', created_at: late, updated_at: early }
    t.match(await call('import', { lines: asText([object]) }), {
      status: 400,
      error: { message: /line 1: updated_at is before created_at/ }
    })
  })

  await t.test('others can write during a large import', async t => {
    const lines = Array.from({ length: 401 }, (_, at) => ({ kind: 'link', from: 'Large', relation: 'r', to: `large ${at}` }))
    let ended = false
    const importing = call('import', { lines: asText(lines) }).finally(() => {
      ended = true
    })
    let meanwhile = 0
    for (let at = 0; !ended; at++) {
      await call('add_link', { from: 'Small', relation: 'r', to: `small ${at}` })
      if (!ended) meanwhile++
    }
    t.match((await importing).data, { objects_created: 0, links_created: 401, dropped: [] })
    t.ok(meanwhile > 1, `${meanwhile} links were added meanwhile`)
  })

  await t.test('others can write while one line with thousands of observations is imported', async t => {
    const observations = Array.from({ length: 2_500 }, (_, at) => `observation ${at}`)
    let isOver = false
    const lines = JSON.stringify({ type: 'entity', name: 'Watched', entityType: 'thing', observations })
    const importing = call('import', { lines }).finally(() => {
      isOver = true
    })
    let writes = 0
    while (!isOver) {
      t.equal((await call('add_link', { from: 'Meanwhile', relation: `writes ${writes}`, to: 'Others' })).status, 201)
      writes++
    }
    t.match((await importing).data, { objects_created: 1, links_created: 2_500, dropped: [] })
    t.ok(writes > 2, `${writes} writes in between`)
    t.match((await call('import', { lines })).data, { objects_known: 1, links_created: 0, links_known: 2_500 })
  })

  await t.test('an invalid line at the end of a large import is found before anything is imported', async t => {
    const lines = Array.from({ length: 500 }, (_, at) => ({ kind: 'object', name: `Nobody ${at}` }))
    t.match(await call('import', { lines: `${asText(lines)}\nnonsense` }), { status: 400, error: { message: /line 501 is not JSON/ } })
    t.equal((await call('get_object', { name: 'Nobody 0' })).status, 404)
  })

  await t.test('a name, relation or type that is too long in its stored form is refused, so that every export can be imported', async t => {
    const longer = '\u0958' // two letters in its normal form
    const add = async (more: object) => await call('add_link', { from: 'Long A', relation: 'r', to: 'Long B', ...more })
    for (const [path, length] of [
      ['from', 151],
      ['to', 300],
      ['relation', 101],
      ['from_type', 31]
    ] as const)
      t.match(await add({ [path]: longer.repeat(length) }), { status: 400, error: { details: { issues: [{ path }] } } }, path)
    t.equal((await add({ from: longer.repeat(150), relation: longer.repeat(100), from_type: longer.repeat(30) })).status, 201)
    const rename = await call('update_object', { name: 'Long B', new_name: longer.repeat(151) })
    t.match(rename, { status: 400, error: { details: { issues: [{ path: 'new_name' }] } } })
    t.match(await call('import', { lines: asText([{ kind: 'object', name: longer.repeat(151) }]) }), {
      status: 400,
      error: { message: /line 1: name is 302 characters/ }
    })
  })

  await t.test('objects with too many attributes in total are not merged', async t => {
    const attributes = (word: string) => Array.from({ length: 16 }, (_, at) => ({ name: `${word} ${at}`, value: '' }))
    const lines = ['Many', 'More'].map(name => ({ kind: 'object', name, attributes: attributes(name) }))
    await call('import', { lines: asText(lines) })
    t.match(await call('merge_objects', { from: 'More', into: 'Many', confirm: true }), {
      status: 400,
      error: { message: /would give Many 32 attributes/, details: { issues: [{ path: 'from', expected: /at most 30/ }] } }
    })
    t.equal((await call('get_object', { name: 'More' })).status, 200)
  })

  await t.test('a time whose year does not have four digits in UTC is refused', async t => {
    for (const valid_at of ['9999-12-31T23:59:59-14:00', '0000-01-01T00:00:00+14:00'])
      t.match(
        await call('add_link', { from: 'Far A', relation: 'r', to: 'Far B', valid_at }),
        { status: 400, error: { details: { issues: [{ path: 'valid_at' }] } } },
        valid_at
      )
  })
})

t.test('the export of any graph is imported unchanged and then known', async t => {
  const engine = await openSqlite(':memory:', { writes: true })
  t.teardown(() => engine.close())
  const bench = benchOver(engine)
  await fc.assert(
    fc.asyncProperty(changes, async all => {
      const [here, there] = [bench.graph(), bench.graph()]
      there.at(await make(here, all))
      const text = await exported(here)
      await there.write('importLines', { text, first: 1 })
      assert.equal(await exported(there), text)
      const again = await there.write('importLines', { text, first: 1 })
      assert.deepEqual([again.objects_created, again.links_created, again.dropped_total], [0, 0, 0])
    }),
    { numRuns: 30 }
  )
})

t.test('the parts of an import are its lines, in order and with their numbers', async () => {
  const line = fc.string({ maxLength: 60_000, minLength: 0 }).map(text => text.replaceAll('\n', ' '))
  const lines = fc.oneof(fc.array(line, { maxLength: 10 }), fc.array(fc.constantFrom('', 'x'), { maxLength: 1000 }))
  fc.assert(
    fc.property(lines, all => {
      const text = all.join('\n')
      const parts = [...splitParts(text)]
      assert.equal(parts.map(part => part.text).join(''), text)
      let before = 0
      for (const part of parts) {
        assert.equal(part.first, before + 1)
        before += part.text.split('\n').length - 1
        assert.ok(part.text.split('\n').length <= 201)
      }
    }),
    { numRuns: 50 }
  )
})

t.test('one_object: an export has a line per object, then one per link', async t => {
  const { call } = await openMemory(t)
  t.equal((await call('export')).text, '')
  const lines = Array.from({ length: 520 }, (_, at) => ({ kind: 'link', from: `a ${at}`, relation: 'r', to: `b ${at}` }))
  await call('import', { lines: asText(lines) })
  const kinds = (await call('export')).text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line).kind)
  t.equal(kinds.length, 1560)
  t.equal(kinds.lastIndexOf('object'), 1039)
  t.equal(kinds.indexOf('link'), 1040)
})
