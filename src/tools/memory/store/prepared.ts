import type { CompiledQuery, QueryResult } from 'kysely'
import type { Db } from './tables.ts'

type Values = Readonly<Record<string, string | number | null | readonly string[]>>

/**
 * A query that is built and compiled once for a database, and run with other values from then on: to build one takes longer than SQLite takes
 * to answer it. `build` hands on each value as it is, in the order in which they are named.
 */
export function prepared<Given extends Values, Row>(build: (db: Db, values: Given) => CompiledQuery<Row>) {
  const known = new WeakMap<object, { query: CompiledQuery<Row>; names: readonly string[] }>()
  return async (db: Db, given: Given): Promise<QueryResult<Row>> => {
    const { adapter } = db.getExecutor() // one for each database that is open
    const { query, names } = known.get(adapter) ?? inOrder(build(db, given), given)
    known.set(adapter, { query, names })
    const values: Values = given
    return await db.executeQuery({ ...query, parameters: names.map(name => values[name]) })
  }
}

/** What stands elsewhere than where it is named would get the value of another. */
function inOrder<Row>(query: CompiledQuery<Row>, values: Values) {
  const names = Object.keys(values)
  const { parameters, sql } = query
  if (parameters.length !== names.length || parameters.some((value, place) => value !== values[names[place] ?? '']))
    throw new Error(`The values of a query are ${names.join(', ')}, and are used otherwise: ${sql}`)
  return { query, names }
}
