import type { ExampleSetup } from '../../contract/examples.ts'

/** Outputs of the examples: content of the sandbox graph. */

const RECORDED = '2026-01-05T09:00:00.000Z'

const object = (name: string, type: string | null, summary = '', attributes: { name: string; value: string }[] = []) => ({
  name,
  type,
  summary,
  attributes,
  created_at: RECORDED,
  updated_at: RECORDED
})

const link = (from: string, relation: string, to: string, fact: string, valid_at: string | null, invalid_at: string | null = null) => ({
  id: '1',
  from,
  relation,
  to,
  fact,
  valid_at,
  invalid_at,
  created_at: RECORDED,
  expired_at: null,
  source: 'sandbox'
})

const FABRIKAM = link(
  'Ada Park',
  'works at',
  'Fabrikam',
  'Ada Park was an engineer at Fabrikam',
  '2019-09-01T00:00:00.000Z',
  '2023-04-01T00:00:00.000Z'
)
const NORTHWIND = link('Ada Park', 'works at', 'Northwind Labs', 'Ada Park leads engineering at Northwind Labs', '2023-04-01T00:00:00.000Z')
const LEADS = link('Ada Park', 'leads', 'Atlas', 'Ada Park leads the project Atlas', '2024-02-01T00:00:00.000Z')
const WRITTEN = link('Atlas', 'written in', 'Kotlin', 'Atlas is written in Kotlin', null)
const THE_ADA = object('Ada Park', 'Person', 'An engineer who likes graphs')

const totals = (outgoing: number) => ({
  outgoing_total: { value: outgoing, relation: 'eq' as const },
  incoming_total: { value: 0, relation: 'eq' as const },
  next_links_cursor: null
})

export const ADA = {
  now: { ...THE_ADA, outgoing: [NORTHWIND, LEADS], incoming: [], ...totals(2) },
  in2020: { ...THE_ADA, outgoing: [FABRIKAM], incoming: [], ...totals(1) }
}

const page = <Item>(items: Item[]) => ({ items, next_cursor: null, total: { value: items.length, relation: 'eq' as const } })

export const ADA_HISTORY = page([FABRIKAM, NORTHWIND])
export const LISTED_PEOPLE = page([THE_ADA])
export const FOUND = page([
  {
    kind: 'object' as const,
    score: 4.2,
    object: object('PostgreSQL', 'Technology', 'A relational database', [{ name: 'licence', value: 'PostgreSQL License' }]),
    link: null
  }
])
export const ANSWERED = page([{ kind: 'link' as const, score: 6.3, object: null, link: LEADS }])
export const AROUND_ATLAS = {
  objects: [
    { ...object('Atlas', 'Project', 'A planner for delivery routes'), distance: 0 },
    { ...object('Kotlin', 'Technology'), distance: 1 }
  ],
  links: [WRITTEN],
  complete: true
}
export const PATH_TO_KOTLIN = { found: true, objects: ['Ada Park', 'Atlas', 'Kotlin'], links: [LEADS, WRITTEN] }

export const ADDED_LINK = {
  created: true,
  differences: [],
  contradictions: [],
  link: { ...link('Spring AI', 'integrates', 'LLM', 'Spring AI integrates LLM', null), source: null },
  objects: [
    { name: 'Spring AI', created: true },
    { name: 'LLM', created: true }
  ]
}

export const RETURNED = {
  created: true,
  differences: [],
  contradictions: [NORTHWIND],
  link: { ...link('Ada Park', 'works at', 'Fabrikam', 'Ada Park is back at Fabrikam', '2026-01-01T00:00:00.000Z'), source: null },
  objects: [
    { name: 'Ada Park', created: false },
    { name: 'Fabrikam', created: false }
  ]
}

const found = (from: string, relation: string, to: string, fact: string, valid_at: string | null) => ({
  from,
  relation,
  to,
  fact,
  valid_at,
  invalid_at: null,
  created: true
})

export const READ_TEXT = {
  summary: 'Would add 2 entities and 2 relationships to knowledge graph',
  entities: ['Gromozeka', 'Kotlin', 'Neo4J'],
  relationships: [
    { from: 'Gromozeka', to: 'Kotlin', relation: 'IS_WRITTEN_IN' },
    { from: 'Gromozeka', to: 'Neo4J', relation: 'KEEPS_GRAPHS_IN' }
  ],
  objects: [
    { name: 'Gromozeka', type: 'Concept', created: true },
    { name: 'Kotlin', type: 'Technology', created: false },
    { name: 'Neo4J', type: 'Concept', created: true }
  ],
  links: [
    found('Gromozeka', 'IS_WRITTEN_IN', 'Kotlin', 'Gromozeka is written in Kotlin', null),
    found('Gromozeka', 'KEEPS_GRAPHS_IN', 'Neo4J', 'Gromozeka keeps graphs in Neo4J since 2025-11-27', '2025-11-27T00:00:00.000Z')
  ],
  dropped: [],
  usage: { calls: 2, prompt_tokens: 1000, completion_tokens: 200 },
  episode_id: null,
  dry_run: true
}

/** Reads a text whose only fact the sandbox graph contains. */
export const readKnownText: ExampleSetup = {
  operation: 'memory_build_from_text',
  input: { content: 'Atlas uses MySQL.', source: 'notes', confirm: true },
  as: {}
}

export const KNOWN_TEXT = { id: '1', title: 'Atlas uses MySQL.', source: 'notes', recorded_at: RECORDED, facts: 1 }
