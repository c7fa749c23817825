import type { QueryResult, Selectable } from 'kysely'
import { prepared } from './prepared.ts'
import type { Db, Links, Objects } from './tables.ts'

/** All of a row but the id, which the database gives. */
export type ObjectValues = Omit<Selectable<Objects>, 'id'>
export type LinkValues = Omit<Selectable<Links>, 'id'>

/** Adds a row, and answers its id. */
export interface Rows {
  addObject: (db: Db, values: ObjectValues) => Promise<number>
  addLink: (db: Db, values: LinkValues) => Promise<number>
}

const addObject = prepared((db, values: ObjectValues) => db.insertInto('memory_objects').values(values).compile())
const addLink = prepared((db, values: LinkValues) => db.insertInto('memory_links').values(values).compile())

/** Not by RETURNING: that makes a savepoint of each insert, at which FTS5 writes out its index, which takes longer than all else. */
export const sqliteRows: Rows = {
  addObject: async (db, values) => Number((await addObject(db, values)).insertId),
  addLink: async (db, values) => Number((await addLink(db, values)).insertId)
}

const addObjectAndTell = prepared((db, values: ObjectValues) => db.insertInto('memory_objects').values(values).returning('id').compile())
const addLinkAndTell = prepared((db, values: LinkValues) => db.insertInto('memory_links').values(values).returning('id').compile())

export const postgresRows: Rows = {
  addObject: async (db, values) => idIn(await addObjectAndTell(db, values)),
  addLink: async (db, values) => idIn(await addLinkAndTell(db, values))
}

function idIn({ rows: [row] }: QueryResult<{ id: number }>): number {
  if (!row) throw new Error('PostgreSQL told no id of a row that was added')
  return row.id
}
