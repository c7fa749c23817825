import t from 'tap'
import type { PartPosition } from '../../../src/tools/memory/graph/person/erase.ts'
import type { Part, Person } from '../../../src/tools/memory/graph/person/person.ts'
import type { Graph } from '../../../src/tools/memory/store/perform.ts'
import { onEveryDatabase } from '../../helpers/memory-graph.ts'

const LINES = [
  { kind: 'object', name: 'Ada Park', type: 'Person', summary: 'An engineer', aliases: ['Adalina Parkova'] },
  { kind: 'object', name: 'The laptop of Ada Park', type: 'Thing' },
  { kind: 'object', name: 'Northwind', type: 'Company', summary: 'Founded by Ada Park', aliases: ["Ada Park's company"] },
  {
    kind: 'object',
    name: 'Kiosk',
    type: "Ada Park's shop",
    summary: 'Sells tea',
    attributes: [
      { name: 'owner', value: 'A. Parkova, Adalina' },
      { name: 'floor', value: '2' }
    ]
  },
  { kind: 'object', name: 'Ada County', summary: 'A county with a park' },
  {
    kind: 'link',
    from: 'Ada Park',
    relation: 'works at',
    to: 'Northwind',
    valid_at: '2020-01-01T00:00:00Z',
    invalid_at: '2021-01-01T00:00:00Z'
  },
  { kind: 'link', from: 'The laptop of Ada Park', relation: 'made by', to: 'Fabrikam' },
  { kind: 'link', from: 'Tim', relation: 'knows', to: 'Northwind', fact: 'Tim met Ada Park at Northwind' },
  { kind: 'link', from: 'Tim', relation: 'likes', to: 'tea', source: 'mail of ada.park@example.com' },
  { kind: 'link', from: 'Tim', relation: 'likes', to: 'coffee', source: 'a mail' }
]

const ALL: PartPosition = { kind: 'link', after: 0 }

async function partsOf(graph: Graph, person: Person, limit = 500): Promise<(Part & { text: string })[]> {
  const found: (Part & { text: string })[] = []
  for (let at: PartPosition | null = ALL; at; ) {
    const page: { items: typeof found; next: PartPosition | null } = await graph.read('partsNaming', { person, at, limit })
    found.push(...page.items)
    at = page.next
  }
  return found
}

onEveryDatabase(t, async (t, { graph: open }) => {
  const filled = async () => {
    const graph = open()
    await graph.write('importLines', { text: LINES.map(line => JSON.stringify(line)).join('\n'), first: 1 })
    return graph
  }
  const exported = async (graph: Graph): Promise<string> =>
    (await Promise.all((['object', 'link'] as const).map(kind => graph.read('exportPart', { kind, after: 0, limit: 100 }))))
      .map(({ lines }) => lines)
      .join('')

  await t.test('everything that names a person is listed, whatever the page size, and erased', async t => {
    const graph = await filled()
    const { person, objects } = await graph.read('findPerson', { name: 'ada  park', also: [] })
    t.same([...objects].sort(), ['Ada Park', 'The laptop of Ada Park'])
    t.same(person.names, ['Ada Park', 'Adalina Parkova'])
    const parts = await partsOf(graph, person)
    t.same(
      parts.map(({ text }) => text),
      [
        'Ada Park -[works at]-> Northwind: Ada Park works at Northwind',
        'The laptop of Ada Park -[made by]-> Fabrikam: The laptop of Ada Park made by Fabrikam',
        'Tim -[knows]-> Northwind: Tim met Ada Park at Northwind',
        'Source of a fact: mail of ada.park@example.com',
        'Of Northwind: its summary, aliases',
        'Of Kiosk: its type, attributes',
        'Ada Park (Person), with 1 link',
        'The laptop of Ada Park (Thing), with 1 link'
      ]
    )
    t.same(await partsOf(graph, person, 1), parts)
    t.same(await graph.read('countPartsNaming', { person }), { value: 8, relation: 'eq' })
    for (const { kind, id } of parts) t.ok(await graph.write('erasePart', { person, part: { kind, id } }), `${kind}-${id}`)
    for (const { kind, id } of parts) t.equal(await graph.write('erasePart', { person, part: { kind, id } }), null, 'nothing is left')
    t.same(await partsOf(graph, person), [])
    const left = await exported(graph)
    t.notMatch(left, /ada.park|parkova|laptop/i)
    t.match(left, /Ada County/)
    t.match(left, /"name":"Kiosk","type":null,"summary":"Sells tea","attributes":\[\{"name":"floor","value":"2"\}\]/)
    t.match(left, /"name":"Northwind","type":"Company","summary":""/)
    t.match(left, /"to":"coffee".*"source":"a mail"/)
    t.match(left, /"to":"tea".*"source":null/)
    t.same(
      (await graph.read('search', { query: 'Ada Park', match: 'all', offset: 0, limit: 9 })).items.map(({ object }) => object?.name),
      ['Ada County']
    )
    await t.rejects(graph.read('getObject', { name: 'Adalina Parkova', limit: 1 }), { message: /no object/ })
  })

  await t.test('an object takes along links that were added after the listing', async t => {
    const graph = await filled()
    const { person } = await graph.read('findPerson', { name: 'Adalina Parkova', also: [] })
    const [part] = (await partsOf(graph, person)).filter(({ kind }) => kind === 'object')
    if (!part) throw new Error('no object is listed')
    await graph.write('addLink', { from: 'Ada Park', relation: 'likes', to: 'jazz' })
    t.equal(await graph.write('erasePart', { person, part }), 'object')
    t.notMatch(await exported(graph), /Ada Park likes jazz/)
  })

  await t.test('a part that no longer names the person is left alone', async t => {
    const graph = await filled()
    const { person } = await graph.read('findPerson', { name: 'Ada Park', also: [] })
    const parts = await partsOf(graph, person)
    await graph.write('updateLink', { which: { from: 'Tim', relation: 'knows', to: 'Northwind' }, fact: 'Tim knows the place' })
    await graph.write('updateObject', { name: 'Northwind', summary: 'A company', aliases: [] })
    const changed = parts.filter(({ text }) => text.startsWith('Tim -') || text.startsWith('Of Northwind'))
    t.equal(changed.length, 2)
    for (const part of changed) t.equal(await graph.write('erasePart', { person, part }), null)
    t.same(await graph.read('namingParts', { person, parts: changed }), [])
  })

  await t.test('a person without an object is erased from texts, even under other names; another graph is not touched', async t => {
    const [graph, other] = [await filled(), await filled()]
    const before = await exported(other)
    const { person, objects, suggestions } = await graph.read('findPerson', { name: 'Tims', also: ['tea'] })
    t.same([objects, suggestions], [['tea'], ['Tim']])
    for (const { kind, id } of await partsOf(graph, person)) await graph.write('erasePart', { person, part: { kind, id } })
    t.notMatch(await exported(graph), /\btea\b/)
    t.equal(await exported(other), before)
    const { person: own } = await graph.read('findPerson', { name: 'Ada Park', also: [] })
    const [foreign] = await partsOf(other, (await other.read('findPerson', { name: 'Ada Park', also: [] })).person)
    if (!foreign) throw new Error('the other graph has no such part')
    t.equal(await graph.write('erasePart', { person: own, part: foreign }), null, 'an ID of another graph')
  })
})
