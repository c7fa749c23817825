import type { Selectable } from 'kysely'
import { relationKeyOf, shown, wordsIn } from '../store/fold.ts'
import { prepared, type Value } from '../store/prepared.ts'
import type { LinkValues } from '../store/rows.ts'
import type { Session } from '../store/session.ts'
import type { Instant, Links } from '../store/tables.ts'
import { namesOf } from './objects.ts'
import { type Interval, iso, isoOrNull } from './time.ts'

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

/** Every link of this triple, ended ones too, in the order of their recording. */
export async function linksOf({ db }: Session, { from_id, relation, to_id }: Triple): Promise<LinkRow[]> {
  const { rows } = await linksOfTriple(db, { from_id, relation_key: relationKeyOf(relation), to_id })
  // Not by the database: to come by the order without sorting, it would read every link of from_id.
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
  putLink(session, {
    ...{ from_id, to_id, fact, source, valid_at, invalid_at },
    ...relationNamed(relation),
    namespace_id: session.namespace,
    planned_at: null,
    created_at: session.now,
    expired_at: null
  })

export const relationNamed = (relation: string) => ({ relation: shown(relation), relation_key: relationKeyOf(relation) })

export async function putLink({ db, rows, texts }: Session, values: LinkValues): Promise<LinkRow> {
  const link = { ...values, id: await rows.addLink(db, values) }
  await texts.put(db, 'link', link, wordsIn(link.fact))
  return link
}

export async function deleteLinks({ db, texts }: Session, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_A_TIME) {
    const part = ids.slice(at, at + AT_A_TIME)
    await texts.remove(db, 'link', part)
    await db.deleteFrom('memory_links').where('id', 'in', part).execute()
  }
}

const AT_A_TIME = 500

/** Links as callers see them, with the names of their objects. */
export async function linksShown(session: Session, links: readonly LinkRow[], known?: Instant) {
  const names = await namesOf(session, [...new Set(links.flatMap(({ from_id, to_id }) => [from_id, to_id]))])
  return links.map(link => linkShown(link, names, known))
}

/** `known`: as it was known then; absent: as it is known today. */
export function linkShown(link: LinkRow, names: ReadonlyMap<number, string>, known?: Instant) {
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
