import { type CreateTableBuilder, type RawBuilder, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { linkWords } from '../../graph/links/words.ts'
import { wordsOf } from '../../graph/objects/words.ts'
import { keyOf, looseKeyOf, relationKeyOf } from '../fold.ts'
import type { Db } from './tables.ts'
import type { Texts } from './word-index.ts'

/** The differences between SQL dialects. */
export interface Dialect {
  /** Column type of a generated row ID. */
  serial: 'integer' | 'bigserial'
  /** Column type of a text that is compared by bytes, independent of the locale of the database. */
  exactText: RawBuilder<string>
  texts: Texts
}

/** Creates and updates the tables. Safe to run in several processes at once. */
export async function migrate(db: Db, dialect: Dialect): Promise<void> {
  const provider: MigrationProvider = { getMigrations: async () => migrations(dialect) }
  const names = { migrationTableName: 'memory_migrations', migrationLockTableName: 'memory_migration_lock' }
  const { error } = await new Migrator({ db, provider, ...names }).migrateToLatest()
  if (error) throw error
}

/** Run in the order of their names. Never change a released migration: add another one. */
const migrations = (dialect: Dialect): Record<string, Migration> => ({
  '0001_graph': { up: db => graph(db, dialect) },
  '0002_refold': { up: db => rebuildKeys(db, dialect.texts) },
  '0003_budgets': { up: db => budgets(db, dialect) },
  '0004_erasure': { up: db => rebuildKeys(db, dialect.texts) },
  '0005_stems': { up: db => rebuildKeys(db, dialect.texts) },
  '0006_aliases': { up: db => aliases(db, dialect) },
  '0007_vectors': { up: db => vectors(db, dialect, ['kind', 'row_id']) },
  '0008_episodes': { up: db => episodes(db, dialect) },
  '0009_vectors_by_model': { up: db => vectorsByModel(db, dialect) }
})

async function graph(db: Db, dialect: Dialect): Promise<void> {
  await table(db, 'memory_namespaces', dialect)
    .addColumn('name', dialect.exactText, column => column.notNull().unique())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute()
  await objects(db, dialect)
  await links(db, dialect)
  await db.schema
    .createTable('memory_documents')
    .addColumn('namespace_id', 'bigint', column => column.notNull())
    .addColumn('digest', dialect.exactText, column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('memory_documents_pk', ['namespace_id', 'digest'])
    .execute()
  for (const kind of ['object', 'link'] as const) await dialect.texts.create(db, kind)
}

async function budgets(db: Db, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('memory_budgets')
    .addColumn('namespace_id', 'bigint', column => column.notNull())
    .addColumn('id', dialect.exactText, column => column.notNull())
    .addColumn('tokens', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('memory_budgets_pk', ['namespace_id', 'id'])
    .execute()
}

async function aliases(db: Db, dialect: Dialect): Promise<void> {
  await db.schema
    .alterTable('memory_objects')
    .addColumn('aliases', 'text', column => column.notNull().defaultTo('[]'))
    .execute()
  await db.schema
    .createTable('memory_object_aliases')
    .addColumn('namespace_id', 'bigint', column => column.notNull())
    .addColumn('key', dialect.exactText, column => column.notNull())
    .addColumn('object_id', 'bigint', column => column.notNull().references('memory_objects.id'))
    .addPrimaryKeyConstraint('memory_object_aliases_pk', ['namespace_id', 'key'])
    .execute()
  await index(db, 'memory_object_aliases', 'object_id')
}

async function vectors(db: Db, dialect: Dialect, key: ('kind' | 'row_id' | 'model')[]): Promise<void> {
  await db.schema
    .createTable('memory_vectors')
    .addColumn('namespace_id', 'bigint', column => column.notNull())
    .addColumn('kind', dialect.exactText, column => column.notNull())
    .addColumn('row_id', 'bigint', column => column.notNull())
    .addColumn('model', dialect.exactText, column => column.notNull())
    .addColumn('vector', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('memory_vectors_pk', key)
    .execute()
  await index(db, 'memory_vectors', 'namespace_id', 'kind', 'row_id')
}

/** Embeddings that are removed here are computed again by searches. */
async function vectorsByModel(db: Db, dialect: Dialect): Promise<void> {
  await db.schema.dropTable('memory_vectors').execute()
  await vectors(db, dialect, ['kind', 'row_id', 'model'])
}

async function episodes(db: Db, dialect: Dialect): Promise<void> {
  await inNamespace(table(db, 'memory_episodes', dialect))
    .addColumn('digest', dialect.exactText, column => column.notNull())
    .addColumn('title', 'text', column => column.notNull())
    .addColumn('source', 'text')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addUniqueConstraint('memory_episodes_digest', ['namespace_id', 'digest'])
    .execute()
  await db.schema
    .createTable('memory_episode_links')
    .addColumn('episode_id', 'bigint', column => column.notNull())
    .addColumn('link_id', 'bigint', column => column.notNull())
    .addColumn('created', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('memory_episode_links_pk', ['episode_id', 'link_id'])
    .execute()
  await index(db, 'memory_episode_links', 'link_id')
}

async function objects(db: Db, dialect: Dialect): Promise<void> {
  await inNamespace(table(db, 'memory_objects', dialect))
    .addColumn('key', dialect.exactText, column => column.notNull())
    .addColumn('loose_key', dialect.exactText, column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('type', 'text')
    .addColumn('type_key', dialect.exactText)
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
    .addColumn('relation_key', dialect.exactText, column => column.notNull())
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
  // AUTOINCREMENT in SQLite: an ID is never reused, so that an old ID cannot end a different link.
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

/** Rows per page. */
const PAGE = 500

/** Rebuilds keys and word indexes after a change of how text is folded. */
export async function rebuildKeys(db: Db, texts: Texts): Promise<void> {
  for (const kind of ['object', 'link'] as const) {
    await texts.drop(db, kind)
    await texts.create(db, kind)
  }
  await rebuildObjectKeys(db, texts)
  await rebuildLinkKeys(db, texts)
}

async function rebuildObjectKeys(db: Db, texts: Texts): Promise<void> {
  const all = db.selectFrom('memory_objects').selectAll().orderBy('id').limit(PAGE)
  for (let after = 0, more = true; more; ) {
    const rows = await all.where('id', '>', after).execute()
    for (const row of rows) {
      const { id, namespace_id, name, type } = row
      const key = (await isKeyFree(db, row, keyOf(name))) ? keyOf(name) : row.key
      const folded = { key, loose_key: looseKeyOf(name), type_key: type === null ? null : keyOf(type) }
      await db.updateTable('memory_objects').set(folded).where('id', '=', id).execute()
      await texts.put(db, 'object', { id, namespace_id }, wordsOf({ ...row, aliases: row.aliases ?? NO_ALIASES }))
    }
    after = rows.at(-1)?.id ?? after
    more = rows.length === PAGE
  }
}

/** Before 0006, there is no such column. */
const NO_ALIASES = '[]'

/** If two names have the same key now, the newer object keeps its old key: memory_bulk_merge_duplicates finds it. */
const isKeyFree = async (db: Db, { id, namespace_id }: { id: number; namespace_id: number }, key: string): Promise<boolean> =>
  (await db
    .selectFrom('memory_objects')
    .select('id')
    .where('namespace_id', '=', namespace_id)
    .where('key', '=', key)
    .where('id', '<>', id)
    .executeTakeFirst()) === undefined

async function rebuildLinkKeys(db: Db, texts: Texts): Promise<void> {
  const all = db.selectFrom('memory_links').select(['id', 'namespace_id', 'relation', 'fact', 'source']).orderBy('id').limit(PAGE)
  for (let after = 0, more = true; more; ) {
    const rows = await all.where('id', '>', after).execute()
    for (const row of rows) {
      const { id, namespace_id, relation } = row
      await db
        .updateTable('memory_links')
        .set({ relation_key: relationKeyOf(relation) })
        .where('id', '=', id)
        .execute()
      await texts.put(db, 'link', { id, namespace_id }, linkWords(row))
    }
    after = rows.at(-1)?.id ?? after
    more = rows.length === PAGE
  }
}
