import { displayName, keyOf } from '../../store/fold.ts'
import type { Session } from '../../store/session.ts'
import { failure } from '../errors.ts'
import { deleteLinks, type LinkRow } from '../links/rows.ts'
import { aliasesIn, joinAliases, storeAliases } from './aliases.ts'
import { type Attribute, attributesIn } from './attributes.ts'
import { findObject, nameColumns, namesOf, type ObjectRow, objectOutput, requireNamed, requireObject, typeColumns } from './rows.ts'
import { wordsOf } from './words.ts'

export interface ObjectUpdate {
  name: string
  new_name?: string | undefined
  summary?: string | undefined
  type?: string | undefined
  attributes?: Attribute[] | undefined
  /** Replaces all existing ones. */
  aliases?: string[] | undefined
}

/** Updates the given fields of an object and keeps the others. */
export async function updateObject(session: Session, { name, new_name, summary, type, attributes, aliases }: ObjectUpdate) {
  const before = await requireObject(session, name)
  for (const wanted of [...(new_name === undefined ? [] : [new_name]), ...(aliases ?? [])]) await requireNameFree(session, before, wanted)
  const after = {
    ...before,
    ...(new_name !== undefined && nameColumns(new_name)),
    ...(type !== undefined && typeColumns(type)),
    ...(summary !== undefined && { summary }),
    ...(attributes !== undefined && { attributes: JSON.stringify(attributes) }),
    aliases: JSON.stringify(joinAliases(new_name ?? before.name, aliases?.map(displayName) ?? aliasesIn(before.aliases)))
  }
  const changed = FIELDS.filter(field => before[field] !== after[field])
  if (changed.length === 0) return { object: objectOutput(before), changes: [] }
  const object = { ...after, updated_at: session.now }
  await storeObject(session, object)
  const description = { old: descriptionOf(before), new: descriptionOf(after) }
  return {
    object: objectOutput(object),
    changes: changed.map(field => ({ field, old: description.old[field], new: description.new[field] }))
  }
}

export async function storeObject(session: Session, object: ObjectRow): Promise<void> {
  const { db, texts } = session
  const { id, ...values } = object
  await db.updateTable('memory_objects').set(values).where('id', '=', id).execute()
  await storeAliases(session, id, aliasesIn(values.aliases))
  await texts.remove(db, 'object', [id])
  await texts.put(db, 'object', object, wordsOf(object))
}

const FIELDS = ['name', 'type', 'summary', 'attributes', 'aliases'] as const

const descriptionOf = ({ name, type, summary, attributes, aliases }: ObjectRow) => ({
  name,
  type: type ?? '',
  summary,
  attributes: attributesIn(attributes)
    .map(({ name, value }) => `${name}: ${value}`)
    .join('; '),
  aliases: aliasesIn(aliases).join('; ')
})

async function requireNameFree(session: Session, object: ObjectRow, name: string): Promise<void> {
  const other = await findObject(session, name)
  if (!other || other.id === object.id) return
  throw failure('already_exists', `Another object is already called ${other.name}.`, {
    suggestions: [`Merge ${object.name} and ${other.name} with memory_merge_objects.`]
  })
}

/** Maximum number of neighbors to name. */
const MAX_NEIGHBOURS = 100

/** Deletes an object with all its links, including ended ones. Without `cascade`, throws if it has links. */
export async function deleteObject(session: Session, { name, cascade, dry_run }: { name: string; cascade: boolean; dry_run: boolean }) {
  const object = await requireNamed(session, 'name', name)
  const links = await endsOf(session, object.id)
  if (links.length > 0 && !cascade) throw hasLinksError(object, links.length)
  if (!dry_run) await removeObject(session, object.id, links)
  const others = [...new Set(links.flatMap(({ from_id, to_id }) => [from_id, to_id]))].filter(id => id !== object.id)
  const neighbours = await namesOf(session, others.slice(0, MAX_NEIGHBOURS))
  return {
    name: object.name,
    links_deleted: links.length,
    outgoing: links.filter(({ from_id }) => from_id === object.id).length,
    // A link to itself counts as outgoing only.
    incoming: links.filter(({ from_id }) => from_id !== object.id).length,
    neighbours: [...neighbours.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
    neighbours_total: others.length,
    dry_run
  }
}

type LinkEnds = Pick<LinkRow, 'id' | 'from_id' | 'to_id'>

export const endsOf = ({ db }: Session, id: number): Promise<LinkEnds[]> =>
  db
    .selectFrom('memory_links')
    .select(['id', 'from_id', 'to_id'])
    .where(eb => eb.or([eb('from_id', '=', id), eb('to_id', '=', id)]))
    .execute()

export async function removeObject(session: Session, id: number, links: readonly { id: number }[]): Promise<void> {
  const { db, texts } = session
  await deleteLinks(
    session,
    links.map(link => link.id)
  )
  await texts.remove(db, 'object', [id])
  await storeAliases(session, id, [])
  await db.deleteFrom('memory_objects').where('id', '=', id).execute()
}

const hasLinksError = ({ name }: ObjectRow, count: number) =>
  failure('has_links', `${displayName(name)} has ${count} ${count === 1 ? 'link' : 'links'}, so it was not deleted.`, {
    links: count,
    suggestions: [
      'Send cascade: true to delete the links too, or end them with memory_invalidate_link, which keeps the object and its history.'
    ]
  })
