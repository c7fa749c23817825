import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import type { ChainedRow } from '../row.ts'

/** Maximum wait for another process. */
const BUSY_TIMEOUT_MS = 20_000

/** `shown`: 0 once a call that had begun has ended. It is derived from the other rows, and the chain does not cover it. */
const TABLES = `
create table if not exists calls (
  seq integer primary key, kind text not null, id text not null, at integer not null, principal text not null, system text not null,
  operation text not null, outcome text not null, reason text, body text not null, mac blob not null, shown integer not null default 1
) strict;
create unique index if not exists calls_id on calls (id, kind);
create index if not exists calls_at on calls (at) where shown = 1;
create index if not exists calls_principal on calls (principal, at) where shown = 1;
create index if not exists calls_system on calls (system, at) where shown = 1;
create index if not exists calls_operation on calls (operation, at) where shown = 1;
create index if not exists calls_reason on calls (reason, at) where shown = 1 and reason is not null;
create index if not exists calls_failed on calls (outcome, at) where shown = 1 and outcome <> 'succeeded';
create table if not exists bodies (id text primary key, at integer not null, sealed text not null) strict, without rowid;
create index if not exists bodies_at on bodies (at);
`

/** Opens the database, and creates it if it does not exist. Every commit is on disk. */
export function openDatabase(file: string): DatabaseSync {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -65536')
  database.exec(TABLES)
  return database
}

/** All or nothing, one process at a time. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('begin immediate')
  try {
    const result = work()
    database.exec('commit')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
}

/** Columns of a row, for a statement. */
export const COLUMNS = 'seq, kind, id, at, principal, system, operation, outcome, reason, body, mac'

/** Prepares a statement that reads rows. Its numbers are bigints: one that was changed to more than a number can hold would be an error. */
export function prepareRows(database: DatabaseSync, sql: string): StatementSync {
  const statement = database.prepare(sql)
  statement.setReadBigInts(true)
  return statement
}

export function toRow(values: Record<string, SQLOutputValue>): ChainedRow {
  const { seq, kind, id, at, principal, system, operation, outcome, reason, body, mac } = values
  return {
    seq: Number(seq),
    kind: String(kind),
    id: String(id),
    at: Number(at),
    principal: String(principal),
    system: String(system),
    operation: String(operation),
    outcome: String(outcome),
    reason: reason === null || reason === undefined ? null : String(reason),
    body: String(body),
    mac: mac instanceof Uint8Array ? Buffer.from(mac) : Buffer.alloc(0)
  }
}
