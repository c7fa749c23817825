import pg from 'pg'
import { createPostgresPool } from '../../lib/postgres.ts'
import type { Location } from '../location.ts'
import { COLUMNS, type RecordDatabase, type Session, tables } from './database.ts'

type PostgresLocation = Extract<Location, { url: string }>

/** The order and comparison of texts, and what is upper case, must not depend on the locale of the database. */
const TABLES = tables({ integer: 'bigint', text: 'text collate "C"', bytes: 'bytea', table: '', tableWithoutId: '', order: ', seq' })

const UNIQUE_VIOLATION = '23505'

/** Searches at the same time. */
const READERS = 4

/** Maximum duration of a statement, and of the wait for a writer in another process. */
const STATEMENT_MS = 20_000

/** The server ends a statement that takes longer. Without a response after this time, the connection is given up. */
const RESPONSE_MS = STATEMENT_MS + 5_000

/** Connects to the server, and creates what does not exist. A user who may only use what exists needs no other right. */
export async function openPostgres(location: PostgresLocation): Promise<RecordDatabase> {
  const { schema } = location
  const database = connect(location)
  try {
    if (!(await database.reading(hasTables(schema))))
      await database.writing(async session => {
        if (!(await hasSchema(schema)(session))) await session.run(`create schema ${pg.escapeIdentifier(schema)}`)
        await session.run(TABLES)
      })
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

export async function openPostgresToRead(location: PostgresLocation): Promise<RecordDatabase | undefined> {
  const database = connect(location)
  try {
    if (await database.reading(hasTables(location.schema))) return database
  } catch (error) {
    await database.close()
    throw error
  }
  await database.close()
  return undefined
}

/** Returns the version of the server. Throws an Error if the record cannot be kept there. */
export async function checkPostgres(location: PostgresLocation): Promise<string> {
  const database = connect(location)
  try {
    return await database.reading(async session => {
      const [row] = await session.all(
        "select current_setting('server_version') as version, current_setting('server_version_num')::integer as number, has_database_privilege(current_database(), 'create') as creates"
      )
      if (Number(row?.['number']) < MIN_VERSION) throw new Error(`PostgreSQL ${row?.['version']} is too old: 12 or later is needed`)
      if (row?.['creates'] !== true && !(await hasSchema(location.schema)(session)))
        throw new Error(`the user may not create the schema ${location.schema}: grant create on the database, or create it`)
      return String(row?.['version'])
    })
  } finally {
    await database.close()
  }
}

const MIN_VERSION = 120_000

type Question = (session: Pick<Session, 'all'>) => Promise<boolean>

const hasSchema =
  (schema: string): Question =>
  async ({ all }) =>
    (await all('select 1 from pg_catalog.pg_namespace where nspname = ?', schema)).length > 0

const hasTables =
  (schema: string): Question =>
  async ({ all }) =>
    (await all('select 1 from pg_catalog.pg_tables where schemaname = ? and tablename = ?', schema, 'bodies')).length > 0

function connect({ url, schema }: PostgresLocation): RecordDatabase {
  const pool = (max: number): pg.Pool =>
    createPostgresPool({ connectionString: url, application_name: 'toolgate-record', max, query_timeout: RESPONSE_MS, keepAlive: true })
  const [readers, writer] = [pool(READERS), pool(1)]
  // In each transaction, so that a pooler between the two, which shares connections, changes nothing.
  const begin = `set local search_path to ${pg.escapeIdentifier(schema)}; set local statement_timeout = ${STATEMENT_MS}; set local lock_timeout = ${STATEMENT_MS}`
  const lock = `select pg_advisory_xact_lock(hashtextextended(${pg.escapeLiteral(schema)}, 0))`
  return {
    list: 'select value from json_array_elements_text(?::json)',
    writing: work => inTransaction(writer, `begin; ${begin}; ${lock}`, work),
    deleting: work => inTransaction(writer, `begin; set local synchronous_commit = off; ${begin}; ${lock}`, work),
    reading: work => inTransaction(readers, `begin isolation level repeatable read read only; ${begin}`, work),
    isDuplicate: error => error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION,
    async close() {
      await Promise.all([readers.end(), writer.end()])
    }
  }
}

/** A connection with a failed transaction is closed: the server ends the transaction. */
async function inTransaction<T>(pool: pg.Pool, begin: string, work: (session: Session) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query(begin)
    const result = await work(sessionOf(client))
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

const sessionOf = (client: pg.PoolClient): Session => ({
  all: async (sql, ...values) => (await client.query<Record<string, unknown>>(numbered(sql), [...values])).rows,
  run: async (sql, ...values) => (await client.query(numbered(sql), [...values])).rowCount ?? 0,
  async insert(rows) {
    const json = JSON.stringify(Array.from(rows, row => ({ ...row, mac: row.mac.toString('hex') })))
    await client.query(INSERT, [json])
  }
})

/** One statement for many rows: each statement is a request to the server. */
const INSERT = `insert into calls (${COLUMNS}) select ${COLUMNS.replace('mac', "decode(mac, 'hex')")} from json_to_recordset($1::json)
  as new (seq bigint, kind text, id text, at bigint, principal text, system text, operation text, outcome text, reason text, body text, mac text)`

/** Returns the statement with `$1` for the first value. */
function numbered(sql: string): string {
  let count = 0
  return sql.replaceAll('?', () => `$${++count}`)
}
