import path from 'node:path'
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { encodeVector } from '../../../src/tools/memory/embed/vectors.ts'
import type { PartPosition } from '../../../src/tools/memory/graph/person/erase.ts'
import { openPostgres } from '../../../src/tools/memory/store/database/postgres.ts'
import { openSqlite } from '../../../src/tools/memory/store/database/sqlite.ts'
import { type Graph, perform } from '../../../src/tools/memory/store/perform.ts'
import type { Engine } from '../../../src/tools/memory/store/session.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { onEveryDatabase } from '../../helpers/memory-graph.ts'
import { newDatabase, noPostgres } from '../../helpers/postgres.ts'

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

const MODEL = 'm'

/** Embeds every fact and object. */
async function embed(graph: Graph): Promise<void> {
  const { items } = await graph.read('withoutVector', { model: MODEL, limit: 99 })
  await graph.write('keepVectors', { model: MODEL, items: items.map(item => ({ ...item, vector: encodeVector([1]) })) })
}

/** Erases a person as the job does, and returns the parts that it found. */
async function erase(graph: Graph, name: string): Promise<string[]> {
  const { person } = await graph.read('findPerson', { name, also: [] })
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
  return found
}

onEveryDatabase(t, async (t, { graph: open, engine }) => {
  const rows = async (table: 'memory_episode_links' | 'memory_vectors'): Promise<number> =>
    Number(
      (
        await engine.db
          .selectFrom(table)
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
    const before = await rows('memory_episode_links')
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
    t.equal(await rows('memory_episode_links'), before)
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
    t.same(await erase(graph, 'Ada Park'), [
      'Ada Park -[knows]-> Tim: Ada Park knows Tim',
      'Record of a text: Ada Park writes home',
      'Record of a text: A mail',
      'Ada Park, with 0 links'
    ])
    t.same(await titles(graph), ['A report'])
    t.same(await facts(graph), ['Tim knows Ben', 'Ben knows Lea'])
  })

  await t.test('embeddings go with what an episode or a person takes along', async t => {
    const graph = open()
    const before = await rows('memory_vectors')
    const id = await read(graph, 'A letter', [fact('A', 'B'), fact('Ada Park', 'B'), fact('B', 'Ada Park')])
    await read(graph, 'A report', [fact('B', 'C')])
    await embed(graph)
    t.equal(await rows('memory_vectors'), before + 8, '4 facts and 4 objects')
    await graph.write('deleteEpisode', { id, facts: true, dry_run: false })
    t.equal(await rows('memory_vectors'), before + 5)
    await read(graph, 'A mail', [fact('Ada Park', 'B')])
    await embed(graph)
    t.equal(await rows('memory_vectors'), before + 6)
    await erase(graph, 'Ada Park')
    t.equal(await rows('memory_vectors'), before + 4, 'of B knows C, and A, B and C')
  })
})

const DATABASES: readonly (readonly [name: string, skip: string | undefined, address: (t: Test) => Promise<() => Promise<Engine>>])[] = [
  [
    'SQLite',
    undefined,
    async t => {
      const file = path.join(await temporaryFolder(t), 'memory.sqlite')
      return () => openSqlite(file, { writes: true })
    }
  ],
  [
    'PostgreSQL',
    noPostgres,
    async () => {
      const url = await newDatabase()
      return () => openPostgres(url)
    }
  ]
]

for (const [name, skip, address] of DATABASES)
  t.test(
    `${name}: a graph of the version before episodes keeps its facts, and records texts and embeddings`,
    skip === undefined ? {} : { skip },
    async t => {
      const open = await address(t)
      const old = await open()
      const input = { from: 'A', relation: 'knows', to: 'B', fact: 'A knows B' }
      await perform(old, { kind: 'write', name: 'addLink', namespace: 'g', input }, Date.now)
      for (const table of ['memory_episode_links', 'memory_episodes']) await sql`drop table ${sql.table(table)}`.execute(old.db)
      const key = sql`(namespace_id bigint not null, kind text not null, row_id bigint not null, model text not null, vector text not null, primary key (kind, row_id))`
      await sql`drop table memory_vectors`.execute(old.db)
      await sql`create table memory_vectors ${key}`.execute(old.db)
      await sql`insert into memory_vectors select namespace_id, 'link', id, 'm', 'x' from memory_links`.execute(old.db)
      await sql`delete from memory_migrations where name >= '0008'`.execute(old.db)
      await old.close()
      const engine = await open()
      t.teardown(() => engine.close())
      const episode = { digest: 'd', title: 'A letter', source: null }
      const ask = (kind: 'read' | 'write', asked: string, input: object) =>
        perform(engine, { kind, name: asked, namespace: 'g', input }, Date.now)
      t.match(await ask('read', 'getObject', { name: 'A', limit: 1 }), { outgoing: [{ fact: 'A knows B' }] })
      for (const model of ['m', 'n'])
        await ask('write', 'keepVectors', { model, items: [{ kind: 'link', id: 1, text: 'A knows B', vector: encodeVector([1]) }] })
      t.match(await ask('write', 'keepExtracted', { objects: [], links: [fact('A', 'B')], episode, once: true }), {
        links: [{ created: false }]
      })
      t.match(await ask('read', 'listEpisodes', { limit: 9 }), { items: [{ title: 'A letter', facts: 1 }] })
    }
  )
