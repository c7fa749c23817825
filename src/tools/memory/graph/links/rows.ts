import type { Selectable } from 'kysely'
import { prepared, type Value } from '../../store/database/prepared.ts'
import type { LinkValues } from '../../store/database/rows.ts'
import type { Instant, Links } from '../../store/database/tables.ts'
import { displayName, relationKeyOf } from '../../store/fold.ts'
import type { Session } from '../../store/session.ts'
import { namesOf } from '../objects/rows.ts'
import { type Interval, iso, isoOrNull } from '../time.ts'
import { linkWords } from './words.ts'

export type LinkRow = Selectable<Links>

export interface Triple {
  from_id: number
  relation: string
  to_id: number
}

export interface NewLink extends Triple, Interval {
  fact: string
  source: string | null
}

/** Returns every link of this triple, including ended ones, in the order they were recorded. */
export async function linksOf({ db }: Session, { from_id, relation, to_id }: Triple): Promise<LinkRow[]> {
  const { rows } = await linksOfTriple(db, { from_id, relation_key: relationKeyOf(relation), to_id })
  // Not sorted by the database: to avoid sorting, it would read every link of from_id.
  return rows.toSorted((a, b) => a.id - b.id)
}

const linksOfTriple = prepared((db, value: Value<Pick<LinkRow, 'from_id' | 'relation_key' | 'to_id'>>) =>
  db
    .selectFrom('memory_links')
    .selectAll()
    .where('from_id', '=', value('from_id'))
    .where('relation_key', '=', value('relation_key'))
    .where('to_id', '=', value('to_id'))
    .compile()
)

export const insertLink = (session: Session, { from_id, relation, to_id, fact, source, valid_at, invalid_at }: NewLink): Promise<LinkRow> =>
  insertLinkRow(session, {
    from_id,
    to_id,
    fact,
    source,
    valid_at,
    invalid_at,
    ...relationColumns(relation),
    namespace_id: session.namespace,
    planned_at: null,
    created_at: session.now,
    expired_at: null
  })

export const relationColumns = (relation: string) => ({ relation: displayName(relation), relation_key: relationKeyOf(relation) })

export async function insertLinkRow({ db, rows, texts }: Session, values: LinkValues): Promise<LinkRow> {
  const link = { ...values, id: await rows.addLink(db, values) }
  await texts.put(db, 'link', link, linkWords(link))
  return link
}

export async function deleteLinks({ db, texts }: Session, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += BATCH_SIZE) {
    const part = ids.slice(at, at + BATCH_SIZE)
    await texts.remove(db, 'link', part)
    await db.deleteFrom('memory_episode_links').where('link_id', 'in', part).execute()
    await db.deleteFrom('memory_links').where('id', 'in', part).execute()
  }
}

const BATCH_SIZE = 500

/** Returns links for callers, with the names of their objects. */
export async function linkOutputs(session: Session, links: readonly LinkRow[], known?: Instant) {
  const names = await namesOf(session, [...new Set(links.flatMap(({ from_id, to_id }) => [from_id, to_id]))])
  return links.map(link => linkOutput(link, names, known))
}

/** `known`: return the link as it was known at that time. Default: as it is known now. */
export function linkOutput(link: LinkRow, names: ReadonlyMap<number, string>, known?: Instant) {
  const { id, from_id, relation, to_id, fact, valid_at, created_at, source } = link
  const { invalid_at, expired_at } = known === undefined ? link : asKnown(link, known)
  return {
    id: String(id),
    from: names.get(from_id) ?? '',
    relation,
    to: names.get(to_id) ?? '',
    fact,
    valid_at: isoOrNull(valid_at),
    invalid_at: isoOrNull(invalid_at),
    created_at: iso(created_at),
    expired_at: isoOrNull(expired_at),
    source
  }
}

/** An end that was recorded later was not known yet. */
function asKnown(link: LinkRow, known: Instant): Pick<LinkRow, 'invalid_at' | 'expired_at'> {
  const { invalid_at, planned_at, expired_at } = link
  return expired_at !== null && known < expired_at ? { invalid_at: planned_at, expired_at: null } : { invalid_at, expired_at }
}
