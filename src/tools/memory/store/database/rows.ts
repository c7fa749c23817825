import type { QueryResult, Selectable } from 'kysely'
import { prepared, type Value } from './prepared.ts'
import type { Db, Links, Objects } from './tables.ts'

/** All columns except the ID, which the database generates. */
export type ObjectValues = Omit<Selectable<Objects>, 'id'>
export type LinkValues = Omit<Selectable<Links>, 'id'>

/** Inserts a row and returns its ID. */
export interface Rows {
  addObject: (db: Db, values: ObjectValues) => Promise<number>
  addLink: (db: Db, values: LinkValues) => Promise<number>
}

const intoObjects = (db: Db, value: Value<ObjectValues>) =>
  db.insertInto('memory_objects').values({
    namespace_id: value('namespace_id'),
    key: value('key'),
    loose_key: value('loose_key'),
    name: value('name'),
    type: value('type'),
    type_key: value('type_key'),
    summary: value('summary'),
    attributes: value('attributes'),
    aliases: value('aliases'),
    created_at: value('created_at'),
    updated_at: value('updated_at')
  })

const intoLinks = (db: Db, value: Value<LinkValues>) =>
  db.insertInto('memory_links').values({
    namespace_id: value('namespace_id'),
    from_id: value('from_id'),
    relation: value('relation'),
    relation_key: value('relation_key'),
    to_id: value('to_id'),
    fact: value('fact'),
    valid_at: value('valid_at'),
    invalid_at: value('invalid_at'),
    planned_at: value('planned_at'),
    created_at: value('created_at'),
    expired_at: value('expired_at'),
    source: value('source')
  })

const addObject = prepared((db, value: Value<ObjectValues>) => intoObjects(db, value).compile())
const addLink = prepared((db, value: Value<LinkValues>) => intoLinks(db, value).compile())

/**
 * Does not use RETURNING: it creates a savepoint per insert, at which FTS5 flushes its index, which takes longer than everything else.
 */
export const sqliteRows: Rows = {
  addObject: async (db, values) => Number((await addObject(db, values)).insertId),
  addLink: async (db, values) => Number((await addLink(db, values)).insertId)
}

const addObjectReturning = prepared((db, value: Value<ObjectValues>) => intoObjects(db, value).returning('id').compile())
const addLinkReturning = prepared((db, value: Value<LinkValues>) => intoLinks(db, value).returning('id').compile())

export const postgresRows: Rows = {
  addObject: async (db, values) => idIn(await addObjectReturning(db, values)),
  addLink: async (db, values) => idIn(await addLinkReturning(db, values))
}

function idIn({ rows: [row] }: QueryResult<{ id: number }>): number {
  if (!row) throw new Error('PostgreSQL returned no ID for an inserted row')
  return row.id
}
