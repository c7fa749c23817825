import { type CompiledQuery, type QueryResult, type RawBuilder, sql } from 'kysely'
import type { Db } from './tables.ts'

type Values = Readonly<Record<string, string | number | null | readonly string[]>>

/** Where a query holds a value of this name, whatever that will be. */
export type Value<Given> = <Name extends keyof Given & string>(name: Name) => RawBuilder<Given[Name]>

/**
 * A query that is built and compiled once for a database, and run with other values from then on: to build one takes longer than SQLite takes
 * to answer it. `build` says by its name where each value stands; one that stands nowhere is a mistake, at which the first call throws.
 */
export function prepared<Given extends Values, Row>(build: (db: Db, value: Value<Given>) => CompiledQuery<Row>) {
  const known = new WeakMap<object, CompiledQuery<Row>>()
  return async (db: Db, given: Given): Promise<QueryResult<Row>> => {
    const { adapter } = db.getExecutor() // one for each database that is open
    const query =
      known.get(adapter) ??
      whole(
        build(db, name => sql`${Symbol(name)}`),
        given
      )
    known.set(adapter, query)
    const values: Values = given
    return await db.executeQuery({ ...query, parameters: query.parameters.map(one => (isPlace(one) ? values[nameOf(one)] : one)) })
  }
}

const isPlace = (parameter: unknown): parameter is symbol => typeof parameter === 'symbol'

const nameOf = ({ description = '' }: symbol): string => description

function whole<Row>(query: CompiledQuery<Row>, values: Values): CompiledQuery<Row> {
  const used = query.parameters.filter(isPlace).map(nameOf)
  const left = Object.keys(values).filter(name => !used.includes(name))
  if (left.length > 0) throw new Error(`A query does not use its values ${left.join(', ')}: ${query.sql}`)
  return query
}
