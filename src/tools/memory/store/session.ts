import { prepared, type Value } from './database/prepared.ts'
import type { Rows } from './database/rows.ts'
import type { Db, Instant } from './database/tables.ts'
import type { Texts } from './database/word-index.ts'

/** The context of one operation: a transaction and the current time. */
export interface Session {
  db: Db
  rows: Rows
  texts: Texts
  namespace: number
  /** Whether this transaction created the namespace. */
  fresh: boolean
  now: Instant
}

export type FindNamespace = (db: Db, name: string) => Promise<number | undefined>

/** A database with graphs. */
export interface Engine {
  db: Db
  rows: Rows
  texts: Texts
  /** Runs work in a transaction with a consistent view. */
  reading: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** Runs work in an atomic transaction. Writers of one namespace run one after another once it is found. */
  writing: <T>(work: (db: Db, find: FindNamespace) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

const namespaceNamed = prepared((db, value: Value<{ name: string }>) =>
  db.selectFrom('memory_namespaces').select('id').where('name', '=', value('name')).compile()
)

export const namespaceId: FindNamespace = async (db, name) => (await namespaceNamed(db, { name })).rows[0]?.id

/** Matches no namespace. */
export const NO_NAMESPACE = -1

export const runRead = <T>(engine: Engine, name: string, now: () => Instant, work: (session: Session) => Promise<T>): Promise<T> =>
  engine.reading(async db => {
    const namespace = (await namespaceId(db, name)) ?? NO_NAMESPACE
    return await work({ db, rows: engine.rows, texts: engine.texts, namespace, fresh: false, now: now() })
  })

/** Runs work in a write transaction. */
export async function runWrite<T>(
  { db, rows, texts }: Pick<Engine, 'db' | 'rows' | 'texts'>,
  find: FindNamespace,
  name: string,
  now: () => Instant,
  work: (session: Session) => Promise<T>
): Promise<T> {
  const known = await find(db, name)
  const namespace = known ?? (await createNamespace(db, find, name, now()))
  return await work({ db, rows, texts, namespace, fresh: known === undefined, now: now() })
}

async function createNamespace(db: Db, find: FindNamespace, name: string, now: Instant): Promise<number> {
  await db
    .insertInto('memory_namespaces')
    .values({ name, created_at: now })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  const id = await find(db, name)
  if (id === undefined) throw new Error(`The namespace ${name} could not be read after it was created`)
  return id
}
