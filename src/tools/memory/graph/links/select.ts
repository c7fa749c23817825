import type { Instant } from '../../store/database/tables.ts'
import { relationKeyOf } from '../../store/fold.ts'
import type { Session } from '../../store/session.ts'
import { requireObject } from '../objects/rows.ts'
import { linksById } from './invalidate.ts'
import { linkOutputs } from './rows.ts'

/** Selects links that have not ended and match all given filters. */
export interface Selection {
  from_id?: number | undefined
  to_id?: number | undefined
  relation?: string | undefined
  source?: string | undefined
  recorded_before?: Instant | undefined
  recorded_after?: Instant | undefined
}

/** Returns the IDs of objects by name. */
export async function idsOfNames(session: Session, { names }: { names: string[] }): Promise<number[]> {
  const ids: number[] = []
  for (const name of names) ids.push((await requireObject(session, name)).id)
  return ids
}

export async function selectLinks(session: Session, { selection, after, limit }: { selection: Selection; after: number; limit: number }) {
  const rows = await selectionQuery(session, selection).selectAll().where('id', '>', after).orderBy('id').limit(limit).execute()
  return await linkOutputs(session, rows)
}

export async function countLinks(session: Session, { selection }: { selection: Selection }): Promise<number> {
  const { total } = await selectionQuery(session, selection)
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

export async function linksNamed(session: Session, { ids }: { ids: number[] }) {
  return ids.length === 0 ? [] : await linkOutputs(session, await linksById(session, ids))
}

function selectionQuery({ db, namespace, now }: Session, selection: Selection) {
  const { from_id, to_id, relation, source, recorded_before, recorded_after } = selection
  let query = db
    .selectFrom('memory_links')
    .where('namespace_id', '=', namespace)
    .where('expired_at', 'is', null)
    .where(eb => eb.or([eb('invalid_at', 'is', null), eb('invalid_at', '>', now)]))
  if (from_id !== undefined) query = query.where('from_id', '=', from_id)
  if (to_id !== undefined) query = query.where('to_id', '=', to_id)
  if (relation !== undefined) query = query.where('relation_key', '=', relationKeyOf(relation))
  if (source !== undefined) query = query.where('source', '=', source)
  if (recorded_before !== undefined) query = query.where('created_at', '<', recorded_before)
  if (recorded_after !== undefined) query = query.where('created_at', '>=', recorded_after)
  return query
}
