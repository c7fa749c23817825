import { type RawBuilder, sql } from 'kysely'
import type { Word } from '../terms.ts'
import { prepared, type Value } from './prepared.ts'
import type { Db } from './tables.ts'

export type Kind = 'object' | 'link'

/** What to search for. */
export interface TermQuery {
  words: readonly Pick<Word, 'forms' | 'prefix'>[]
  /** All words must occur. Otherwise at least one. */
  every: boolean
}

/** A row and the graph it belongs to. */
interface RowReference {
  id: number
  namespace_id: number
}

/** The full-text index of objects and links. Words are folded first, so that all databases find the same. */
export interface Texts {
  create: (db: Db, kind: Kind) => Promise<void>
  drop: (db: Db, kind: Kind) => Promise<void>
  put: (db: Db, kind: Kind, row: RowReference, words: readonly string[]) => Promise<void>
  /** Also removes the embeddings: whatever depends on the text. */
  remove: (db: Db, kind: Kind, ids: readonly number[]) => Promise<void>
  /** Returns how to query the index: the row ID and the condition. */
  match: (kind: Kind, namespace: number, query: TermQuery) => Match
}

interface Match {
  id: RawBuilder<number>
  where: RawBuilder<boolean>
}

export const tableOf = (kind: Kind): string => `memory_${kind}_texts`

/** A word that every row of a graph has and no text contains, so that other graphs do not slow down a search. */
const namespaceMarker = (namespace: number): string => `§${namespace}`

const drop = async (db: Db, kind: Kind): Promise<void> => {
  await sql`drop table ${sql.table(tableOf(kind))}`.execute(db)
}

async function removeVectors(db: Db, kind: Kind, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('memory_vectors').where('kind', '=', kind).where('row_id', 'in', ids).execute()
}

/**
 * FTS5. The `ascii` tokenizer treats every non-ASCII character as part of a word. secure-delete removes a deleted word from the index at
 * once; it needs the words of the row, so the tables store them.
 */
export const sqliteTexts: Texts = {
  async create(db, kind) {
    const table = tableOf(kind)
    await sql`create virtual table ${sql.table(table)} using fts5(words, tokenize='ascii')`.execute(db)
    await sql`insert into ${sql.table(table)}(${sql.id(table)}, rank) values ('secure-delete', 1)`.execute(db)
  },
  drop,
  async put(db, kind, { id, namespace_id }, words) {
    await putWords[kind](db, { id, words: [namespaceMarker(namespace_id), ...words].join(' ') })
  },
  async remove(db, kind, ids) {
    for (const id of ids) await sql`delete from ${sql.table(tableOf(kind))} where rowid = ${id}`.execute(db)
    await removeVectors(db, kind, ids)
  },
  match(kind, namespace, { words, every }) {
    const query = words
      .map(({ forms, prefix }) => `(${forms.map(form => `"${form}"${prefix ? '*' : ''}`).join(' OR ')})`)
      .join(every ? ' AND ' : ' OR ')
    const table = sql.table(tableOf(kind))
    return { id: sql`${table}.rowid`, where: sql`${table} match ${`"${namespaceMarker(namespace)}" AND (${query})`}` }
  }
}

const insertWords = (kind: Kind) =>
  prepared((db, value: Value<{ id: number; words: string }>) =>
    sql`insert into ${sql.table(tableOf(kind))}(rowid, words) values (${value('id')}, ${value('words')})`.compile(db)
  )
const putWords = { object: insertWords('object'), link: insertWords('link') }

/** tsvector and GIN. Bypasses the text parsers, which would split words differently. */
export const postgresTexts: Texts = {
  async create(db, kind) {
    const table = tableOf(kind)
    await sql`create table ${sql.table(table)} (id bigint primary key, words tsvector not null)`.execute(db)
    await sql`create index ${sql.id(`${table}_words`)} on ${sql.table(table)} using gin(words)`.execute(db)
  },
  drop,
  async put(db, kind, { id, namespace_id }, words) {
    await putVector[kind](db, { id, words: [namespaceMarker(namespace_id), ...new Set(words)] })
  },
  async remove(db, kind, ids) {
    await sql`delete from ${sql.table(tableOf(kind))} where id = any(${[...ids]}::bigint[])`.execute(db)
    await removeVectors(db, kind, ids)
  },
  match(kind, namespace, { words, every }) {
    const query = words
      .map(({ forms, prefix }) => `(${forms.map(form => `'${form}'${prefix ? ':*' : ''}`).join(' | ')})`)
      .join(every ? ' & ' : ' | ')
    const table = sql.table(tableOf(kind))
    return { id: sql`${table}.id`, where: sql`${table}.words @@ ${`'${namespaceMarker(namespace)}' & (${query})`}::tsquery` }
  }
}

const insertVector = (kind: Kind) =>
  prepared((db, value: Value<{ id: number; words: string[] }>) =>
    sql`insert into ${sql.table(tableOf(kind))}(id, words) values (${value('id')}, array_to_tsvector(${value('words')}::text[]))`.compile(
      db
    )
  )
const putVector = { object: insertVector('object'), link: insertVector('link') }
