import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { migrate } from './migrations.ts'
import { sqliteRows } from './rows.ts'
import { type Engine, namespaceId } from './session.ts'
import type { Tables } from './tables.ts'
import { sqliteTexts } from './texts.ts'

/** Another process writes meanwhile: its transactions are short. */
const PATIENCE_MS = 20_000
/** Statements that are kept compiled. */
const MOST_STATEMENTS = 200

/** Opens the file, makes it where it is not there, and brings its tables up to date. */
export async function openSqlite(file: string, { writes }: { writes: boolean }): Promise<Engine> {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(file, { timeout: PATIENCE_MS })
  try {
    // full: what was answered as done outlives a power cut.
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -65536; pragma mmap_size = 1073741824')
    const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: adapted(database, writes) }) })
    if (writes) await whole(database, () => migrate(db, { serial: 'integer', plain: sql`text`, texts: sqliteTexts }))
    return engineOf(db, database)
  } catch (error) {
    database.close()
    throw error
  }
}

/** Tables are made all or none, and by one process at a time. */
async function whole(database: DatabaseSync, work: () => Promise<void>): Promise<void> {
  database.exec('begin immediate')
  try {
    await work()
    database.exec('commit')
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
}

function engineOf(db: Kysely<Tables>, database: DatabaseSync): Engine {
  return {
    db,
    rows: sqliteRows,
    texts: sqliteTexts,
    reading: work => db.transaction().execute(work),
    // `begin immediate` lets one writer in at a time.
    writing: work => db.transaction().execute(transaction => work(transaction, namespaceId)),
    async close() {
      await db.destroy()
      if (database.isOpen) database.close()
    }
  }
}

/** The interface that Kysely knows SQLite by. */
function adapted(database: DatabaseSync, writes: boolean) {
  const compiled = new Map<string, ReturnType<typeof statementOf>>()
  return {
    close: () => database.close(),
    prepare(given: string) {
      const meant = meantBy(given, database, writes)
      const known = compiled.get(meant)
      if (known) return known
      const statement = statementOf(database.prepare(meant))
      if (compiled.size === MOST_STATEMENTS) compiled.clear()
      compiled.set(meant, statement)
      return statement
    }
  }
}

function meantBy(given: string, database: DatabaseSync, writes: boolean): string {
  // A transaction that reads first and then writes would fail where another wrote in between.
  if (given === 'begin' && writes) return 'begin immediate'
  // What meets a full disk SQLite has rolled back by itself: to do it again would fail, and hide why.
  return given === 'rollback' && !database.isTransaction ? 'select null' : given
}

function statementOf(statement: StatementSync) {
  const reader = statement.columns().length > 0
  // FTS5 writes rows of its own, whose ids fit into no number; what a statement reads are ours, which do.
  statement.setReadBigInts(!reader)
  return {
    reader,
    all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
    run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters))
  }
}

const values = (parameters: readonly unknown[]): SQLInputValue[] => parameters.filter(isValue)

/** Kysely hands on what our own queries give it, which is nothing else. */
const isValue = (value: unknown): value is SQLInputValue => {
  if (value === null || typeof value === 'string' || typeof value === 'number') return true
  throw new Error(`SQLite takes no ${typeof value}`)
}
