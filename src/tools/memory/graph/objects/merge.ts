import { MAX_LENGTH } from '../../limits.ts'
import { keyOf } from '../../store/fold.ts'
import type { Session } from '../../store/session.ts'
import { failure, invalidValue } from '../errors.ts'
import { deleteLinks, type LinkRow, linkOutputs } from '../links/rows.ts'
import { type Interval, overlap } from '../time.ts'
import { aliasesIn, joinAliases } from './aliases.ts'
import { attributesIn } from './attributes.ts'
import { type ObjectRow, objectOutput, requireNamed, requireObject } from './rows.ts'
import { endsOf, removeObject, storeObject } from './update.ts'

export interface Merge {
  from: string
  into: string
  dry_run: boolean
}

/** Merges two objects: moves the links of `from` to `into` and deletes `from`, whose names become aliases of `into`. */
export async function mergeObjects(session: Session, { from, into, dry_run }: Merge) {
  const [gone, kept] = [await requireNamed(session, 'from', from), await requireObject(session, into)]
  if (gone.id === kept.id) throw invalidValue('from', 'is the same object as into', 'another object')
  return await merge(session, gone, kept, dry_run)
}

/** Merges a pair by IDs. Returns null if the first object no longer exists, or if the two are no longer similar. */
export async function mergePair(session: Session, { from, into }: { from: number; into: number }) {
  const rows = await session.db
    .selectFrom('memory_objects')
    .selectAll()
    .where('namespace_id', '=', session.namespace)
    .where('id', 'in', [from, into])
    .execute()
  const [gone, kept] = [from, into].map(id => rows.find(row => row.id === id))
  if (!gone) return null
  if (!kept) throw failure('object_not_found', 'The object to merge into no longer exists.')
  return areAlike(gone, kept) ? await merge(session, gone, kept, false) : null
}

const areAlike = (a: ObjectRow, b: ObjectRow): boolean =>
  a.loose_key === b.loose_key && (a.type_key === null || b.type_key === null || a.type_key === b.type_key)

async function merge(session: Session, gone: ObjectRow, kept: ObjectRow, dry_run: boolean) {
  const links = await linksToMove(session, gone.id)
  const { moved, dropped } = await partitionLinks(session, links, gone.id, kept.id)
  const object = { ...kept, ...mergedColumns(gone, kept), updated_at: session.now }
  const result = {
    object: objectOutput(object),
    merged: gone.name,
    links_moved: moved.length,
    dropped: (
      await linkOutputs(
        session,
        dropped.map(({ link }) => link)
      )
    ).map((link, index) => ({ link, reason: dropped[index]?.reason ?? '' }))
  }
  if (dry_run) return { ...result, dry_run }
  const { db } = session
  await deleteLinks(
    session,
    dropped.map(({ link }) => link.id)
  )
  for (const end of ENDS)
    await db
      .updateTable('memory_links')
      .set({ [end]: kept.id })
      .where(end, '=', gone.id)
      .execute()
  await removeObject(session, gone.id, [])
  await storeObject(session, object)
  return { ...result, dry_run }
}

async function linksToMove(session: Session, id: number): Promise<LinkRow[]> {
  const ids = (await endsOf(session, id)).map(link => link.id).toSorted((a, b) => a - b)
  const links: LinkRow[] = []
  for (let at = 0; at < ids.length; at += PAGE_SIZE)
    links.push(
      ...(await session.db
        .selectFrom('memory_links')
        .selectAll()
        .where('id', 'in', ids.slice(at, at + PAGE_SIZE))
        .orderBy('id')
        .execute())
    )
  return links
}

const PAGE_SIZE = 500

const ENDS = ['from_id', 'to_id'] as const

/** Separates the links that can be moved, as they will be, from those that must be dropped. */
async function partitionLinks(session: Session, links: LinkRow[], gone: number, kept: number) {
  const moved: LinkRow[] = []
  const dropped: { link: LinkRow; reason: string }[] = []
  const redirected = (id: number): number => (id === gone ? kept : id)
  const nexts = links.map(link => ({ ...link, from_id: redirected(link.from_id), to_id: redirected(link.to_id) }))
  const taken = await existingIntervals(session, kept, new Map(nexts.map(next => [tripleOf(next), []])))
  for (const [index, next] of nexts.entries()) {
    const link = links[index] ?? next
    const others = taken.get(tripleOf(next)) ?? []
    if (next.from_id === next.to_id && link.from_id !== link.to_id) dropped.push({ link, reason: 'it would point to itself' })
    else if (others.some(other => overlap(other, next))) dropped.push({ link, reason: 'the other object has the same link at that time' })
    else {
      moved.push(next)
      others.push(next)
    }
  }
  return { moved, dropped }
}

type Triple = Pick<LinkRow, 'from_id' | 'relation_key' | 'to_id'>
const tripleOf = ({ from_id, relation_key, to_id }: Triple): string => JSON.stringify([from_id, relation_key, to_id])

/** Returns the existing links of the target with these triples. Reads them page by page, each once. */
async function existingIntervals({ db }: Session, kept: number, taken: Map<string, Interval[]>): Promise<Map<string, Interval[]>> {
  for (const end of ENDS) {
    const own = db
      .selectFrom('memory_links')
      .select(['id', 'from_id', 'relation_key', 'to_id', 'valid_at', 'invalid_at'])
      .where(end, '=', kept)
    for (let after = 0, more = true; more; ) {
      const page = await own.where('id', '>', after).orderBy('id').limit(PAGE_SIZE).execute()
      for (const link of page) taken.get(tripleOf(link))?.push(link)
      after = page.at(-1)?.id ?? after
      more = page.length === PAGE_SIZE
    }
  }
  return taken
}

/** Fills empty fields of the target with those of the source. */
function mergedColumns(gone: ObjectRow, kept: ObjectRow) {
  const own = attributesIn(kept.attributes)
  const more = attributesIn(gone.attributes).filter(({ name }) => !own.some(known => known.name === name))
  if (more.length > 0 && own.length + more.length > MAX_LENGTH.attributes) throw tooManyAttributes(gone, kept, own.length + more.length)
  return {
    summary: kept.summary === '' ? gone.summary : kept.summary,
    ...(kept.type === null && { type: gone.type, type_key: gone.type_key }),
    attributes: JSON.stringify([...own, ...more]),
    aliases: JSON.stringify(joinAliases(kept.name, aliasesIn(kept.aliases), aliasesIn(gone.aliases), [gone.name])),
    created_at: Math.min(gone.created_at, kept.created_at)
  }
}

const tooManyAttributes = (gone: ObjectRow, kept: ObjectRow, attributes: number) =>
  invalidValue(
    'from',
    `would give ${kept.name} ${attributes} attributes`,
    `at most ${MAX_LENGTH.attributes}; remove some from ${gone.name} or ${kept.name} with memory_update_object`
  )

/** Returns pairs of objects whose names differ only in punctuation, spaces and accents, each paired with the oldest one. */
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

/** `type`: type of the object that stays; empty means any. Two objects with different types are not a pair. */
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

/** Returns the names of the objects in listed pairs. */
export const namesOfPairs = async ({ db, namespace }: Session, { ids }: { ids: number[] }) =>
  await db.selectFrom('memory_objects').select(['id', 'name']).where('namespace_id', '=', namespace).where('id', 'in', ids).execute()
