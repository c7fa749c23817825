import t from 'tap'
import type { PartPosition } from '../../../src/tools/memory/graph/person/erase.ts'
import type { Graph } from '../../../src/tools/memory/store/perform.ts'
import { onEveryDatabase } from '../../helpers/memory-graph.ts'

const fact = (from: string, to: string) => ({ from, relation: 'knows', to, fact: `${from} knows ${to}`, valid_at: null })

async function read(graph: Graph, title: string, links: ReturnType<typeof fact>[], source: string | null = null) {
  const { episode_id } = await graph.write('keepExtracted', {
    objects: [],
    links,
    episode: { digest: `digest of ${title}`, title, source },
    once: false
  })
  return Number(episode_id)
}

const titles = async (graph: Graph, link_id?: number): Promise<string[]> =>
  (await graph.read('listEpisodes', { link_id, limit: 9 })).items.map(({ title }) => title)

const facts = async (graph: Graph): Promise<string[]> =>
  (await graph.read('exportPart', { kind: 'link', after: 0, limit: 99 })).lines.match(/"fact":"[^"]*"/g)?.map(text => text.slice(8, -1)) ??
  []

onEveryDatabase(t, async (t, { graph: open, engine }) => {
  const stated = async (): Promise<number> =>
    Number(
      (
        await engine.db
          .selectFrom('memory_episode_links')
          .select(eb => eb.fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
      ).count
    )

  await t.test('a fact names each text that states it, and a text that is read again is the same episode', async t => {
    const graph = open()
    const first = await read(graph, 'A letter', [fact('A', 'B'), fact('B', 'C')], 'mail 1')
    await read(graph, 'A report', [fact('A', 'B')])
    t.equal(await read(graph, 'A letter', [fact('A', 'B'), fact('C', 'D')]), first)
    const [link] = (await graph.read('getObject', { name: 'A', limit: 1 })).outgoing
    t.same(await titles(graph, Number(link?.id)), ['A report', 'A letter'])
    t.same(await titles(graph), ['A report', 'A letter'])
    t.match(await graph.read('listEpisodes', { limit: 1 }), { items: [{ facts: 1, source: null }], total: 2 })
    const { next } = await graph.read('listEpisodes', { limit: 1 })
    t.match((await graph.read('listEpisodes', { limit: 1, after: next ?? 0 })).items, [{ title: 'A letter', source: 'mail 1', facts: 3 }])
    t.same(await titles(open()), [], 'of another graph')
    await t.rejects(open().read('listEpisodes', { limit: 1, link_id: Number(link?.id) }), { message: /no link/ })
  })

  await t.test('an episode is deleted alone, or with the facts that only it states', async t => {
    const graph = open()
    const before = await stated()
    await graph.write('addLink', { from: 'A', relation: 'knows', to: 'Z', fact: 'A knows Z' })
    const first = await read(graph, 'A letter', [fact('A', 'B'), fact('B', 'C'), fact('A', 'Z')])
    const second = await read(graph, 'A report', [fact('A', 'B')])
    const remove = (id: number, dry_run = false) => graph.write('deleteEpisode', { id, facts: true, dry_run })
    t.match(await remove(first, true), { episode: { title: 'A letter', facts: 3 }, facts_deleted: 1, dry_run: true })
    t.equal((await facts(graph)).length, 3)
    t.match(await remove(first), { facts_deleted: 1 })
    t.same(await facts(graph), ['A knows Z', 'A knows B'], 'what was known before, or is stated elsewhere, stays')
    t.match(await graph.write('deleteEpisode', { id: second, facts: false, dry_run: false }), { facts_deleted: 0 })
    t.same(await titles(graph), [])
    t.equal(await stated(), before)
    await t.rejects(remove(first), { message: /no episode/ })
    const other = await read(open(), 'Of others', [fact('A', 'B')])
    await t.rejects(remove(other), { message: /no episode/ }, 'of another graph')
  })

  await t.test('a deleted fact leaves its episodes', async t => {
    const graph = open()
    await read(graph, 'A letter', [fact('A', 'B'), fact('A', 'C')])
    await graph.write('deleteObject', { name: 'B', cascade: true, dry_run: false })
    t.match((await graph.read('listEpisodes', { limit: 1 })).items, [{ facts: 1 }])
  })

  await t.test('the erasure of a person deletes episodes that name them, and only those', async t => {
    const graph = open()
    await read(graph, 'Ada Park writes home', [fact('Tim', 'Ben')])
    await read(graph, 'A mail', [fact('Ben', 'Lea')], 'ada.park@example.com')
    await read(graph, 'A report', [fact('Ada Park', 'Tim')])
    const { person } = await graph.read('findPerson', { name: 'Ada Park', also: [] })
    const found: string[] = []
    for (let at: PartPosition | null = { kind: 'link', after: 0 }; at; ) {
      const page: { items: { kind: PartPosition['kind']; id: number; text: string }[]; next: PartPosition | null } = await graph.read(
        'partsNaming',
        { person, at, limit: 2 }
      )
      for (const { kind, id, text } of page.items) {
        found.push(text)
        await graph.write('erasePart', { person, part: { kind, id } })
      }
      at = page.next
    }
    t.same(found, [
      'Ada Park -[knows]-> Tim: Ada Park knows Tim',
      'Record of a text: Ada Park writes home',
      'Record of a text: A mail',
      'Ada Park, with 0 links'
    ])
    t.same(await titles(graph), ['A report'])
    t.same(await facts(graph), ['Tim knows Ben', 'Ben knows Lea'])
  })
})
