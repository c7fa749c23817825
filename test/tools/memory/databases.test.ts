import { sql } from 'kysely'
import t from 'tap'
import { wholeWord } from '../../../src/tools/memory/graph/matches.ts'
import { refold } from '../../../src/tools/memory/store/refold.ts'
import { tableOf } from '../../../src/tools/memory/store/texts.ts'
import type { ClockedGraph } from '../../helpers/memory-graph.ts'
import { onEveryDatabase } from '../../helpers/memory-graph.ts'

const PAGE = { match: 'all', offset: 0, limit: 20 } as const

const found = async (graph: ClockedGraph, query: string, match: 'all' | 'any' = 'all'): Promise<string[]> =>
  (await graph.read('search', { ...PAGE, query, match })).items.map(({ object, link }) => object?.name ?? link?.fact ?? '')

const object = (name: string, summary = '') => ({ kind: 'object', name, summary })

onEveryDatabase(t, async (t, { engine, graph: open }) => {
  const filled = async (...lines: object[]): Promise<ClockedGraph> => {
    const graph = open()
    await graph.write('importLines', { text: lines.map(line => JSON.stringify(line)).join('\n'), first: 1 })
    return graph
  }

  await t.test(
    'the object of just that name is first, then names that hold the words, then texts that do, the shorter the better',
    async t => {
      const graph = await filled(
        object('Fabrikam', 'Where Ada Park was an engineer, among a great many others whom nobody remembers'),
        { kind: 'link', from: 'Ada Park', relation: 'leads', to: 'Atlas', fact: 'Ada Park leads Atlas' },
        object('Ada Park Memorial Hall'),
        object('The Ada Park')
      )
      const ranked = ['Ada Park', 'The Ada Park', 'Ada Park Memorial Hall', 'Ada Park leads Atlas', 'Fabrikam']
      t.strictSame(await found(graph, 'park ADA'), ranked)
      t.strictSame(await found(await filled(), 'park ada'), [])
    }
  )

  await t.test('what holds more of the words comes first, and of two that fit alike the later one', async t => {
    const graph = await filled(object('Blue Whale Song'), object('Whale'), object('Red Herring'), object('Red Whale'))
    t.strictSame(await found(graph, 'blue whale', 'any'), ['Blue Whale Song', 'Whale', 'Red Whale'])
    t.strictSame(await found(graph, 'red*'), ['Red Whale', 'Red Herring'])
  })

  await t.test('words that are only in the graphs of others are not looked at', async t => {
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
      const { where } = engine.texts.match('object', Number(id), [wholeWord(word)], true)
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

  await t.test('a graph that an earlier version folded otherwise is found by its names and words', async t => {
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
    await refold(engine.db, engine.texts)
    t.equal((await graph.read('getObject', { name: 'KıRK', limit: 1 })).object.name, 'Kırk')
    t.equal(
      (await graph.read('getObject', { name: 'SpringAI', limit: 1 })).object.name,
      'SpringAI',
      'the elder keeps a name that two have now'
    )
    t.strictSame(await found(graph, 'forty'), ['Kırk'])
    t.strictSame(await found(graph, 'is', 'any'), ['Kırk is Other'])
    const pairs = await graph.read('duplicatePairs', { type: '', after: undefined, limit: 10 })
    t.match(pairs, [{ name: 'Spring\u200bAI', into_name: 'SpringAI' }])
  })
})
