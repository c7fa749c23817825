import type { Instant } from '../../store/database/tables.ts'
import { displayName, keyOf } from '../../store/fold.ts'
import type { Session } from '../../store/session.ts'
import { failure, invalidValue } from '../errors.ts'
import { ensureObject, type ObjectDetails, type ObjectRow } from '../objects/rows.ts'
import { hasEnded, holdsAt, type Interval, isoOrNull, isSame, overlap } from '../time.ts'
import { contradictionsOf } from './contradictions.ts'
import { insertLink, type LinkRow, linkOutput, linkOutputs, linksOf } from './rows.ts'

export interface LinkToAdd {
  from: string
  relation: string
  to: string
  fact?: string | undefined
  /** Default: always. If the same link has already ended: from now on, unless `invalid_at` is in the past. */
  valid_at?: Instant | null | undefined
  invalid_at?: Instant | undefined
  source?: string | undefined
  from_about?: ObjectDetails | undefined
  to_about?: ObjectDetails | undefined
}

/** Adds a link, and creates missing objects. A link that already holds is returned unchanged. */
export async function addLink(session: Session, request: LinkToAdd) {
  const { link, created, objects } = await findOrInsertLink(session, request)
  const differences = created ? [] : differencesOf(link, request)
  const contradictions = created && objects[0]?.created === false ? await contradictionsOf(session, link) : [] // a new object has no other links
  return {
    created,
    differences,
    contradictions: await linkOutputs(session, contradictions),
    link: linkOutput(link, new Map(objects.map(({ object }) => [object.id, object.name]))),
    objects: objects.map(({ object, created }) => ({ name: object.name, created })),
    warnings: [
      ...differenceWarning(differences),
      ...contradictionWarning(link, contradictions),
      ...(await similarWarnings(session, objects)),
      ...objects.flatMap(({ object, created }, index) =>
        objectWarnings(object, created, index === 0 ? request.from_about : request.to_about)
      )
    ]
  }
}

/** Like `addLink`, without the output for callers. */
export async function findOrInsertLink(session: Session, request: LinkToAdd) {
  const from = await ensureObject(session, request.from, request.from_about)
  const to = await ensureObject(session, request.to, request.to_about)
  const objects = from.object.id === to.object.id ? [from] : [from, to]
  const triple = { from_id: from.object.id, relation: request.relation, to_id: to.object.id }
  const earlier = from.created || to.created ? [] : await linksOf(session, triple) // a new object has no links
  const wanted = intervalOf(session, request, earlier)
  const existing = earlier.find(link => isSame(link, wanted) || isSameFact(link, wanted, request, session.now))
  if (existing) return { link: existing, created: false, objects }
  const clash = earlier.find(link => overlap(link, wanted))
  if (clash) throw overlapError(clash)
  const fact = request.fact ?? `${from.object.name} ${displayName(request.relation)} ${to.object.name}`
  return { link: await insertLink(session, { ...triple, ...wanted, fact, source: request.source ?? null }), created: true, objects }
}

/**
 * Whether an existing link states the wanted fact: it holds now and has no planned end, or it has the same end and the caller gave no
 * start.
 */
const isSameFact = (link: LinkRow, wanted: Interval, { valid_at }: LinkToAdd, now: Instant): boolean =>
  overlap(link, wanted) &&
  (wanted.invalid_at === null ? holdsAt(link, now) : valid_at === undefined && link.invalid_at === wanted.invalid_at)

function intervalOf({ now }: Session, request: LinkToAdd, earlier: LinkRow[]): Interval {
  const { valid_at, invalid_at: end } = request
  const again = earlier.some(link => hasEnded(link, now)) && (end === undefined || end > now)
  const start = valid_at === undefined ? (again ? now : null) : valid_at
  if (start !== null && end !== undefined && end <= start)
    throw invalidValue('invalid_at', `must be after valid_at, ${isoOrNull(start)}`, 'a later time')
  return { valid_at: start, invalid_at: end ?? null }
}

const overlapError = ({ id, valid_at, invalid_at }: LinkRow) =>
  failure('already_exists', 'The same link already holds during part of the requested period.', {
    current: { id: String(id), valid_at: isoOrNull(valid_at), invalid_at: isoOrNull(invalid_at) },
    suggestions: ['Set valid_at and invalid_at to a time in which it does not hold yet.']
  })

/** A field of an existing link that differs from the input, and is kept. */
interface Difference {
  field: 'fact' | 'source' | 'valid_at' | 'invalid_at'
  recorded: string | null
  requested: string | null
}

function differencesOf(link: LinkRow, { fact, source, valid_at, invalid_at }: LinkToAdd): Difference[] {
  const end = invalid_at ?? null
  return [
    ...(fact !== undefined && fact !== link.fact ? [{ field: 'fact' as const, recorded: link.fact, requested: fact }] : []),
    ...(source !== undefined && source !== link.source ? [{ field: 'source' as const, recorded: link.source, requested: source }] : []),
    ...(valid_at !== undefined && valid_at !== link.valid_at
      ? [{ field: 'valid_at' as const, recorded: isoOrNull(link.valid_at), requested: isoOrNull(valid_at) }]
      : []),
    ...(end !== link.invalid_at ? [{ field: 'invalid_at' as const, recorded: isoOrNull(link.invalid_at), requested: isoOrNull(end) }] : [])
  ]
}

const differenceWarning = (differences: readonly Difference[]): string[] =>
  differences.length === 0
    ? []
    : [
        `The link already existed; its ${differences.map(({ field }) => field).join(' and ')} did not change. To correct it, use memory_update_link.`
      ]

const contradictionWarning = ({ relation }: LinkRow, found: readonly LinkRow[]): string[] =>
  found.length === 0
    ? []
    : [
        `This may contradict ${found.length === 1 ? 'another fact' : `${found.length} other facts`}: "${relation}" usually has one object at a time. Both are stored. End the one that no longer holds with memory_invalidate_link, or correct it with memory_update_link.`
      ]

/** Names an existing object that a new one probably duplicates. */
async function similarWarnings({ db, namespace }: Session, objects: readonly { object: ObjectRow; created: boolean }[]): Promise<string[]> {
  const warnings: string[] = []
  for (const { object } of objects.filter(({ created }) => created)) {
    const other = await db
      .selectFrom('memory_objects')
      .select('name')
      .where('namespace_id', '=', namespace)
      .where('loose_key', '=', object.loose_key)
      .where('id', '<>', object.id)
      .orderBy('id')
      .executeTakeFirst()
    if (other) warnings.push(`${object.name} is similar to ${other.name}. If both are the same, merge them with memory_merge_objects.`)
  }
  return warnings
}

/** Lists the fields of an existing object that differ from the input. */
function objectWarnings({ name, summary, type }: ObjectRow, created: boolean, about: ObjectDetails | undefined): string[] {
  if (created || !about) return []
  const kept = [
    ...(about.summary !== undefined && about.summary !== summary ? ['summary'] : []),
    ...(about.type !== undefined && keyOf(about.type) !== keyOf(type ?? '') ? ['type'] : [])
  ]
  return kept.length === 0
    ? []
    : [`${name} already existed: its ${kept.join(' and ')} did not change. Use memory_update_object to change it.`]
}
