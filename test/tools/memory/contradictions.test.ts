import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { SEED } from '../../../sandbox/memory/seed.ts'
import addLink from '../../../src/tools/memory/operations/add-link.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { onEveryStore, openMemory } from '../../helpers/memory.ts'

t.test('the sandbox responds as the example of a contradiction shows', async t => {
  const seed = path.join(await temporaryFolder(t), 'seed.ndjson')
  await writeFile(seed, SEED)
  const { call } = await openMemory(t, { sandbox: { memory: { seed } } })
  const example = addLink.examples.find(({ name }) => name === 'contradiction')
  const { data } = await call('add_link', { ...example?.input })
  t.match(data, { created: true, contradictions: [{ from: 'Ada Park', to: 'Northwind Labs', valid_at: '2023-04-01T00:00:00.000Z' }] })
  t.match(data.link, { fact: 'Ada Park is back at Fabrikam', valid_at: '2026-01-01T00:00:00.000Z', invalid_at: null })
})

onEveryStore(t, async (t, { call }) => {
  const add = (from: string, relation: string, to: string, more: Record<string, unknown> = {}) =>
    call('add_link', { from, relation, to, ...more })
  const found = (answer: { data: { contradictions: { to: string }[] } }) => answer.data.contradictions.map(({ to }) => to)

  await t.test('a second employer, home or manager at the same time is reported, and nothing is ended', async t => {
    for (const [relation, one, other] of [
      ['works at', 'Con Bakery', 'Con Brewery'],
      ['LIVES_IN', 'Con Rome', 'Con Oslo'],
      ['reports to', 'Con Boss', 'Con Chief']
    ] as const) {
      t.strictSame(found(await add('Con Ada', relation, one)), [], relation)
      const second = await add('Con Ada', relation, other)
      t.strictSame(found(second), [one], relation)
      t.match(second.metadata.warnings, [/^This may contradict another fact.*memory_invalidate_link/])
    }
    t.equal((await call('get_object', { name: 'Con Ada' })).data.outgoing.length, 6)
    t.strictSame(found(await add('Con Ada', 'works at', 'Con Brewery')), [], 'a known fact is reported once')
  })

  await t.test('facts at other times, of others, and with relations to many objects do not contradict', async t => {
    await add('Time Ada', 'works at', 'Time Old', { valid_at: '2010-01-01', invalid_at: '2020-01-01' })
    t.strictSame(found(await add('Time Ada', 'works at', 'Time New', { valid_at: '2020-01-01' })), [])
    t.strictSame(found(await add('Time Bob', 'works at', 'Time Old')), [])
    t.strictSame(found(await add('Time Ada', 'works at', 'Time Third', { valid_at: '2015-01-01', invalid_at: '2016-01-01' })), ['Time Old'])
    await add('Time Ada', 'likes', 'Time Tea')
    t.strictSame(found(await add('Time Ada', 'likes', 'Time Coffee')), [])
  })

  await t.test('the graph shows which relations have one object', async t => {
    const lines = Array.from({ length: 6 }, (_none, at) => [
      { kind: 'link', from: `Team ${at}`, relation: 'sails under', to: `Flag ${at}` },
      { kind: 'link', from: `Team ${at}`, relation: 'works at', to: `Site ${at}` },
      { kind: 'link', from: `Team ${at}`, relation: 'works at', to: `Site ${at + 1}` }
    ]).flat()
    await call('import', { lines: lines.map(line => JSON.stringify(line)).join('\n') })
    await add('Team X', 'sails under', 'Flag 1')
    t.strictSame(found(await add('Team X', 'sails under', 'Flag 2')), ['Flag 1'], 'learned from the graph')
    await add('Team X', 'works at', 'Site 1')
    t.strictSame(found(await add('Team X', 'works at', 'Site 2')), [], 'the graph outweighs the words of the relation')
  })

  await t.test('a new object that is probably a duplicate is reported', async t => {
    await add('Hans Müller', 'founded', 'Near Northwind')
    t.match((await add('Hans Mueller', 'founded', 'Near Northwind GmbH')).metadata.warnings, [
      /^Hans Mueller is similar to Hans Müller\. .*memory_merge_objects/,
      /^Near Northwind GmbH is similar to Near Northwind\./
    ])
  })

  await t.test('memory.jsonl of the MCP reference server is imported, as often as it is sent', async t => {
    const lines = [
      { type: 'entity', name: 'John_Smith', entityType: 'person', observations: ['Speaks fluent Spanish', 'Graduated in 2019'] },
      { type: 'relation', from: 'John_Smith', to: 'Ref Anthropic', relationType: 'works_at' }
    ]
    const send = async (some: object[]) => (await call('import', { lines: some.map(line => JSON.stringify(line)).join('\n') })).data
    t.match(await send(lines), { objects_created: 1, links_created: 3, dropped_total: 0 })
    t.match(await send(lines), { objects_known: 1, links_known: 3, links_created: 0, dropped_total: 0 })
    const { data } = await call('search', { query: 'who speaks Spanish?', kind: 'link' })
    t.match(data.items[0].link, { from: 'John_Smith', to: 'John_Smith', fact: 'Speaks fluent Spanish' })
    t.match((await call('get_object', { name: 'John_Smith' })).data, { type: 'person', outgoing: { length: 3 } })
    t.match(await call('import', { lines: '{"type":"entity","name":"X","entityType":"p"}' }), {
      status: 400,
      error: { message: /^lines line 1/ }
    })
  })
})
