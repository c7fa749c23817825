const RECORDED = '2026-01-05T09:00:00.000Z'

const object = (name: string, type: string | null, summary = '', attributes: { name: string; value: string }[] = []) => ({
  kind: 'object',
  name,
  type,
  summary,
  attributes,
  created_at: RECORDED,
  updated_at: RECORDED
})

const link = (from: string, relation: string, to: string, fact: string, valid_at: string | null, invalid_at: string | null = null) => ({
  kind: 'link',
  from,
  relation,
  to,
  fact,
  valid_at,
  invalid_at,
  created_at: RECORDED,
  source: 'sandbox'
})

/** A small sample graph: people, companies, projects and what they depend on. */
const GRAPH = [
  object('Ada Park', 'Person', 'An engineer who likes graphs'),
  object('Northwind Labs', 'Organization', 'Builds software for transport'),
  object('Fabrikam', 'Organization'),
  object('Atlas', 'Project', 'A planner for delivery routes'),
  object('Kotlin', 'Technology'),
  object('PostgreSQL', 'Technology', 'A relational database', [{ name: 'licence', value: 'PostgreSQL License' }]),
  object('Postgre SQL', null),
  object('MySQL', 'Technology'),
  object('Report Builder', 'Project', 'Prints the plans of Atlas'),
  object('report-builder', null),
  link('Ada Park', 'works at', 'Fabrikam', 'Ada Park was an engineer at Fabrikam', '2019-09-01T00:00:00.000Z', '2023-04-01T00:00:00.000Z'),
  link('Ada Park', 'works at', 'Northwind Labs', 'Ada Park leads engineering at Northwind Labs', '2023-04-01T00:00:00.000Z'),
  link('Ada Park', 'leads', 'Atlas', 'Ada Park leads the project Atlas', '2024-02-01T00:00:00.000Z'),
  link('Atlas', 'uses', 'MySQL', 'Atlas keeps its data in MySQL', '2022-06-01T00:00:00.000Z'),
  link('Atlas', 'written in', 'Kotlin', 'Atlas is written in Kotlin', null),
  link('Report Builder', 'uses', 'Postgre SQL', 'Report Builder reads from Postgre SQL', null),
  link('report-builder', 'depends on', 'Atlas', 'report-builder depends on Atlas', null),
  link('Northwind Labs', 'sponsors', 'Report Builder', 'Northwind Labs sponsors Report Builder', '2025-01-01T00:00:00.000Z')
]

export const SEED = GRAPH.map(line => `${JSON.stringify(line)}\n`).join('')
