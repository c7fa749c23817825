import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ChainedRow } from '../row.ts'
import { COLUMNS, type RecordDatabase, type Session, tables, type Value } from './database.ts'

/** Maximum wait for another process. */
const BUSY_TIMEOUT_MS = 20_000

const TABLES = tables({
  integer: 'integer',
  text: 'text',
  bytes: 'blob',
  table: ' strict',
  tableWithoutId: ' strict, without rowid',
  order: '' // SQLite adds `seq` itself
})

/** The lowest byte of an extended code of SQLite is the primary code. */
const PRIMARY = 0xff
const CONSTRAINT = 19

export function openSqlite(file: string): RecordDatabase {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  database.exec('pragma page_size = 8192; pragma journal_mode = wal; pragma cache_size = -65536')
  database.exec(TABLES)
  return databaseOf(database)
}

export function openSqliteToRead(file: string): RecordDatabase | undefined {
  return existsSync(file) ? databaseOf(new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS })) : undefined
}

function databaseOf(database: DatabaseSync): RecordDatabase {
  const session = sessionOf(database)
  let last: Promise<unknown> = Promise.resolve()
  const run = async <T>(begin: string, work: (session: Session) => Promise<T>): Promise<T> => {
    database.exec(begin)
    try {
      const result = await work(session)
      database.exec('commit')
      return result
    } catch (error) {
      if (database.isTransaction) database.exec('rollback')
      throw error
    }
  }
  /** One after another, since all share the connection. */
  const inTransaction =
    (begin: string): RecordDatabase['writing'] =>
    work => {
      const result = last.then(() => run(begin, work))
      last = result.catch(() => undefined)
      return result
    }
  return {
    list: 'select value from json_each(?)',
    writing: inTransaction('pragma synchronous = full; pragma wal_autocheckpoint = 1000; begin immediate'),
    // With fewer pages in the log, moving them into the file takes less time at once.
    deleting: inTransaction('pragma synchronous = normal; pragma wal_autocheckpoint = 200; begin immediate'),
    reading: inTransaction('begin'),
    isDuplicate: error => error instanceof Error && 'errcode' in error && (Number(error.errcode) & PRIMARY) === CONSTRAINT,
    close: async () => database.close()
  }
}

function sessionOf(database: DatabaseSync): Session {
  return {
    async all(sql, ...values) {
      const statement = database.prepare(sql)
      statement.setReadBigInts(true)
      return statement.all(...values)
    },
    run: async (sql, ...values) => Number(database.prepare(sql).run(...values).changes),
    async insert(rows) {
      const insert = database.prepare(`insert into calls (${COLUMNS}) values (${COLUMNS.replace(/\w+/g, '?')})`)
      for (const row of rows) insert.run(...valuesOf(row))
    }
  }
}

const valuesOf = ({ seq, kind, id, at, principal, system, operation, outcome, reason, body, mac }: ChainedRow): [...Value[], Buffer] => [
  ...[seq, kind, id, at, principal, system, operation, outcome, reason, body],
  mac
]
