import { keyOf } from '../../store/fold.ts'
import type { Session } from '../../store/session.ts'
import { invalidValue } from '../errors.ts'
import { aliasesIn } from '../objects/aliases.ts'
import { findObject, type ObjectRow, similarNames } from '../objects/rows.ts'
import { namedBy } from './named.ts'
import { PARTS, pageContaining } from './parts.ts'
import { PART_KINDS, type Part, type PartKind, type Person } from './person.ts'

/** If more objects contain a name, it is more likely a word. */
const MAX_OBJECTS = 500
/** Parts are counted up to about this number. */
const MAX_COUNTED = 10_000
const PAGE_SIZE = 500

/** Finds the object of a person by name or alias, and the objects whose names contain one of the names. */
export async function findPerson(session: Session, { name, also }: { name: string; also: string[] }) {
  const object = await findObject(session, name)
  const names = unique([...(object ? [object.name, ...aliasesIn(object.aliases)] : []), name, ...also])
  const named = namedBy(names)
  const objects = new Map<number, string>(object ? [[object.id, object.name]] : [])
  for (let after = 0, more = true; more; ) {
    const rows = await pageContaining<ObjectRow>(session, 'object', named, { after, limit: PAGE_SIZE })
    for (const row of rows) if (named.isIn(row.name)) objects.set(row.id, row.name)
    if (objects.size > MAX_OBJECTS) throw invalidValue('name', `occurs in the names of more than ${MAX_OBJECTS} objects`, 'a longer name')
    after = rows.at(-1)?.id ?? after
    more = rows.length === PAGE_SIZE
  }
  const person: Person = { names, objects: [...objects.keys()], types: (await typesIn(session)).filter(named.isIn) }
  return { person, objects: [...objects.values()], suggestions: object ? [] : await similarNames(session, name) }
}

/** Keeps the first spelling of each name. */
const unique = (names: readonly string[]): string[] => [...Map.groupBy(names, keyOf).values()].flatMap(([first]) => first ?? [])

async function typesIn({ db, namespace }: Session): Promise<string[]> {
  const rows = await db.selectFrom('memory_objects').select('type').distinct().where('namespace_id', '=', namespace).execute()
  return rows.flatMap(({ type }) => type ?? [])
}

/** Position in the list of parts. */
export interface PartPosition {
  kind: PartKind
  after: number
}

/** Returns the next parts of the graph that name a person. A page may be empty; `next` is null after the last one. */
export async function partsNaming(session: Session, { person, at, limit }: { person: Person; at: PartPosition; limit: number }) {
  const { items, last } = await PARTS[at.kind].page(session, { person, named: namedBy(person.names) }, { after: at.after, limit })
  const following = PART_KINDS[PART_KINDS.indexOf(at.kind) + 1]
  const next: PartPosition | null = last !== null ? { kind: at.kind, after: last } : following ? { kind: following, after: 0 } : null
  return { items: items.map(item => ({ kind: at.kind, ...item })), next }
}

/** Counts the parts that name a person: exactly, unless there are very many. */
export async function countPartsNaming(session: Session, { person }: { person: Person }) {
  let value = 0
  for (let at: PartPosition | null = { kind: PART_KINDS[0], after: 0 }; at; ) {
    const { items, next }: Awaited<ReturnType<typeof partsNaming>> = await partsNaming(session, { person, at, limit: PAGE_SIZE })
    value += items.length
    at = next
    if (value >= MAX_COUNTED && at) return { value, relation: 'gte' as const }
  }
  return { value, relation: 'eq' as const }
}

/** Returns which of the given parts still name a person. */
export async function namingParts(session: Session, { person, parts }: { person: Person; parts: Part[] }) {
  const search = { person, named: namedBy(person.names) }
  const found: (Part & { text: string })[] = []
  for (const kind of PART_KINDS) {
    const ids = parts.filter(part => part.kind === kind).map(({ id }) => id)
    for (const item of ids.length === 0 ? [] : await PARTS[kind].named(session, search, ids)) found.push({ kind, ...item })
  }
  return found
}

/** Erases a part if it still names the person. Returns what was erased; null if nothing was left to erase. */
export const erasePart = async (session: Session, { person, part }: { person: Person; part: Part }): Promise<string | null> =>
  await PARTS[part.kind].erase(session, { person, named: namedBy(person.names) }, part.id)
