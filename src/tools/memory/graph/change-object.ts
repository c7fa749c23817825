import { keyOf, shown } from '../store/fold.ts'
import type { Session } from '../store/session.ts'
import { failure } from './failures.ts'
import { deleteLinks, type LinkRow } from './links.ts'
import {
  type Attribute,
  attributesIn,
  findObject,
  named,
  namesOf,
  type ObjectRow,
  objectShown,
  theObject,
  typed,
  wordsOf
} from './objects.ts'

export interface Change {
  name: string
  new_name?: string | undefined
  summary?: string | undefined
  type?: string | undefined
  attributes?: Attribute[] | undefined
}

/** Changes what is said of an object; what is not given stays. */
export async function updateObject(session: Session, { name, new_name, summary, type, attributes }: Change) {
  const before = await theObject(session, name)
  if (new_name !== undefined) await requireFree(session, before, new_name)
  const { db, texts, now } = session
  const after = {
    ...before,
    ...(new_name !== undefined && named(new_name)),
    ...(type !== undefined && typed(type)),
    ...(summary !== undefined && { summary }),
    ...(attributes !== undefined && { attributes: JSON.stringify(attributes) })
  }
  const changed = FIELDS.filter(field => before[field] !== after[field])
  if (changed.length === 0) return { object: objectShown(before), changes: [] }
  const { id, ...values } = { ...after, updated_at: now }
  await db.updateTable('memory_objects').set(values).where('id', '=', id).execute()
  await texts.remove(db, 'object', [id])
  await texts.put(db, 'object', before, wordsOf(after))
  const said = { old: toldOf(before), new: toldOf(after) }
  return {
    object: objectShown({ id, ...values }),
    changes: changed.map(field => ({ field, old: said.old[field], new: said.new[field] }))
  }
}

const FIELDS = ['name', 'type', 'summary', 'attributes'] as const

const toldOf = ({ name, type, summary, attributes }: ObjectRow) => ({
  name,
  type: type ?? '',
  summary,
  attributes: attributesIn(attributes)
    .map(({ name, value }) => `${name}: ${value}`)
    .join('; ')
})

async function requireFree(session: Session, object: ObjectRow, name: string): Promise<void> {
  const other = await findObject(session, name)
  if (!other || other.id === object.id) return
  throw failure('already_exists', `There is an object ${other.name} already.`, {
    suggestions: [`memory_merge_objects makes one of ${object.name} and ${other.name}.`]
  })
}

/** Names of neighbours that are told. */
const MOST_NEIGHBOURS = 100

/** Deletes an object with all its links, those that have ended too; without `cascade` only where it has none. */
export async function deleteObject(session: Session, { name, cascade, dry_run }: { name: string; cascade: boolean; dry_run: boolean }) {
  const object = await theObject(session, name)
  const links = await endsOf(session, object.id)
  if (links.length > 0 && !cascade) throw stillLinked(object, links.length)
  if (!dry_run) await remove(session, object.id, links)
  const others = [...new Set(links.flatMap(({ from_id, to_id }) => [from_id, to_id]))].filter(id => id !== object.id)
  const neighbours = await namesOf(session, others.slice(0, MOST_NEIGHBOURS))
  return {
    name: object.name,
    links_deleted: links.length,
    outgoing: links.filter(({ from_id }) => from_id === object.id).length,
    // One that leads to itself goes out; it is not counted twice.
    incoming: links.filter(({ from_id }) => from_id !== object.id).length,
    neighbours: [...neighbours.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
    neighbours_total: others.length,
    dry_run
  }
}

type Ends = Pick<LinkRow, 'id' | 'from_id' | 'to_id'>

export const endsOf = ({ db }: Session, id: number): Promise<Ends[]> =>
  db
    .selectFrom('memory_links')
    .select(['id', 'from_id', 'to_id'])
    .where(eb => eb.or([eb('from_id', '=', id), eb('to_id', '=', id)]))
    .execute()

export async function remove(session: Session, id: number, links: readonly { id: number }[]): Promise<void> {
  const { db, texts } = session
  await deleteLinks(
    session,
    links.map(link => link.id)
  )
  await texts.remove(db, 'object', [id])
  await db.deleteFrom('memory_objects').where('id', '=', id).execute()
}

const stillLinked = ({ name }: ObjectRow, count: number) =>
  failure('has_links', `${shown(name)} has ${count} ${count === 1 ? 'link' : 'links'}, so it was not deleted.`, {
    links: count,
    suggestions: ['Send cascade: true to delete them too, or end them with memory_invalidate_link, which keeps the object and its history.']
  })
