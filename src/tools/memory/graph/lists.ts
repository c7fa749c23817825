import { sql } from 'kysely'
import { keyOf, relationKeyOf } from '../store/fold.ts'
import type { Session } from '../store/session.ts'
import { linkOutputs } from './links/rows.ts'
import { objectOutput, requireObject } from './objects/rows.ts'

export interface Listed {
  limit: number
  /** The last row of the previous page. */
  after?: { key: string; id: number } | undefined
}

/** Lists objects sorted by name. */
export async function listObjects(
  { db, namespace }: Session,
  { type, name_prefix, limit, after }: Listed & { type?: string; name_prefix?: string }
) {
  let own = db.selectFrom('memory_objects').where('namespace_id', '=', namespace)
  if (type !== undefined) own = own.where('type_key', '=', keyOf(type))
  if (name_prefix !== undefined) own = own.where('key', '>=', keyOf(name_prefix)).where('key', '<', `${keyOf(name_prefix)}\u{10ffff}`)
  const { total } = await own.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rest = after === undefined ? own : own.where('key', '>', after.key)
  const rows = await rest
    .selectAll()
    .orderBy('key')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map(objectOutput),
    next: rows.length > limit && last ? { key: last.key, id: last.id } : null,
    total
  }
}

/** Lists every link an object ever had, in the order they were recorded. */
export async function listHistory(
  session: Session,
  { name, relation, limit, after }: Listed & { name: string; relation?: string | undefined }
) {
  const { id } = await requireObject(session, name)
  let own = session.db.selectFrom('memory_links').where(eb => eb.or([eb('from_id', '=', id), eb('to_id', '=', id)]))
  if (relation !== undefined) own = own.where('relation_key', '=', relationKeyOf(relation))
  const { total } = await own.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rest = after === undefined ? own : own.where('id', '>', after.id)
  const rows = await rest
    .selectAll()
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { items: await linkOutputs(session, page), next: rows.length > limit && last ? { key: '', id: last.id } : null, total }
}

const MAX_NAMED = 20

/** Counts objects and links, in total and by type and relation. */
export async function getStatistics({ db, namespace, now }: Session) {
  const objects = await sql<{ objects: number; eldest: number | null }>`select count(*) as objects, min(created_at) as eldest
    from memory_objects where namespace_id = ${namespace}`.execute(db)
  const links = await sql<{ links: number; ended: number | null; to_come: number | null; latest: number | null }>`select count(*) as links,
    sum(case when invalid_at <= ${now} then 1 else 0 end) as ended, sum(case when valid_at > ${now} then 1 else 0 end) as to_come,
    max(coalesce(expired_at, created_at)) as latest from memory_links where namespace_id = ${namespace}`.execute(db)
  const by = async (table: string, column: string) =>
    (
      await sql<{ name: string | null; count: number }>`select min(${sql.ref(column)}) as name, count(*) as count from ${sql.table(table)}
        where namespace_id = ${namespace} group by ${sql.ref(`${column}_key`)} order by 2 desc, 1 limit ${MAX_NAMED}`.execute(db)
    ).rows.map(({ name, count }) => ({ name, count }))
  return {
    ...objects.rows[0],
    ...links.rows[0],
    types: await by('memory_objects', 'type'),
    relations: await by('memory_links', 'relation')
  }
}
