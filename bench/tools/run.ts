import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Entry } from '../../src/catalog/search/entry-index.ts'
import { createRanker } from '../../src/catalog/search/ranker.ts'
import { entryOf } from '../../src/catalog/search/search.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { loadCatalog } from '../../src/systems/load-catalog.ts'
import { bm25, type Document, fourFieldBm25, type Search, stemmedBm25 } from './baselines.ts'
import { type MetaTool, readMetaTool } from './metatool.ts'

const Intents = Type.Array(
  Type.Object({
    id: Type.String(),
    text: Type.String(),
    language: Type.String(),
    style: Type.String(),
    expected: Type.Array(Type.String()),
    answerable: Type.Boolean()
  })
)
type Intent = Type.Static<typeof Intents>[number]

/** The rankers that are compared, by name. */
type Rankers = readonly (readonly [name: string, search: Search])[]

export async function benchTools(data: string | undefined): Promise<string> {
  const { operations } = await loadCatalog()
  const rankers = rankersOf(operations)
  const halves = await Promise.all(
    ['tuned', 'held-out'].map(async half => `${half} half\n${tableOf(await readIntents(half), operations, rankers)}`)
  )
  const outside =
    data === undefined ? 'MetaTool: not measured (npm run bench -- tools --data <folder>)' : metaToolTable(await readMetaTool(data))
  return [...halves, outside].join('\n\n')
}

async function readIntents(half: string): Promise<Intent[]> {
  const text = await readFile(path.join(import.meta.dirname, 'intents', `${half}.json`), 'utf8')
  return Value.Parse(Intents, JSON.parse(text))
}

function rankersOf(operations: readonly Operation[]): Rankers {
  const entries = operations.map(entryOf)
  const documents = operations.map(documentOf)
  return [
    ['ours', ours(entries)],
    ['ours without asked_as', ours(entries.map(entry => ({ ...entry, asked_as: [] })))],
    ['BM25', bm25(documents)],
    ['stemmed BM25', stemmedBm25(documents)],
    ['four-field BM25', fourFieldBm25(documents)]
  ]
}

function ours(entries: readonly Entry[]): Search {
  const { rank } = createRanker(entries)
  return query => rank(query).map(({ index }) => index)
}

const documentOf = ({ id, summary, description, tool }: Operation): Document => ({
  id,
  fields: [
    { text: id.replaceAll('_', ' '), weight: 3 },
    { text: summary, weight: 2 },
    { text: `${tool.title} ${tool.prompt}`, weight: 0.5 },
    { text: description, weight: 1 }
  ]
})

/** Returns milliseconds of CPU time, which a busy machine does not distort. */
function cpuSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000
}

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)}`)

/** Position of the first expected operation, from 0; -1 if it is not found. */
const positionOf = (found: readonly number[], expected: ReadonlySet<number>): number => found.findIndex(index => expected.has(index))

function tableOf(intents: readonly Intent[], operations: readonly Operation[], rankers: Rankers): string {
  const places = new Map(operations.map(({ id }, at) => [id, at]))
  const rows = rankers.map(([name, search]) => {
    for (const { text } of intents) search(text) // compiles the code, so that the time is that of a running gateway
    const started = process.cpuUsage()
    const results = intents.map(intent => ({ intent, found: search(intent.text) }))
    const each = cpuSince(started) / intents.length
    const hits = (most: number, picked: (intent: Intent) => boolean): string => {
      const own = results.filter(({ intent }) => intent.answerable && picked(intent))
      const hit = own.filter(({ intent, found }) => {
        const position = positionOf(found, new Set(intent.expected.map(id => places.get(id) ?? -1)))
        return position >= 0 && position < most
      })
      return percent(hit.length, own.length)
    }
    const unanswerable = results.filter(({ intent }) => !intent.answerable)
    return [
      name,
      hits(1, ({ language }) => language === 'en'),
      hits(5, ({ language }) => language === 'en'),
      hits(5, ({ language, style }) => language === 'en' && style === 'tool'),
      hits(5, ({ language, style }) => language === 'en' && style === 'colloquial'),
      hits(1, ({ language }) => language !== 'en'),
      hits(5, ({ language }) => language !== 'en'),
      hits(1, () => true),
      hits(5, () => true),
      percent(unanswerable.filter(({ found }) => found.length === 0).length, unanswerable.length),
      each.toFixed(3)
    ]
  })
  const head = [
    'ranker',
    'recall@1',
    'recall@5',
    'tool-like @5',
    'colloquial @5',
    'other languages @1',
    'other languages @5',
    'all @1',
    'all @5',
    'abstention',
    'CPU ms per query'
  ]
  return markdown(head, rows)
}

function metaToolTable({ tools, queries }: MetaTool): string {
  const places = new Map(tools.map(({ name }, at) => [name, at]))
  const documents = tools.map(({ name, description }) => ({
    id: name,
    fields: [
      { text: name, weight: 3 },
      { text: description, weight: 1 }
    ]
  }))
  const entries = tools.map(({ name, description }) => ({
    id: name,
    name,
    summary: description,
    description: '',
    asked_as: [],
    parameters: [],
    system: '',
    bulk: false,
    reads: true,
    related: []
  }))
  const rankers: Rankers = [
    ['ours', ours(entries)],
    ['BM25', bm25(documents)],
    ['stemmed BM25', stemmedBm25(documents)],
    ['two-field BM25', fourFieldBm25(documents)]
  ]
  const rows = rankers.map(([name, search]) => {
    const started = process.cpuUsage()
    const positions = queries.map(({ text, tool }) => positionOf(search(text), new Set([places.get(tool) ?? -1])))
    const each = cpuSince(started) / queries.length
    const within = (most: number): string =>
      percent(positions.filter(position => position >= 0 && position < most).length, positions.length)
    return [name, within(1), within(5), each.toFixed(3)]
  })
  return `MetaTool, ${queries.length} queries, ${tools.length} tools, without asked_as\n${markdown(['ranker', 'recall@1', 'recall@5', 'CPU ms per query'], rows)}`
}

const markdown = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
