import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { createPostgresPool } from '../../../../lib/postgres.ts'
import type { ConcurrencyLimits } from '../fair-access.ts'
import type { Engine, FindNamespace } from '../session.ts'
import { createErasure, type Erasure } from './erasure.ts'
import { migrate } from './migrations.ts'
import { prepared, type Value } from './prepared.ts'
import { postgresRows } from './rows.ts'
import type { Tables } from './tables.ts'
import { postgresTexts } from './word-index.ts'

/** The type of IDs and instants. pg returns it as text, because it may exceed a number; the values here never do. */
const BIGINT = 20

/** One connection each. Writes of one graph are sequential, and a write that waits for a lock does not block other graphs. */
export const CONNECTIONS: ConcurrencyLimits = { read: { max: 5, each: 4 }, write: { max: 5, each: 1 } }

/** Maximum duration of a statement. A write may be a large merge. */
const STATEMENT_MS = { read: 40_000, write: 120_000 }

/**
 * Maximum wait for a writer in another process. Shorter than the timeout of a call, so that the caller gets the outcome `not_executed`.
 */
const LOCK_MS = 20_000

/** Delay between an erasure and the vacuum request, and between two requests. */
const VACUUM_MS = 2_000

/** Connects to a server and updates its tables. */
export async function openPostgres(connectionString: string): Promise<Engine> {
  const erasure: Erasure = createErasure(() => vacuum(writer), VACUUM_MS)
  const [writer, reader] = [createPool(connectionString, 'write', erasure.note), createPool(connectionString, 'read')]
  try {
    await migrate(writer, { serial: 'bigserial', exactText: sql`text collate "C"`, texts: postgresTexts })
  } catch (error) {
    await Promise.all([writer.destroy(), reader.destroy()])
    throw error
  }
  return engineOf(writer, reader, erasure)
}

function createPool(connectionString: string, kind: keyof ConcurrencyLimits, note?: (statement: string) => void): Kysely<Tables> {
  const pool = createPostgresPool({
    connectionString,
    max: CONNECTIONS[kind].max,
    statement_timeout: STATEMENT_MS[kind],
    lock_timeout: LOCK_MS,
    application_name: 'toolgate-memory',
    types: { getTypeParser: (oid, format) => (oid === BIGINT ? Number : pg.types.getTypeParser(oid, format)) }
  })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), ...(note && { log: ({ query }) => note(query.sql) }) })
}

/** Asks the server to remove deleted rows from its table files. Otherwise autovacuum does so later. */
async function vacuum(writer: Kysely<Tables>): Promise<boolean> {
  const done =
    await sql`vacuum (skip_locked) memory_objects, memory_links, memory_object_texts, memory_link_texts, memory_vectors, memory_episodes`
      .execute(writer)
      .catch(() => null)
  return done !== null
}

function engineOf(writer: Kysely<Tables>, reader: Kysely<Tables>, erasure: Erasure): Engine {
  return {
    db: writer,
    rows: postgresRows,
    texts: postgresTexts,
    reading: work => reader.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    async writing(work) {
      const result = await writer.transaction().execute(transaction => work(transaction, lockNamespace))
      erasure.settle()
      return result
    },
    async close() {
      await erasure.close()
      await Promise.all([writer.destroy(), reader.destroy()])
    }
  }
}

/** Locks the namespace until the transaction ends: other writers wait here. */
const lockNamespace: FindNamespace = async (db, name) => (await namespaceLocked(db, { name })).rows[0]?.id

const namespaceLocked = prepared((db, value: Value<{ name: string }>) =>
  db.selectFrom('memory_namespaces').select('id').where('name', '=', value('name')).forUpdate().compile()
)
