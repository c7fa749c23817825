import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { type Engine, namespaceId } from '../session.ts'
import { createErasure, type Erasure, emptyLog, removeRemnants } from './erasure.ts'
import { migrate } from './migrations.ts'
import { sqliteRows } from './rows.ts'
import type { Tables } from './tables.ts'
import { sqliteTexts } from './word-index.ts'

/** Maximum wait for a writer in another process. Its transactions are short. */
const BUSY_TIMEOUT_MS = 20_000
/** Delay between an erasure and emptying the log, and before another attempt. */
const CHECKPOINT_DELAY_MS = 200
/** Maximum number of cached statements. */
const MAX_STATEMENTS = 200

/** Opens the file, creates it if needed, and updates its tables. */
export async function openSqlite(file: string, { writes }: { writes: boolean }): Promise<Engine> {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    // full: a confirmed write survives a power failure. secure_delete: deleted content is overwritten with zeros.
    database.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on; pragma cache_size = -65536; pragma mmap_size = 1073741824'
    )
    const erasure = createErasure(() => emptyLog(database, BUSY_TIMEOUT_MS), CHECKPOINT_DELAY_MS)
    const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqliteInterface(database, writes, erasure) }) })
    if (writes) {
      await inTransaction(database, () => migrate(db, { serial: 'integer', exactText: sql`text`, texts: sqliteTexts }))
      removeRemnants(database)
      emptyLog(database, BUSY_TIMEOUT_MS) // of erasures by a process that was killed before it could empty the log
    }
    return engineOf(db, database, erasure)
  } catch (error) {
    database.close()
    throw error
  }
}

/** Creates all tables or none, one process at a time. */
async function inTransaction(database: DatabaseSync, work: () => Promise<void>): Promise<void> {
  database.exec('begin immediate')
  try {
    await work()
    database.exec('commit')
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
}

function engineOf(db: Kysely<Tables>, database: DatabaseSync, erasure: Erasure): Engine {
  return {
    db,
    rows: sqliteRows,
    texts: sqliteTexts,
    reading: work => db.transaction().execute(work),
    // `begin immediate` admits one writer at a time.
    async writing(work) {
      const result = await db.transaction().execute(transaction => work(transaction, namespaceId))
      erasure.settle()
      return result
    },
    async close() {
      await erasure.close()
      await db.destroy()
      if (database.isOpen) database.close()
    }
  }
}

/** The interface that Kysely expects of SQLite. */
function sqliteInterface(database: DatabaseSync, writes: boolean, erasure: Erasure) {
  const compiled = new Map<string, ReturnType<typeof statementOf>>()
  return {
    close: () => database.close(),
    prepare(rawSql: string) {
      erasure.note(rawSql)
      const rewritten = rewrite(rawSql, database, writes)
      const known = compiled.get(rewritten)
      if (known) return known
      const statement = statementOf(database.prepare(rewritten))
      if (compiled.size === MAX_STATEMENTS) compiled.clear()
      compiled.set(rewritten, statement)
      return statement
    }
  }
}

function rewrite(rawSql: string, database: DatabaseSync, writes: boolean): string {
  // A transaction that reads before it writes would fail if another one wrote in between.
  if (rawSql === 'begin' && writes) return 'begin immediate'
  // After a full disk, SQLite has already rolled back: a second rollback would fail and hide the cause.
  return rawSql === 'rollback' && !database.isTransaction ? 'select null' : rawSql
}

function statementOf(statement: StatementSync) {
  const reader = statement.columns().length > 0
  // FTS5 inserts rows with IDs beyond safe integers. The IDs that are read here are within them.
  statement.setReadBigInts(!reader)
  return {
    reader,
    all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
    run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters))
  }
}

const values = (parameters: readonly unknown[]): SQLInputValue[] => parameters.filter(isValue)

/** Kysely passes on the values of the gateway's own queries, which are of these types only. */
const isValue = (value: unknown): value is SQLInputValue => {
  if (value === null || typeof value === 'string' || typeof value === 'number') return true
  throw new Error(`SQLite does not accept ${typeof value}`)
}
