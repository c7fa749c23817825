import { type KyselyPlugin, sql } from 'kysely'
import t from 'tap'
import { rebuildKeys } from '../../../src/tools/memory/store/database/migrations.ts'
import { prepared, type Value } from '../../../src/tools/memory/store/database/prepared.ts'
import { type Texts, tableOf } from '../../../src/tools/memory/store/database/word-index.ts'
import { perform } from '../../../src/tools/memory/store/perform.ts'
import type { Engine } from '../../../src/tools/memory/store/session.ts'
import { type ClockedGraph, onEveryDatabase } from '../../helpers/memory-graph.ts'

const PAGE = { match: 'all', offset: 0, limit: 20 } as const

const found = async (graph: ClockedGraph, query: string, match: 'all' | 'any' = 'all'): Promise<string[]> =>
  (await graph.read('search', { ...PAGE, query, match })).items.map(({ object, link }) => object?.name ?? link?.fact ?? '')

const object = (name: string, summary = '') => ({ kind: 'object', name, summary })

const NOW = Date.parse('2026-01-01T00:00:00Z')
const PART = (kind: string) => ({ kind, after: 0, limit: 100 })

const BEFORE = [
  object('Into'),
  { kind: 'link', from: 'Old', relation: 'uses', to: 'X' },
  { kind: 'link', from: 'Into', relation: 'uses', to: 'X' },
  { kind: 'link', from: 'Old', relation: 'knows', to: 'Y' }
]
  .map(line => JSON.stringify(line))
  .join('\n')

const NEW = { from: 'New A', relation: 'uses', to: 'New B' }

/** Each write, with its input. */
const WRITES: readonly (readonly [string, object])[] = [
  ['addLink', NEW],
  ['importLines', { text: JSON.stringify({ kind: 'link', ...NEW }), first: 1 }],
  [
    'keepExtracted',
    {
      objects: [NEW.from, NEW.to].map(name => ({ name, summary: '' })),
      links: [{ ...NEW, fact: 'A uses B', valid_at: null }],
      episode: { digest: 'new', title: 'New', source: null },
      once: true
    }
  ],
  ['updateObject', { name: 'Old', new_name: 'Renamed', summary: 'else' }],
  ['mergeObjects', { from: 'Old', into: 'Into', dry_run: false }],
  ['deleteObject', { name: 'Old', cascade: true, dry_run: false }]
]

/** The same database, with a count of the queries of writes. */
function counted(engine: Engine) {
  let queries = 0
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      return node
    },
    async transformResult({ result }) {
      queries++
      return result
    }
  }
  const writing: Engine['writing'] = work => engine.writing((db, find) => work(db.withPlugin(counter), find))
  return { engine: { ...engine, writing }, queries: () => queries }
}

/** The word index, which fails after a number of steps: each write has steps before, between and after its row changes. */
function failingAfter(texts: Texts, steps: number): Texts {
  let left = steps
  const step = (): void => {
    if (left-- === 0) throw new Error('The power is cut')
  }
  return {
    ...texts,
    async put(...given) {
      step()
      await texts.put(...given)
    },
    async remove(...given) {
      step()
      await texts.remove(...given)
    }
  }
}

