import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { migrate } from './migrations.ts'
import { prepared, type Value } from './prepared.ts'
import { postgresRows } from './rows.ts'
import type { Engine, Find } from './session.ts'
import type { Tables } from './tables.ts'
import { postgresTexts } from './texts.ts'
import type { Places } from './turns.ts'

/** The type of our ids and instants: pg answers it as text, since it may be larger than a number. Ours never are. */
const BIGINT = 20

const CONNECT_MS = 5_000

/** A connection each. Writes of one graph wait for one another anyway, and one that waits for a lock keeps no other graph waiting. */
export const CONNECTIONS: Places = { read: { most: 5, each: 4 }, write: { most: 5, each: 1 } }

/** Nobody waits for a read for longer; a write may be a large merge. */
const STATEMENT_MS = { read: 40_000, write: 120_000 }

/** A writer of another process holds the graph meanwhile. Shorter than a call may take, so that its caller is told that nothing was done. */
const LOCK_MS = 20_000

/** Connects to a server, and brings its tables up to date. */
export async function openPostgres(connectionString: string): Promise<Engine> {
  const [writer, reader] = [poolOf(connectionString, 'write'), poolOf(connectionString, 'read')]
  try {
    await migrate(writer, { serial: 'bigserial', plain: sql`text collate "C"`, texts: postgresTexts })
  } catch (error) {
    await Promise.all([writer.destroy(), reader.destroy()])
    throw error
  }
  return engineOf(writer, reader)
}

function poolOf(connectionString: string, kind: keyof Places): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString,
    max: CONNECTIONS[kind].most,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS[kind],
    lock_timeout: LOCK_MS,
    application_name: 'toolgate-memory',
    allowExitOnIdle: true,
    types: { getTypeParser: (oid, format) => (oid === BIGINT ? Number : pg.types.getTypeParser(oid, format)) }
  })
  pool.on('error', () => {}) // an idle connection that ends is made anew when it is needed
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

function engineOf(writer: Kysely<Tables>, reader: Kysely<Tables>): Engine {
  return {
    db: writer,
    rows: postgresRows,
    texts: postgresTexts,
    reading: work => reader.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    writing: work => writer.transaction().execute(transaction => work(transaction, lockedNamespace)),
    async close() {
      await Promise.all([writer.destroy(), reader.destroy()])
    }
  }
}

/** Whoever writes to the same namespace waits here until this transaction ends. */
const lockedNamespace: Find = async (db, name) => (await namespaceLocked(db, { name })).rows[0]?.id

const namespaceLocked = prepared((db, value: Value<{ name: string }>) =>
  db.selectFrom('memory_namespaces').select('id').where('name', '=', value('name')).forUpdate().compile()
)
