import type { Session } from '../store/session.ts'
import type { Instant } from '../store/tables.ts'
import { failure, wrong } from './failures.ts'
import { type LinkRow, linksOf, linksShown } from './links.ts'
import { theObject } from './objects.ts'
import { hasEnded, holdsAt, iso, isoOrNull, overlap } from './time.ts'

/** Which link: by its id, or by its three parts. */
export type Which = { id: number } | { from: string; relation: string; to: string }

/** Ends a link: it holds no more from `invalid_at` on, by default now. The first end stands. */
export async function invalidateLink(session: Session, { which, invalid_at }: { which: Which; invalid_at?: Instant | undefined }) {
  const links = await named(session, which)
  const running = links.filter(link => link.expired_at === null && !hasEnded(link, session.now))
  const open = running.find(link => holdsAt(link, invalid_at ?? session.now)) ?? running[0]
  const last = links.at(-1)
  if (open) return await shownAs(session, await end(session, open, invalid_at), false)
  if (last) return await shownAs(session, last, true)
  throw failure('link_not_found', 'There is no such link.', { suggestions: await relationsBetween(session, which) })
}

async function named(session: Session, which: Which): Promise<LinkRow[]> {
  if ('id' in which) return await linksById(session, [which.id])
  const from = await theObject(session, which.from)
  const to = await theObject(session, which.to)
  return await linksOf(session, { from_id: from.id, relation: which.relation, to_id: to.id })
}

export const linksById = ({ db, namespace }: Session, ids: readonly number[]): Promise<LinkRow[]> =>
  db.selectFrom('memory_links').selectAll().where('namespace_id', '=', namespace).where('id', 'in', ids).orderBy('id').execute()

/** The end that was planned before stays on record. However the link was named, it may not run into another of its three parts. */
async function end(session: Session, link: LinkRow, at: Instant | undefined): Promise<LinkRow> {
  const { db, now } = session
  const invalid_at = at ?? now
  if (link.valid_at !== null && invalid_at < link.valid_at)
    throw wrong('invalid_at', `is before the link begins to hold, ${iso(link.valid_at)}`, 'that time or a later one')
  const ended = { invalid_at, planned_at: link.invalid_at, expired_at: now }
  const next = (await linksOf(session, link)).find(other => other.id !== link.id && overlap(other, { valid_at: link.valid_at, invalid_at }))
  if (next)
    throw wrong('invalid_at', `is after the same link begins to hold again, ${isoOrNull(next.valid_at)}`, 'that time or an earlier one')
  await db.updateTable('memory_links').set(ended).where('id', '=', link.id).execute()
  return { ...link, ...ended }
}

async function shownAs(session: Session, link: LinkRow, already_invalid: boolean) {
  const [told] = await linksShown(session, [link])
  if (!told) throw new Error(`The link ${link.id} is not there after it was ended`)
  const { valid_at, invalid_at } = link
  return {
    link: told,
    already_invalid,
    held_ms: valid_at === null || invalid_at === null ? null : invalid_at - valid_at,
    warnings: invalid_at !== null && invalid_at > session.now ? [holdsUntil(invalid_at, already_invalid)] : []
  }
}

const holdsUntil = (end: Instant, already: boolean): string =>
  already
    ? `It holds until ${iso(end)}: that end was told before, and stands.`
    : `It holds until ${iso(end)}, which is yet to come. That end stands: no other can be told, not even a sooner one.`

const MOST_RELATIONS = 5

async function relationsBetween(session: Session, which: Which): Promise<string[]> {
  if ('id' in which) return ['memory_get_object tells the ids of the links of an object.']
  const [from, to] = [await theObject(session, which.from), await theObject(session, which.to)]
  const rows = await session.db
    .selectFrom('memory_links')
    .select('relation')
    .where('from_id', '=', from.id)
    .where('to_id', '=', to.id)
    .groupBy('relation')
    .limit(MOST_RELATIONS)
    .execute()
  if (rows.length === 0) return [`No link leads from ${from.name} to ${to.name}.`]
  return [`From ${from.name} to ${to.name} there is: ${rows.map(({ relation }) => relation).join(', ')}.`]
}
