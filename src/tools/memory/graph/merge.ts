import { LONGEST } from '../limits.ts'
import type { Session } from '../store/session.ts'
import { endsOf, remove } from './change-object.ts'
import { failure, wrong } from './failures.ts'
import { deleteLinks, type LinkRow, linksShown } from './links.ts'
import { attributesIn, type ObjectRow, objectShown, theObject, wordsOf } from './objects.ts'
import { type Interval, overlap } from './time.ts'

export interface Merge {
  from: string
  into: string
  dry_run: boolean
}

/** Makes one of two objects: the links of `from` become those of `into`, and `from` is gone. */
export async function mergeObjects(session: Session, { from, into, dry_run }: Merge) {
  const [gone, kept] = [await theObject(session, from), await theObject(session, into)]
  if (gone.id === kept.id) throw wrong('from', 'names the same object as into', 'another one')
  return await merge(session, gone, kept, dry_run)
}

/** The same by ids; null where the object that is to go is gone, or one was changed, so that the two are no longer alike. */
export async function mergePair(session: Session, { from, into }: { from: number; into: number }) {
  const rows = await session.db
    .selectFrom('memory_objects')
    .selectAll()
    .where('namespace_id', '=', session.namespace)
    .where('id', 'in', [from, into])
    .execute()
  const [gone, kept] = [from, into].map(id => rows.find(row => row.id === id))
  if (!gone) return null
  if (!kept) throw failure('object_not_found', 'The object to merge into is gone.')
  return areAlike(gone, kept) ? await merge(session, gone, kept, false) : null
}

const areAlike = (a: ObjectRow, b: ObjectRow): boolean =>
  a.loose_key === b.loose_key && (a.type_key === null || b.type_key === null || a.type_key === b.type_key)

async function merge(session: Session, gone: ObjectRow, kept: ObjectRow, dry_run: boolean) {
  const links = await movable(session, gone.id)
  const { moved, dropped } = await sorted(session, links, gone.id, kept.id)
  const object = { ...kept, ...together(gone, kept), updated_at: session.now }
  const told = {
    object: objectShown(object),
    merged: gone.name,
    links_moved: moved.length,
    dropped: (
      await linksShown(
        session,
        dropped.map(({ link }) => link)
      )
    ).map((link, place) => ({ link, reason: dropped[place]?.reason ?? '' }))
  }
  if (dry_run) return { ...told, dry_run }
  const { db, texts } = session
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
  await remove(session, gone.id, [])
  const { id, ...values } = object
  await db.updateTable('memory_objects').set(values).where('id', '=', id).execute()
  await texts.remove(db, 'object', [id])
  await texts.put(db, 'object', object, wordsOf(object))
  return { ...told, dry_run }
}

async function movable(session: Session, id: number): Promise<LinkRow[]> {
  const ids = (await endsOf(session, id)).map(link => link.id).toSorted((a, b) => a - b)
  const links: LinkRow[] = []
  for (let at = 0; at < ids.length; at += AT_A_TIME)
    links.push(
      ...(await session.db
        .selectFrom('memory_links')
        .selectAll()
        .where('id', 'in', ids.slice(at, at + AT_A_TIME))
        .orderBy('id')
        .execute())
    )
  return links
}

const AT_A_TIME = 500

const ENDS = ['from_id', 'to_id'] as const

/** Which links go over, as they then are, and which have no place there. */
async function sorted(session: Session, links: LinkRow[], gone: number, kept: number) {
  const moved: LinkRow[] = []
  const dropped: { link: LinkRow; reason: string }[] = []
  const turned = (id: number): number => (id === gone ? kept : id)
  const nexts = links.map(link => ({ ...link, from_id: turned(link.from_id), to_id: turned(link.to_id) }))
  const taken = await takenBeside(session, kept, new Map(nexts.map(next => [tripleOf(next), []])))
  for (const [place, next] of nexts.entries()) {
    const link = links[place] ?? next
    const others = taken.get(tripleOf(next)) ?? []
    if (next.from_id === next.to_id && link.from_id !== link.to_id) dropped.push({ link, reason: 'it would lead to itself' })
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

/** The links that the one that stays has of these triples already. They are read page by page, each once. */
async function takenBeside({ db }: Session, kept: number, taken: Map<string, Interval[]>): Promise<Map<string, Interval[]>> {
  for (const end of ENDS) {
    const own = db
      .selectFrom('memory_links')
      .select(['id', 'from_id', 'relation_key', 'to_id', 'valid_at', 'invalid_at'])
      .where(end, '=', kept)
    for (let after = 0, more = true; more; ) {
      const page = await own.where('id', '>', after).orderBy('id').limit(AT_A_TIME).execute()
      for (const link of page) taken.get(tripleOf(link))?.push(link)
      after = page.at(-1)?.id ?? after
      more = page.length === AT_A_TIME
    }
  }
  return taken
}

/** What the one that stays does not say of itself, the other says for it. */
function together(gone: ObjectRow, kept: ObjectRow) {
  const own = attributesIn(kept.attributes)
  const more = attributesIn(gone.attributes).filter(({ name }) => !own.some(known => known.name === name))
  if (more.length > 0 && own.length + more.length > LONGEST.attributes) throw tooMany(gone, kept, own.length + more.length)
  return {
    summary: kept.summary === '' ? gone.summary : kept.summary,
    ...(kept.type === null && { type: gone.type, type_key: gone.type_key }),
    attributes: JSON.stringify([...own, ...more]),
    created_at: Math.min(gone.created_at, kept.created_at)
  }
}

const tooMany = (gone: ObjectRow, kept: ObjectRow, attributes: number) =>
  wrong(
    'from',
    `has together with ${kept.name} ${attributes} attributes`,
    `at most ${LONGEST.attributes}; take some of ${gone.name} or ${kept.name} away with memory_update_object`
  )
