import type { Block } from '../block.ts'

export type Value = string | number | Uint8Array | null

/** A row of a result. A whole number may be a bigint or a text: one that was changed may exceed a number. */
export type Values = Record<string, unknown>

/** Statements of one transaction, with `?` for each value. */
export interface Session {
  all: (sql: string, ...values: readonly Value[]) => Promise<Values[]>
  /** Returns how many rows it changed. */
  run: (sql: string, ...values: readonly Value[]) => Promise<number>
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
  close: () => Promise<void>
}

/** Types of columns, and what follows a table with, or without, an ID of its own. */
export interface TableTypes {
  integer: string
  text: string
  bytes: string
  table: string
  tableWithoutId: string
}

/**
 * `blocks`: the rows (see Block). `shown`: 0 once a call that had begun has ended, and of what is no call. `terms`: the index of the blocks. `items`: names of
 * those of the stream that were written. Except for the blocks' text and MAC, all is derived from them, and the chain does not cover it: verification compares it.
 */
export const tables = ({ integer, text, bytes, table, tableWithoutId }: TableTypes): string => `
create table if not exists blocks (
  last ${integer} primary key, slot ${integer} not null, text ${text} not null, mac ${bytes} not null, begun ${text}, shown ${integer} not null
)${table};
create index if not exists blocks_slot on blocks (slot, last);
create index if not exists blocks_begun on blocks (begun) where begun is not null;
create table if not exists terms (term ${text}, slot ${integer}, last ${integer}, primary key (term, slot, last))${tableWithoutId};
create table if not exists items (name ${text} primary key)${tableWithoutId};
create table if not exists bodies (id ${text} primary key, at ${integer} not null, sealed ${text} not null)${tableWithoutId};
create index if not exists bodies_at on bodies (at);
`

export const blockOf = ({ last, slot, text, mac, begun }: Values): Block => ({
  last: Number(last),
  slot: Number(slot),
  text: String(text),
  mac: mac instanceof Uint8Array ? Buffer.from(mac) : Buffer.alloc(0),
  begun: typeof begun === 'string' ? begun : null
})
