import type { Instant } from '../../store/database/tables.ts'
import { displayName, keyOf } from '../../store/fold.ts'
import type { Session } from '../../store/session.ts'
import { failure, invalidValue } from '../errors.ts'
import { ensureObject } from '../objects/rows.ts'
import { holdsAt, iso, isoOrNull, overlap } from '../time.ts'
import { findLinks, type LinkReference, relationsBetween } from './invalidate.ts'
import { deleteLinks, type LinkRow, linkOutputs, linksOf, relationColumns } from './rows.ts'
import { linkWords } from './words.ts'

export interface LinkUpdate {
  which: LinkReference
  from?: string | undefined
  relation?: string | undefined
  to?: string | undefined
  fact?: string | undefined
  /** null: always. */
  valid_at?: Instant | null | undefined
  /** null: no known end. */
  invalid_at?: Instant | null | undefined
  /** Empty: none. */
  source?: string | undefined
}

/** Corrects the record of a link. The earlier record is overwritten: queries with `known_at` return the correction, too. */
export async function updateLink(session: Session, { which, ...corrections }: LinkUpdate) {
  const before = await requireLink(session, which)
  const created: string[] = []
  const after = await corrected(session, before, corrections, created)
  requireInterval(after)
  const clash = (await linksOf(session, after)).find(link => link.id !== before.id && overlap(link, after))
  if (clash) throw clashError(clash)
  const [old] = await linkOutputs(session, [before])
  const [link] = await linkOutputs(session, [after])
  if (!old || !link) throw new Error(`Link ${before.id} could not be read`)
  const changes = FIELDS.filter(field => old[field] !== link[field]).map(field => ({
    field,
    old: old[field] ?? '',
    new: link[field] ?? ''
  }))
  if (changes.length > 0) await storeLink(session, after)
  return { link, changed: changes.length > 0, changes, objects_created: created }
}

const FIELDS = ['from', 'relation', 'to', 'fact', 'valid_at', 'invalid_at', 'source'] as const

/** Returns the link that holds now, or else the one recorded last. */
async function requireLink(session: Session, which: LinkReference): Promise<LinkRow> {
  const links = await findLinks(session, which)
  const link = links.find(one => holdsAt(one, session.now)) ?? links.at(-1)
  if (!link) throw failure('link_not_found', 'There is no such link.', { suggestions: await relationsBetween(session, which) })
  return link
}

async function corrected(session: Session, before: LinkRow, corrections: Omit<LinkUpdate, 'which'>, created: string[]): Promise<LinkRow> {
  const endOf = async (name: string | undefined, id: number): Promise<number> => {
    if (name === undefined) return id
    const end = await ensureObject(session, name)
    if (end.created) created.push(end.object.name)
    return end.object.id
  }
  const after: LinkRow = {
    ...before,
    from_id: await endOf(corrections.from, before.from_id),
    to_id: await endOf(corrections.to, before.to_id),
    ...(corrections.relation !== undefined && relationColumns(corrections.relation)),
    ...(corrections.valid_at !== undefined && { valid_at: corrections.valid_at }),
    ...(corrections.invalid_at !== undefined && withEnd(before, corrections.invalid_at)),
    ...(corrections.source !== undefined && { source: corrections.source === '' ? null : corrections.source })
  }
  return { ...after, fact: corrections.fact ?? (await factOf(session, before, after)) }
}

/** A link without an end has no time at which its end was recorded. */
const withEnd = ({ planned_at, expired_at }: LinkRow, invalid_at: Instant | null) =>
  invalid_at === null ? { invalid_at, planned_at: null, expired_at: null } : { invalid_at, planned_at, expired_at }

/** A fact that only repeats the three parts changes with them. */
async function factOf(session: Session, before: LinkRow, after: LinkRow): Promise<string> {
  const [old] = await linkOutputs(session, [before])
  const [link] = await linkOutputs(session, [after])
  if (!old || !link) return before.fact
  const isPlain = keyOf(before.fact) === keyOf(`${old.from} ${old.relation} ${old.to}`)
  return isPlain ? `${link.from} ${displayName(link.relation)} ${link.to}` : before.fact
}

function requireInterval({ valid_at, invalid_at }: LinkRow): void {
  if (valid_at !== null && invalid_at !== null && invalid_at <= valid_at)
    throw invalidValue('invalid_at', `must be after valid_at, ${iso(valid_at)}`, 'a later time')
}

const clashError = ({ id, valid_at, invalid_at }: LinkRow) =>
  failure('already_exists', 'Another link with the same from, relation and to holds during part of the same period.', {
    current: { id: String(id), valid_at: isoOrNull(valid_at), invalid_at: isoOrNull(invalid_at) },
    suggestions: ['Set valid_at and invalid_at to a time in which it does not hold yet, or delete one of the two with memory_delete_link.']
  })

export async function storeLink({ db, texts }: Session, link: LinkRow): Promise<void> {
  const { id, ...values } = link
  await db.updateTable('memory_links').set(values).where('id', '=', id).execute()
  await texts.remove(db, 'link', [id])
  await texts.put(db, 'link', link, linkWords(link))
}

/** Deletes a link: no query returns it from then on, even for earlier times. */
export async function deleteLink(session: Session, { which, dry_run }: { which: LinkReference; dry_run: boolean }) {
  const row = await requireLink(session, which)
  const [link] = await linkOutputs(session, [row])
  if (!link) throw new Error(`Link ${row.id} could not be read`)
  if (!dry_run) await deleteLinks(session, [row.id])
  return { link, dry_run }
}
