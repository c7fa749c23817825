import { keyOf, looseKeyOf, relationKeyOf, wordsIn } from './fold.ts'
import type { Db } from './tables.ts'
import type { Texts } from './texts.ts'

/** Rows at once. */
const PAGE = 500

/** Writes anew what is made of names and facts, where an earlier version folded them otherwise, and the words with the graph they belong to. */
export async function refold(db: Db, texts: Texts): Promise<void> {
  for (const kind of ['object', 'link'] as const) {
    await texts.drop(db, kind)
    await texts.create(db, kind)
  }
  await refoldObjects(db, texts)
  await refoldLinks(db, texts)
}

async function refoldObjects(db: Db, texts: Texts): Promise<void> {
  const all = db.selectFrom('memory_objects').selectAll().orderBy('id').limit(PAGE)
  for (let after = 0, more = true; more; ) {
    const rows = await all.where('id', '>', after).execute()
    for (const row of rows) {
      const { id, namespace_id, name, type, summary } = row
      const key = (await isFree(db, row, keyOf(name))) ? keyOf(name) : row.key
      const folded = { key, loose_key: looseKeyOf(name), type_key: type === null ? null : keyOf(type) }
      await db.updateTable('memory_objects').set(folded).where('id', '=', id).execute()
      await texts.put(db, 'object', { id, namespace_id }, wordsIn(`${name} ${summary}`))
    }
    after = rows.at(-1)?.id ?? after
    more = rows.length === PAGE
  }
}

/** Where two names are one now, the younger object keeps its old key: memory_bulk_merge_duplicates finds it. */
const isFree = async (db: Db, { id, namespace_id }: { id: number; namespace_id: number }, key: string): Promise<boolean> =>
  (await db
    .selectFrom('memory_objects')
    .select('id')
    .where('namespace_id', '=', namespace_id)
    .where('key', '=', key)
    .where('id', '<>', id)
    .executeTakeFirst()) === undefined

async function refoldLinks(db: Db, texts: Texts): Promise<void> {
  const all = db.selectFrom('memory_links').select(['id', 'namespace_id', 'relation', 'fact']).orderBy('id').limit(PAGE)
  for (let after = 0, more = true; more; ) {
    const rows = await all.where('id', '>', after).execute()
    for (const { id, namespace_id, relation, fact } of rows) {
      await db
        .updateTable('memory_links')
        .set({ relation_key: relationKeyOf(relation) })
        .where('id', '=', id)
        .execute()
      await texts.put(db, 'link', { id, namespace_id }, wordsIn(fact))
    }
    after = rows.at(-1)?.id ?? after
    more = rows.length === PAGE
  }
}
