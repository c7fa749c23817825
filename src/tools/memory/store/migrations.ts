import { type CreateTableBuilder, type RawBuilder, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { refold } from './refold.ts'
import type { Db } from './tables.ts'
import type { Texts } from './texts.ts'

/** How a dialect writes what the others write otherwise. */
export interface Dialect {
  /** The column type of a number that the database gives to each row. */
  serial: 'integer' | 'bigserial'
  /** The column type of a text that is compared by its bytes, whatever the language of the database. */
  plain: RawBuilder<string>
  texts: Texts
}

/** Brings the tables up to date; by several processes at once, too. */
export async function migrate(db: Db, dialect: Dialect): Promise<void> {
  const provider: MigrationProvider = { getMigrations: async () => migrations(dialect) }
  const names = { migrationTableName: 'memory_migrations', migrationLockTableName: 'memory_migration_lock' }
  const { error } = await new Migrator({ db, provider, ...names }).migrateToLatest()
  if (error) throw error
}

/** In the order of their names. One that was released is never changed: add another. */
const migrations = (dialect: Dialect): Record<string, Migration> => ({
  '0001_graph': { up: db => graph(db, dialect) },
  '0002_refold': { up: db => refold(db, dialect.texts) },
  '0003_budgets': { up: db => budgets(db, dialect) }
})

async function graph(db: Db, dialect: Dialect): Promise<void> {
  await table(db, 'memory_namespaces', dialect)
    .addColumn('name', dialect.plain, column => column.notNull().unique())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute()
  await objects(db, dialect)
  await links(db, dialect)
  await db.schema
    .createTable('memory_documents')
    .addColumn('namespace_id', 'bigint', column => column.notNull())
    .addColumn('digest', dialect.plain, column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('memory_documents_pk', ['namespace_id', 'digest'])
    .execute()
  for (const kind of ['object', 'link'] as const) await dialect.texts.create(db, kind)
}

async function budgets(db: Db, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('memory_budgets')
    .addColumn('namespace_id', 'bigint', column => column.notNull())
    .addColumn('id', dialect.plain, column => column.notNull())
    .addColumn('tokens', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('memory_budgets_pk', ['namespace_id', 'id'])
    .execute()
}

async function objects(db: Db, dialect: Dialect): Promise<void> {
  await inNamespace(table(db, 'memory_objects', dialect))
    .addColumn('key', dialect.plain, column => column.notNull())
    .addColumn('loose_key', dialect.plain, column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('type', 'text')
    .addColumn('type_key', dialect.plain)
    .addColumn('summary', 'text', column => column.notNull())
    .addColumn('attributes', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addUniqueConstraint('memory_objects_key', ['namespace_id', 'key'])
    .execute()
  await index(db, 'memory_objects', 'namespace_id', 'loose_key')
}

async function links(db: Db, dialect: Dialect): Promise<void> {
  await inNamespace(table(db, 'memory_links', dialect))
    .addColumn('from_id', 'bigint', column => column.notNull().references('memory_objects.id'))
    .addColumn('relation', 'text', column => column.notNull())
    .addColumn('relation_key', dialect.plain, column => column.notNull())
    .addColumn('to_id', 'bigint', column => column.notNull().references('memory_objects.id'))
    .addColumn('fact', 'text', column => column.notNull())
    .addColumn('valid_at', 'bigint')
    .addColumn('invalid_at', 'bigint')
    .addColumn('planned_at', 'bigint')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('expired_at', 'bigint')
    .addColumn('source', 'text')
    .execute()
  await index(db, 'memory_links', 'from_id', 'relation_key', 'to_id')
  await index(db, 'memory_links', 'from_id', 'id')
  await index(db, 'memory_links', 'to_id', 'id')
  await index(db, 'memory_links', 'namespace_id', 'id')
}

const table = (db: Db, name: string, { serial }: Dialect): CreateTableBuilder<string, 'id'> =>
  // AUTOINCREMENT in SQLite: an id is never given twice, so that nobody who kept one ends another link by it.
  db.schema
    .createTable(name)
    .addColumn('id', serial, column => (serial === 'integer' ? column.primaryKey().autoIncrement() : column.primaryKey()))

const inNamespace = (builder: CreateTableBuilder<string, 'id'>) =>
  builder.addColumn('namespace_id', 'bigint', column => column.notNull().references('memory_namespaces.id'))

async function index(db: Db, on: string, ...columns: string[]): Promise<void> {
  await sql`create index ${sql.id([on, ...columns].join('_'))} on ${sql.table(on)} (${sql.join(columns.map(column => sql.ref(column)))})`.execute(
    db
  )
}
