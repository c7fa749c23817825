import { keyOf } from '../store/fold.ts'
import type { Session } from '../store/session.ts'

/** Pairs of objects whose names differ in punctuation, spaces and accents only; each with the eldest of its kind. */
export async function duplicatePairs(
  { db, namespace }: Session,
  { type, after, limit }: { type: string; after: { loose_key: string; id: number } | undefined; limit: number }
) {
  let query = pairs(db, namespace, type)
  if (after)
    query = query.where(eb =>
      eb.or([eb('o.loose_key', '>', after.loose_key), eb.and([eb('o.loose_key', '=', after.loose_key), eb('o.id', '>', after.id)])])
    )
  return await query
    .select(['o.id', 'o.name', 'o.loose_key', 'e.id as into_id', 'e.name as into_name'])
    .orderBy('o.loose_key')
    .orderBy('o.id')
    .limit(limit)
    .execute()
}

/** `type`: of the one that stays; empty: any. Of two types that were both told, and differ, two things are meant. */
function pairs(db: Session['db'], namespace: number, type: string) {
  const first = db
    .selectFrom('memory_objects')
    .select(['loose_key', eb => eb.fn.min('id').as('id')])
    .where('namespace_id', '=', namespace)
    .groupBy('loose_key')
    .having(eb => eb.fn.countAll(), '>', 1)
    .as('f')
  const found = db
    .selectFrom(first)
    .innerJoin('memory_objects as e', 'e.id', 'f.id')
    .innerJoin('memory_objects as o', join => join.onRef('o.loose_key', '=', 'f.loose_key').on('o.namespace_id', '=', namespace))
    .whereRef('o.id', '<>', 'f.id')
    .where(eb => eb.or([eb('o.type_key', 'is', null), eb('e.type_key', 'is', null), eb('o.type_key', '=', eb.ref('e.type_key'))]))
  return type === '' ? found : found.where('e.type_key', '=', keyOf(type))
}

export const countDuplicates = async ({ db, namespace }: Session, { type }: { type: string }): Promise<number> =>
  Number(
    (
      await pairs(db, namespace, type)
        .select(eb => eb.fn.countAll<number>().as('pairs'))
        .executeTakeFirstOrThrow()
    ).pairs
  )

/** Both objects of pairs that a caller names. */
export const namesOfPairs = async ({ db, namespace }: Session, { ids }: { ids: number[] }) =>
  await db.selectFrom('memory_objects').select(['id', 'name']).where('namespace_id', '=', namespace).where('id', 'in', ids).execute()
