import { openSqlite } from '../../src/tools/memory/store/database/sqlite.ts'
import { perform } from '../../src/tools/memory/store/perform.ts'
import { bm25, type Document, type Search, stemmedBm25 } from '../tools/baselines.ts'
import { type Fact, type Question, readLocomo } from './locomo.ts'

const HITS = 10

/** Searches LoCoMo's facts for the answers to its questions, compared with plain BM25. */
export async function benchMemorySearch(data: string | undefined): Promise<string> {
  if (data === undefined) return 'memory-search: not measured (npm run bench -- memory-search --data <folder with the files of LoCoMo>)'
  const { facts, questions } = await readLocomo(data)
  const documents = facts.map(({ text }, index): Document => ({ id: String(index), fields: [{ text, weight: 1 }] }))
  const graph = await graphOf(facts)
  try {
    const rows = [
      await measure('memory_search, facts', questions, facts, query => graph.search(query, { match: 'any', kind: 'link' })),
      await measure('memory_search, objects and facts', questions, facts, query => graph.search(query, { match: 'any' })),
      await measure('memory_search, all words', questions, facts, query => graph.search(query, { match: 'all', kind: 'link' })),
      await measure('BM25', questions, facts, plainly(bm25(documents))),
      await measure('BM25 with stop words and stems', questions, facts, plainly(stemmedBm25(documents)))
    ]
    return [
      `memory-search: LoCoMo, ${questions.length} questions over ${facts.length} facts in one graph`,
      '| | hit@10 | MRR@10 | CPU ms per query |',
      '|---|---|---|---|',
      ...rows
    ].join('\n')
  } finally {
    await graph.close()
  }
}

/** Returns the indexes of the facts that are found, best first. */
type Ranker = (query: string) => Promise<readonly (number | undefined)[]>

const plainly =
  (search: Search): Ranker =>
  async query =>
    search(query).slice(0, HITS)

async function measure(name: string, questions: readonly Question[], facts: readonly Fact[], search: Ranker): Promise<string> {
  let [hits, reciprocal] = [0, 0]
  const started = process.cpuUsage()
  for (const { text, evidence } of questions) {
    const found = await search(text)
    const position = found.findIndex(index => index !== undefined && facts[index]?.turns.some(turn => evidence.includes(turn)))
    if (position < 0) continue
    hits++
    reciprocal += 1 / (position + 1)
  }
  const { user, system } = process.cpuUsage(started)
  const each = (user + system) / 1000 / questions.length
  return `| ${name} | ${(hits / questions.length).toFixed(3)} | ${(reciprocal / questions.length).toFixed(3)} | ${each.toFixed(1)} |`
}

/** Each fact is a link from its speaker to the session. */
async function graphOf(facts: readonly Fact[]) {
  const engine = await openSqlite(':memory:', { writes: true })
  const lines = facts.map(({ speaker, session, text }, index) =>
    JSON.stringify({ kind: 'link', from: speaker, relation: `states ${index}`, to: session, fact: text })
  )
  await perform(engine, { kind: 'write', name: 'importLines', namespace: 'bench', input: { text: lines.join('\n'), first: 1 } })
  return {
    async search(query: string, how: object): Promise<(number | undefined)[]> {
      const input = { query, ...how, offset: 0, limit: HITS }
      const found = await perform(engine, { kind: 'read', name: 'search', namespace: 'bench', input })
      const items: { link: { relation: string } | null }[] = Object(found).items
      return items.map(({ link }) => (link ? Number(link.relation.split(' ')[1]) : undefined))
    },
    close: engine.close
  }
}
