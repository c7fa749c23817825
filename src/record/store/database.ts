import type { ChainedRow } from '../row.ts'

export type Value = string | number | null

/** A row of a result. A whole number may be a bigint or a text: one that was changed may exceed a number. */
export type Values = Record<string, unknown>

/** Statements of one transaction, with `?` for each value. */
export interface Session {
  all: (sql: string, ...values: readonly Value[]) => Promise<Values[]>
  /** Returns how many rows it changed. */
  run: (sql: string, ...values: readonly Value[]) => Promise<number>
  /** Adds rows to `calls`. */
  insert: (rows: Iterable<ChainedRow>) => Promise<void>
}

/** The database of the record. All SQL is the same for SQLite and PostgreSQL, except what is here. */
export interface RecordDatabase {
  /** A query for the texts of a JSON list, which is its only value. */
  list: string
  /** Runs one transaction at a time, of all processes. All of it is on disk afterwards, or nothing. */
  writing: <T>(work: (session: Session) => Promise<T>) => Promise<T>
  /** The same, but it does not wait for the disk: a power failure may undo it. */
  deleting: <T>(work: (session: Session) => Promise<T>) => Promise<T>
  /** All statements see the same state. */
  reading: <T>(work: (session: Pick<Session, 'all'>) => Promise<T>) => Promise<T>
  /** Whether the error means that a row was there already. */
  isDuplicate: (error: unknown) => boolean
  close: () => Promise<void>
}

/** Types of columns, and what follows a table with, or without, an ID of its own. */
export interface TableTypes {
  integer: string
  text: string
  bytes: string
  table: string
  tableWithoutId: string
  /** What an index has after its columns, to return rows in their order. */
  order: string
}

/** `shown`: 0 once a call that had begun has ended, and of rows that are not calls. Searches select by it and an index, without reading other rows. It is derived from the other rows, and the chain does not cover it. */
export const tables = ({ integer, text, bytes, table, tableWithoutId, order }: TableTypes): string => `
create table if not exists calls (
  seq ${integer} primary key, kind ${text} not null, id ${text} not null, at ${integer} not null, principal ${text} not null,
  system ${text} not null, operation ${text} not null, outcome ${text} not null, reason ${text}, body ${text} not null, mac ${bytes} not null,
  shown ${integer} not null default 1
)${table};
create unique index if not exists calls_id on calls (id, kind);
create index if not exists calls_at on calls (at${order}) where shown = 1;
create index if not exists calls_principal on calls (principal, at${order}) where shown = 1;
create index if not exists calls_system on calls (system, at${order}) where shown = 1;
create index if not exists calls_operation on calls (operation, at${order}) where shown = 1;
create index if not exists calls_reason on calls (reason, at${order}) where shown = 1 and reason is not null;
create index if not exists calls_failed on calls (outcome, at${order}) where shown = 1 and outcome <> 'succeeded';
create index if not exists calls_failed_of on calls (principal, outcome, at${order}) where shown = 1 and outcome <> 'succeeded';
create table if not exists bodies (id ${text} primary key, at ${integer} not null, sealed ${text} not null)${tableWithoutId};
create index if not exists bodies_at on bodies (at);
`

/** Columns of a row, for a statement. */
export const COLUMNS = 'seq, kind, id, at, principal, system, operation, outcome, reason, body, mac'

export function toRow({ seq, kind, id, at, principal, system, operation, outcome, reason, body, mac }: Values): ChainedRow {
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