onEveryDatabase(t, async (t, { engine, graph: open }) => {
  const filled = async (...lines: object[]): Promise<ClockedGraph> => {
    const graph = open()
    await graph.write('importLines', { text: lines.map(line => JSON.stringify(line)).join('\n'), first: 1 })
    return graph
  }

  await t.test('an exact name ranks first, then its facts, then names that contain the words, then texts', async t => {
    const graph = await filled(
      object('Fabrikam', 'Where Ada Park was an engineer, among a great many others whom nobody remembers'),
      { kind: 'link', from: 'Ada Park', relation: 'leads', to: 'Atlas', fact: 'Ada Park leads Atlas' },
      object('Ada Park Memorial Hall'),
      object('The Ada Park')
    )
    const ranked = ['Ada Park', 'Ada Park leads Atlas', 'The Ada Park', 'Ada Park Memorial Hall', 'Fabrikam']
    t.strictSame(await found(graph, 'park ADA'), ranked)
    t.strictSame(await found(await filled(), 'park ada'), [])
  })

  await t.test('ranking many texts does not block the event loop', async t => {
    const graph = await filled(...Array.from({ length: 200 }, (_none, at) => object(`Thing ${at}`, 'слово '.repeat(40))))
    let [turns, over] = [0, false]
    const count = (): void => {
      turns++
      if (!over) setImmediate(count)
    }
    setImmediate(count)
    t.equal((await graph.read('search', { ...PAGE, query: 'слово', match: 'all' })).total.value, 200)
    over = true
    t.ok(turns >= 10, `${turns} turns`)
  })

  await t.test('more matching words rank first, and on equal scores the later one', async t => {
    const graph = await filled(object('Blue Whale Song'), object('Whale'), object('Red Herring'), object('Red Whale'))
    t.strictSame(await found(graph, 'blue whale', 'any'), ['Blue Whale Song', 'Whale', 'Red Whale'])
    t.strictSame(await found(graph, 'red*'), ['Red Whale', 'Red Herring'])
  })

  await t.test('words in the graphs of others are not searched', async t => {
    await filled(object('Crowded'), { kind: 'link', from: 'Crowded', relation: 'is', to: 'Crowded Too' })
    const own = await filled(object('Lonely'))
    t.strictSame(await found(own, 'crowded'), [])
    const { id } = await engine.db
      .selectFrom('memory_namespaces')
      .select(eb => eb.fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    for (const [word, rows] of [
      ['crowded', 0],
      ['lonely', 1]
    ] as const) {
      const { where } = engine.texts.match('object', Number(id), { words: [{ forms: [word], prefix: false }], every: true })
      const { rows: matched } = await sql`select 1 from ${sql.table(tableOf('object'))} where ${where}`.execute(engine.db)
      t.equal(matched.length, rows, word)
    }
  })

  await t.test('a word is found however long it is', async t => {
    const graph = await filled(object('Long', 'я'.repeat(1100)), object('Odd', `a${'я'.repeat(1100)}`))
    t.strictSame(await found(graph, `${'я'.repeat(1100)}`), ['Long'])
    t.strictSame(await found(graph, `${'я'.repeat(200)}*`), ['Long'])
    t.strictSame(await found(graph, `a${'я'.repeat(200)}*`), ['Odd'])
  })

  await t.test('a prepared query is built once and takes the values of each call by name', async t => {
    let built = 0
    const found = prepared((db, value: Value<{ key: string; after: number }>) => {
      built++
      return db.selectFrom('memory_objects').select('name').where('key', '=', value('key')).where('id', '>', value('after')).compile()
    })
    await filled(object('Prepared'), object('Ready'))
    t.same((await found(engine.db, { key: 'prepared', after: 0 })).rows, [{ name: 'Prepared' }])
    t.same((await found(engine.db, { after: 0, key: 'ready' })).rows, [{ name: 'Ready' }])
    t.strictSame((await found(engine.db, { key: 'missing', after: 0 })).rows, [])
    t.equal(built, 1)
  })

  await t.test('values that are equal in the first call can differ later, in any order', async t => {
    const crossed = prepared((db, value: Value<{ from: number; to: number }>) =>
      db
        .selectNoFrom([sql<number>`cast(${value('to')} as integer)`.as('to'), sql<number>`cast(${value('from')} as integer)`.as('from')])
        .compile()
    )
    t.same((await crossed(engine.db, { from: 1, to: 1 })).rows, [{ to: 1, from: 1 }])
    t.same((await crossed(engine.db, { from: 1, to: 2 })).rows, [{ to: 2, from: 1 }])
  })

  await t.test('a query that does not use a value throws', async t => {
    const short = prepared((db, value: Value<{ key: string; after: number }>) =>
      db.selectFrom('memory_objects').select('name').where('key', '=', value('key')).compile()
    )
    await t.rejects(short(engine.db, { key: 'a', after: 0 }), { message: /does not use its values after/ })
  })

  await t.test('an object with many links is merged in few queries', async t => {
    const lines = ['Wide', 'Broad'].flatMap(from =>
      Array.from({ length: 120 }, (_, at) => ({ kind: 'link', from, relation: 'has', to: `part ${at}` }))
    )
    const input = { text: lines.map(line => JSON.stringify(line)).join('\n'), first: 1 }
    await perform(engine, { kind: 'write', name: 'importLines', namespace: 'wide', input })
    const counting = counted(engine)
    const merge = { from: 'Wide', into: 'Broad', dry_run: true }
    const merged = await perform(counting.engine, { kind: 'write', name: 'mergeObjects', namespace: 'wide', input: merge })
    t.match(merged, { links_moved: 0, dropped: { length: 120 } })
    t.ok(counting.queries() < 20, `${counting.queries()} queries`)
  })

  await t.test('9: a write that fails at any step leaves nothing', async t => {
    for (const [name, input] of WRITES) {
      let failed = 0
      for (let done = false; !done; ) {
        const namespace = `half ${name} ${failed}`
        const ask = (kind: 'read' | 'write', asked: string, given: unknown, over = engine) =>
          perform(over, { kind, name: asked, namespace, input: given }, () => NOW)
        const whole = async () =>
          JSON.stringify([await ask('read', 'exportPart', PART('object')), await ask('read', 'exportPart', PART('link'))])
        await ask('write', 'importLines', { text: BEFORE, first: 1 })
        const before = await whole()
        const cut = { ...engine, texts: failingAfter(engine.texts, failed) }
        done = await ask('write', name, input, cut).then(
          () => true,
          () => false
        )
        if (done) break
        t.equal(await whole(), before, `${name}, after ${failed} steps`)
        failed++
      }
      t.ok(failed > 1, `${name} failed in ${failed} places`)
    }
  })

  await t.test('a graph folded by an earlier version is found by its names and words', async t => {
    const graph = await filled(object('Kırk', 'forty'), object('SpringAI'), object('Other'), {
      kind: 'link',
      from: 'Kırk',
      relation: 'is',
      to: 'Other'
    })
    const rename = (name: string, values: { key: string; name?: string }) =>
      engine.db.updateTable('memory_objects').set(values).where('name', '=', name).execute()
    await rename('Kırk', { key: 'kirk' })
    await rename('Other', { key: 'spring\u200bai', name: 'Spring\u200bAI' })
    for (const kind of ['object', 'link'] as const) await sql`delete from ${sql.table(tableOf(kind))}`.execute(engine.db)
    await rebuildKeys(engine.db, engine.texts)
    t.equal((await graph.read('getObject', { name: 'KıRK', limit: 1 })).object.name, 'Kırk')
    t.equal(
      (await graph.read('getObject', { name: 'SpringAI', limit: 1 })).object.name,
      'SpringAI',
      'of two equal names, the older object keeps the key'
    )
    t.strictSame(await found(graph, 'forty'), ['Kırk'])
    t.strictSame(await found(graph, 'is', 'any'), ['Kırk is Other'])
    const pairs = await graph.read('duplicatePairs', { type: '', after: undefined, limit: 10 })
    t.match(pairs, [{ name: 'Spring\u200bAI', into_name: 'SpringAI' }])
  })
})
