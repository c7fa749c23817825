import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { migrate } from './migrations.ts'
import type { Engine } from './session.ts'
import type { Db, Tables } from './tables.ts'
import { postgresTexts } from './texts.ts'

/** The type of our ids and instants: pg answers it as text, since it may be larger than a number. Ours never are. */
const BIGINT = 20

const CONNECT_MS = 5_000
const STATEMENT_MS = 120_000
const MOST_CONNECTIONS = 10

/** Connects to a server, and brings its tables up to date. */
export async function openPostgres(connectionString: string): Promise<Engine> {
  const pool = new pg.Pool({
    connectionString,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    application_name: 'toolgate-memory',
    allowExitOnIdle: true,
    types: { getTypeParser: (oid, format) => (oid === BIGINT ? Number : pg.types.getTypeParser(oid, format)) }
  })
  pool.on('error', () => {}) // an idle connection that ends is made anew when it is needed
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    await migrate(db, { serial: 'bigserial', plain: sql`text collate "C"`, texts: postgresTexts })
  } catch (error) {
    await db.destroy()
    throw error
  }
  return engineOf(db)
}

function engineOf(db: Kysely<Tables>): Engine {
  return {
    db,
    texts: postgresTexts,
    reading: work => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    writing: work => db.transaction().execute(transaction => work(transaction, lockedNamespace)),
    close: () => db.destroy()
  }
}

/** Whoever writes to the same namespace waits here until this transaction ends. */
const lockedNamespace = async (db: Db, name: string): Promise<number | undefined> =>
  (await db.selectFrom('memory_namespaces').select('id').where('name', '=', name).forUpdate().executeTakeFirst())?.id
