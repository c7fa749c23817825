import { type RawBuilder, sql } from 'kysely'
import { prepared, type Value } from './prepared.ts'
import type { Db } from './tables.ts'

export type Kind = 'object' | 'link'

/** A word that is looked for; with `prefix`, any that begins so. */
export interface Word {
  word: string
  prefix: boolean
}

/** A row, and the graph that it belongs to. */
export interface Place {
  id: number
  namespace_id: number
}

/** The words of objects and links, as a database can search them. Words come folded, so that all databases find the same. */
export interface Texts {
  create: (db: Db, kind: Kind) => Promise<void>
  drop: (db: Db, kind: Kind) => Promise<void>
  put: (db: Db, kind: Kind, place: Place, words: readonly string[]) => Promise<void>
  remove: (db: Db, kind: Kind, ids: readonly number[]) => Promise<void>
  /** How the table of the kind is read: the id of a row, and the condition. */
  match: (kind: Kind, namespace: number, words: readonly Word[], every: boolean) => Match
}

export interface Match {
  id: RawBuilder<number>
  where: RawBuilder<boolean>
}

export const tableOf = (kind: Kind): string => `memory_${kind}_texts`

/** A word of every row of a graph, and of no text: what others keep costs nobody a look. */
const markOf = (namespace: number): string => `§${namespace}`

const drop = async (db: Db, kind: Kind): Promise<void> => {
  await sql`drop table ${sql.table(tableOf(kind))}`.execute(db)
}

/** FTS5. The tables keep the index only, not the texts; `ascii` takes whatever is not ASCII for a part of a word. */
export const sqliteTexts: Texts = {
  async create(db, kind) {
    await sql`create virtual table ${sql.table(tableOf(kind))} using fts5(words, content='', contentless_delete=1, tokenize='ascii')`.execute(
      db
    )
  },
  drop,
  async put(db, kind, { id, namespace_id }, words) {
    await putWords[kind](db, { id, words: [markOf(namespace_id), ...words].join(' ') })
  },
  async remove(db, kind, ids) {
    for (const id of ids) await sql`delete from ${sql.table(tableOf(kind))} where rowid = ${id}`.execute(db)
  },
  match(kind, namespace, words, every) {
    const query = words.map(({ word, prefix }) => `"${word}"${prefix ? '*' : ''}`).join(every ? ' AND ' : ' OR ')
    const table = sql.table(tableOf(kind))
    return { id: sql`${table}.rowid`, where: sql`${table} match ${`"${markOf(namespace)}" AND (${query})`}` }
  }
}

const puttingWords = (kind: Kind) =>
  prepared((db, value: Value<{ id: number; words: string }>) =>
    sql`insert into ${sql.table(tableOf(kind))}(rowid, words) values (${value('id')}, ${value('words')})`.compile(db)
  )
const putWords = { object: puttingWords('object'), link: puttingWords('link') }

/** tsvector and GIN, past the text parsers, which would split words otherwise than we do. */
export const postgresTexts: Texts = {
  async create(db, kind) {
    const table = tableOf(kind)
    await sql`create table ${sql.table(table)} (id bigint primary key, words tsvector not null)`.execute(db)
    await sql`create index ${sql.id(`${table}_words`)} on ${sql.table(table)} using gin(words)`.execute(db)
  },
  drop,
  async put(db, kind, { id, namespace_id }, words) {
    await putVector[kind](db, { id, words: [markOf(namespace_id), ...new Set(words)] })
  },
  async remove(db, kind, ids) {
    await sql`delete from ${sql.table(tableOf(kind))} where id = any(${[...ids]}::bigint[])`.execute(db)
  },
  match(kind, namespace, words, every) {
    const query = words.map(({ word, prefix }) => `'${word}'${prefix ? ':*' : ''}`).join(every ? ' & ' : ' | ')
    const table = sql.table(tableOf(kind))
    return { id: sql`${table}.id`, where: sql`${table}.words @@ ${`'${markOf(namespace)}' & (${query})`}::tsquery` }
  }
}

const puttingVector = (kind: Kind) =>
  prepared((db, value: Value<{ id: number; words: string[] }>) =>
    sql`insert into ${sql.table(tableOf(kind))}(id, words) values (${value('id')}, array_to_tsvector(${value('words')}::text[]))`.compile(
      db
    )
  )
const putVector = { object: puttingVector('object'), link: puttingVector('link') }
