import { prepared, type Value } from './prepared.ts'
import type { Rows } from './rows.ts'
import type { Db, Instant } from './tables.ts'
import type { Texts } from './texts.ts'

/** What one operation on the graph works with: a transaction, and the moment it happens at. */
export interface Session {
  db: Db
  rows: Rows
  texts: Texts
  namespace: number
  /** The namespace was made by this transaction. */
  fresh: boolean
  now: Instant
}

export type Find = (db: Db, name: string) => Promise<number | undefined>

/** A database that holds graphs. */
export interface Engine {
  db: Db
  rows: Rows
  texts: Texts
  /** Runs the work in a transaction that sees one state throughout. */
  reading: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** Runs the work in a transaction, all or nothing. Writers of a namespace go one after another from the moment it is found. */
  writing: <T>(work: (db: Db, find: Find) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

const namespaceNamed = prepared((db, value: Value<{ name: string }>) =>
  db.selectFrom('memory_namespaces').select('id').where('name', '=', value('name')).compile()
)

export const namespaceId: Find = async (db, name) => (await namespaceNamed(db, { name })).rows[0]?.id

/** In which nothing is. */
export const NOWHERE = -1

export const readingIn = <T>(engine: Engine, name: string, now: () => Instant, work: (session: Session) => Promise<T>): Promise<T> =>
  engine.reading(async db => {
    const namespace = (await namespaceId(db, name)) ?? NOWHERE
    return await work({ db, rows: engine.rows, texts: engine.texts, namespace, fresh: false, now: now() })
  })

/** Within a transaction that writes. */
export async function writingIn<T>(
  { db, rows, texts }: Pick<Engine, 'db' | 'rows' | 'texts'>,
  find: Find,
  name: string,
  now: () => Instant,
  work: (session: Session) => Promise<T>
): Promise<T> {
  const known = await find(db, name)
  const namespace = known ?? (await make(db, find, name, now()))
  return await work({ db, rows, texts, namespace, fresh: known === undefined, now: now() })
}

async function make(db: Db, find: Find, name: string, now: Instant): Promise<number> {
  await db
    .insertInto('memory_namespaces')
    .values({ name, created_at: now })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  const made = await find(db, name)
  if (made === undefined) throw new Error(`The namespace ${name} is not there after it was made`)
  return made
}
