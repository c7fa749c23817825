import { type CompiledQuery, type QueryResult, type RawBuilder, sql } from 'kysely'
import type { Db } from './tables.ts'

type AnyValues = Readonly<Record<string, string | number | null | readonly string[]>>

/** A placeholder for the value with this name. */
export type Value<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>

/**
 * Builds and compiles a query once per database and runs it with different values: building it takes longer than SQLite takes to run it.
 * `build` places each value by name; the first call throws if a value is not used.
 */
export function prepared<Values extends AnyValues, Row>(build: (db: Db, value: Value<Values>) => CompiledQuery<Row>) {
  const known = new WeakMap<object, CompiledQuery<Row>>()
  return async (db: Db, values: Values): Promise<QueryResult<Row>> => {
    const { adapter } = db.getExecutor() // one per open database
    const query =
      known.get(adapter) ??
      requireAllUsed(
        build(db, name => sql`${Symbol(name)}`),
        values
      )
    known.set(adapter, query)
    const byName: AnyValues = values
    return await db.executeQuery({ ...query, parameters: query.parameters.map(one => (isPlaceholder(one) ? byName[nameOf(one)] : one)) })
  }
}

const isPlaceholder = (parameter: unknown): parameter is symbol => typeof parameter === 'symbol'

const nameOf = ({ description = '' }: symbol): string => description

function requireAllUsed<Row>(query: CompiledQuery<Row>, values: AnyValues): CompiledQuery<Row> {
  const used = query.parameters.filter(isPlaceholder).map(nameOf)
  const unused = Object.keys(values).filter(name => !used.includes(name))
  if (unused.length > 0) throw new Error(`A query does not use its values ${unused.join(', ')}: ${query.sql}`)
  return query
}
