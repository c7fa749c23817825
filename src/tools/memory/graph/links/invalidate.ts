import type { Instant } from '../../store/database/tables.ts'
import type { Session } from '../../store/session.ts'
import { failure, invalidValue } from '../errors.ts'
import { requireObject } from '../objects/rows.ts'
import { hasEnded, holdsAt, iso, isoOrNull, overlap } from '../time.ts'
import { type LinkRow, linkOutputs, linksOf } from './rows.ts'

/** Identifies a link by ID, or by its three parts. */
export type LinkReference = { id: number } | { from: string; relation: string; to: string }

/** Ends a link: it no longer holds from `invalid_at` on (default: now). A link that already has an end is not changed. */
export async function invalidateLink(session: Session, { which, invalid_at }: { which: LinkReference; invalid_at?: Instant | undefined }) {
  const links = await findLinks(session, which)
  const running = links.filter(link => link.expired_at === null && !hasEnded(link, session.now))
  const open = running.find(link => holdsAt(link, invalid_at ?? session.now)) ?? running[0]
  const last = links.at(-1)
  if (open) return await toResult(session, await setEnd(session, open, invalid_at), false)
  if (last) return await toResult(session, last, true)
  throw failure('link_not_found', 'There is no such link.', { suggestions: await relationsBetween(session, which) })
}

export async function findLinks(session: Session, which: LinkReference): Promise<LinkRow[]> {
  if ('id' in which) return await linksById(session, [which.id])
  const from = await requireObject(session, which.from)
  const to = await requireObject(session, which.to)
  return await linksOf(session, { from_id: from.id, relation: which.relation, to_id: to.id })
}

export const linksById = ({ db, namespace }: Session, ids: readonly number[]): Promise<LinkRow[]> =>
  db.selectFrom('memory_links').selectAll().where('namespace_id', '=', namespace).where('id', 'in', ids).orderBy('id').execute()

/** Records the end and keeps the end that was planned before. Throws if the link would overlap another link of the same three parts. */
async function setEnd(session: Session, link: LinkRow, at: Instant | undefined): Promise<LinkRow> {
  const { db, now } = session
  const invalid_at = at ?? now
  if (link.valid_at !== null && invalid_at < link.valid_at)
    throw invalidValue('invalid_at', `is before the start of the link, ${iso(link.valid_at)}`, 'that time or a later one')
  const ended = { invalid_at, planned_at: link.invalid_at, expired_at: now }
  const next = (await linksOf(session, link)).find(other => other.id !== link.id && overlap(other, { valid_at: link.valid_at, invalid_at }))
  if (next)
    throw invalidValue(
      'invalid_at',
      `is after the start of the next period of the same link, ${isoOrNull(next.valid_at)}`,
      'that time or an earlier one'
    )
  await db.updateTable('memory_links').set(ended).where('id', '=', link.id).execute()
  return { ...link, ...ended }
}

async function toResult(session: Session, link: LinkRow, already_invalid: boolean) {
  const [output] = await linkOutputs(session, [link])
  if (!output) throw new Error(`Link ${link.id} could not be read after it was ended`)
  const { valid_at, invalid_at } = link
  return {
    link: output,
    already_invalid,
    held_ms: valid_at === null || invalid_at === null ? null : invalid_at - valid_at,
    warnings: invalid_at !== null && invalid_at > session.now ? [futureEndWarning(invalid_at, already_invalid)] : []
  }
}

const futureEndWarning = (end: Instant, already: boolean): string =>
  `It holds until ${iso(end)}, ${already ? 'an end that was set earlier' : 'which is in the future'}. To correct that end, use memory_update_link.`

const MAX_RELATIONS = 5

export async function relationsBetween(session: Session, which: LinkReference): Promise<string[]> {
  if ('id' in which) return ["Get the IDs of an object's links with memory_get_object."]
  const [from, to] = [await requireObject(session, which.from), await requireObject(session, which.to)]
  const rows = await session.db
    .selectFrom('memory_links')
    .select('relation')
    .where('from_id', '=', from.id)
    .where('to_id', '=', to.id)
    .groupBy('relation')
    .limit(MAX_RELATIONS)
    .execute()
  if (rows.length === 0) return [`No link leads from ${from.name} to ${to.name}.`]
  return [`Relations from ${from.name} to ${to.name}: ${rows.map(({ relation }) => relation).join(', ')}.`]
}
