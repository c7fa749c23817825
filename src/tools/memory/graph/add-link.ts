import { keyOf, shown } from '../store/fold.ts'
import type { Session } from '../store/session.ts'
import type { Instant } from '../store/tables.ts'
import { failure, wrong } from './failures.ts'
import { insertLink, type LinkRow, linkShown, linksOf } from './links.ts'
import { type About, ensureObject, type ObjectRow } from './objects.ts'
import { hasEnded, holdsAt, type Interval, isoOrNull, isSame, overlap } from './time.ts'

export interface LinkToAdd {
  from: string
  relation: string
  to: string
  fact?: string | undefined
  /** Absent: since always; where the same link ended before, from now on, unless its end is past. */
  valid_at?: Instant | null | undefined
  invalid_at?: Instant | undefined
  source?: string | undefined
  from_about?: About | undefined
  to_about?: About | undefined
}

/** Adds a link, and the objects that are not there. What holds already is answered as it is. */
export async function addLink(session: Session, given: LinkToAdd) {
  const { link, created, objects } = await placeLink(session, given)
  return {
    created,
    link: linkShown(link, new Map(objects.map(({ object }) => [object.id, object.name]))),
    objects: objects.map(({ object, created }) => ({ name: object.name, created })),
    warnings: [
      ...(created ? [] : keptFacts(link, given)),
      ...objects.flatMap(({ object, created }, place) => keptWords(object, created, place === 0 ? given.from_about : given.to_about))
    ]
  }
}

/** The same, for those who do not show it. */
export async function placeLink(session: Session, given: LinkToAdd) {
  const from = await ensureObject(session, given.from, given.from_about)
  const to = await ensureObject(session, given.to, given.to_about)
  const objects = from.object.id === to.object.id ? [from] : [from, to]
  const triple = { from_id: from.object.id, relation: given.relation, to_id: to.object.id }
  const earlier = from.created || to.created ? [] : await linksOf(session, triple) // what is new has no link
  const wanted = intervalOf(session, given, earlier)
  const existing = earlier.find(link => isSame(link, wanted) || isMeant(link, wanted, given, session.now))
  if (existing) return { link: existing, created: false, objects }
  const clash = earlier.find(link => overlap(link, wanted))
  if (clash) throw overlaps(clash)
  const fact = given.fact ?? `${from.object.name} ${shown(given.relation)} ${to.object.name}`
  return { link: await insertLink(session, { ...triple, ...wanted, fact, source: given.source ?? null }), created: true, objects }
}

/** What holds now, and is to hold without an end; or what ends when it is to end, where no beginning is told: it may have been now, a while ago. */
const isMeant = (link: LinkRow, wanted: Interval, { valid_at }: LinkToAdd, now: Instant): boolean =>
  overlap(link, wanted) &&
  (wanted.invalid_at === null ? holdsAt(link, now) : valid_at === undefined && link.invalid_at === wanted.invalid_at)

function intervalOf({ now }: Session, given: LinkToAdd, earlier: LinkRow[]): Interval {
  const { valid_at, invalid_at: end } = given
  const again = earlier.some(link => hasEnded(link, now)) && (end === undefined || end > now)
  const start = valid_at === undefined ? (again ? now : null) : valid_at
  if (start !== null && end !== undefined && end <= start)
    throw wrong('invalid_at', `is not after valid_at, ${isoOrNull(start)}`, 'a later time')
  return { valid_at: start, invalid_at: end ?? null }
}

const overlaps = ({ id, valid_at, invalid_at }: LinkRow) =>
  failure('already_exists', 'The same link holds in a part of that time already.', {
    current: { id: String(id), valid_at: isoOrNull(valid_at), invalid_at: isoOrNull(invalid_at) },
    suggestions: ['Give valid_at and invalid_at of a time in which it does not hold yet.']
  })

/** What was said of a link that was there, and differs. */
function keptFacts(link: LinkRow, { fact, source, valid_at, invalid_at }: LinkToAdd): string[] {
  const kept = [
    ...(fact !== undefined && fact !== link.fact ? ['fact'] : []),
    ...(source !== undefined && source !== link.source ? ['source'] : []),
    ...(valid_at !== undefined && valid_at !== link.valid_at ? ['valid_at'] : []),
    ...((invalid_at ?? null) !== link.invalid_at ? ['invalid_at'] : [])
  ]
  return kept.length === 0
    ? []
    : [
        `The link was there already, and its ${kept.join(' and ')} stayed as told in link.${link.expired_at === null ? ' To say it otherwise, end it with memory_invalidate_link and add it again.' : ''}`
      ]
}

/** What was said of an object that was there, and differs. */
function keptWords({ name, summary, type }: ObjectRow, created: boolean, about: About | undefined): string[] {
  if (created || !about) return []
  const kept = [
    ...(about.summary !== undefined && about.summary !== summary ? ['summary'] : []),
    ...(about.type !== undefined && keyOf(about.type) !== keyOf(type ?? '') ? ['type'] : [])
  ]
  return kept.length === 0
    ? []
    : [`${name} was there already: its ${kept.join(' and ')} stayed as it was. memory_update_object changes it.`]
}
