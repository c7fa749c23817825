import type { Selectable } from 'kysely'
import { near } from '../../../../lib/spelling.ts'
import { prepared, type Value } from '../../store/database/prepared.ts'
import type { ObjectValues } from '../../store/database/rows.ts'
import type { Objects } from '../../store/database/tables.ts'
import { displayName, keyOf, looseKeyOf, wordsIn } from '../../store/fold.ts'
import type { Session } from '../../store/session.ts'
import { failure, invalidValue } from '../errors.ts'
import { objectsWith } from '../text-matches.ts'
import { iso } from '../time.ts'
import { aliasesIn, storeAliases } from './aliases.ts'
import { type Attribute, attributesIn } from './attributes.ts'
import { wordsOf } from './words.ts'

export type ObjectRow = Selectable<Objects>

/** Details of an object besides its name. */
export interface ObjectDetails {
  type?: string | undefined
  summary?: string | undefined
  attributes?: Attribute[] | undefined
  aliases?: string[] | undefined
}

/** Returns an object for callers. */
export const objectOutput = ({ name, type, summary, attributes, aliases, created_at, updated_at }: ObjectRow) => ({
  name,
  type,
  summary,
  attributes: attributesIn(attributes),
  ...(aliasesIn(aliases).length > 0 && { aliases: aliasesIn(aliases) }),
  created_at: iso(created_at),
  updated_at: iso(updated_at)
})

/** Returns the object with this name, or with this alias. */
export async function findObject({ db, namespace }: Session, name: string): Promise<ObjectRow | undefined> {
  const wanted = { namespace, key: keyOf(name) }
  const [named] = (await objectOfKey(db, wanted)).rows
  return named ?? (await objectOfAlias(db, wanted)).rows[0]
}

const objectOfKey = prepared((db, value: Value<{ namespace: number; key: string }>) =>
  db.selectFrom('memory_objects').selectAll().where('namespace_id', '=', value('namespace')).where('key', '=', value('key')).compile()
)

const objectOfAlias = prepared((db, value: Value<{ namespace: number; key: string }>) =>
  db
    .selectFrom('memory_objects as o')
    .innerJoin('memory_object_aliases as a', 'a.object_id', 'o.id')
    .selectAll('o')
    .where('a.namespace_id', '=', value('namespace'))
    .where('a.key', '=', value('key'))
    .compile()
)

/** Returns the object with this name, or throws an error that suggests similar names. */
export async function requireObject(session: Session, name: string): Promise<ObjectRow> {
  const found = await findObject(session, name)
  if (found) return found
  const suggestions = await similarNames(session, name)
  throw failure('object_not_found', `There is no object ${displayName(name)}.`, suggestions.length > 0 ? { suggestions } : {})
}

/** Returns the object with this name to be deleted. An alias is refused: it could be mistaken for another object. */
export async function requireNamed(session: Session, path: string, name: string): Promise<ObjectRow> {
  const found = await requireObject(session, name)
  if (found.key === keyOf(name)) return found
  throw invalidValue(path, `is an alias of ${displayName(found.name)}`, `${displayName(found.name)}, if that object is meant`)
}

/** Returns the object with this name and creates it if it does not exist. Details of an existing object are not changed. */
export async function ensureObject(
  session: Session,
  name: string,
  about: ObjectDetails = {}
): Promise<{ object: ObjectRow; created: boolean }> {
  const known = await findObject(session, name)
  if (known) return { object: known, created: false }
  return { object: await insertObject(session, newObject(session, name, about)), created: true }
}

export async function insertObject(session: Session, values: ObjectValues): Promise<ObjectRow> {
  const { db, rows, texts } = session
  const object = { ...values, id: await rows.addObject(db, values) }
  const aliases = aliasesIn(values.aliases)
  if (aliases.length > 0) await storeAliases(session, object.id, aliases)
  await texts.put(db, 'object', object, wordsOf(object))
  return object
}

export function newObject(
  { namespace, now }: Session,
  name: string,
  { type, summary = '', attributes = [], aliases = [] }: ObjectDetails
): ObjectValues {
  return {
    namespace_id: namespace,
    ...nameColumns(name),
    ...typeColumns(type),
    summary,
    attributes: JSON.stringify(attributes),
    aliases: JSON.stringify(aliases),
    created_at: now,
    updated_at: now
  }
}

export const nameColumns = (name: string) => ({ key: keyOf(name), loose_key: looseKeyOf(name), name: displayName(name) })

/** An empty type means no type. */
export const typeColumns = (type: string | undefined) =>
  type === undefined || keyOf(type) === '' ? { type: null, type_key: null } : { type: displayName(type), type_key: keyOf(type) }

export const namesOf = async ({ db }: Session, ids: readonly number[]): Promise<Map<number, string>> => {
  const names = new Map<number, string>()
  for (let at = 0; at < ids.length; at += MAX_PARAMETERS) {
    const part = ids.slice(at, at + MAX_PARAMETERS)
    for (const { id, name } of await db.selectFrom('memory_objects').select(['id', 'name']).where('id', 'in', part).execute())
      names.set(id, name)
  }
  return names
}

/** Maximum number of values in one list of a statement. */
export const MAX_PARAMETERS = 500

const MAX_CANDIDATES = 200
const MAX_WORDS = 10
const PREFIX_LENGTH = 3

/** Returns similar names among those that start the same way or share a word. */
export async function similarNames(session: Session, name: string): Promise<string[]> {
  const key = keyOf(name)
  const start = Array.from(key).slice(0, PREFIX_LENGTH).join('')
  const { db, namespace } = session
  const own = db.selectFrom('memory_objects').select('name').where('namespace_id', '=', namespace)
  const beginning = await own
    .where('key', '>=', start)
    .where('key', '<', `${start}\u{10ffff}`)
    .orderBy('key')
    .limit(MAX_CANDIDATES)
    .execute()
  const loose = await own.where('loose_key', '=', looseKeyOf(name)).limit(MAX_CANDIDATES).execute()
  const sharing = await objectsWith(session, wordsIn(name).slice(0, MAX_WORDS), MAX_CANDIDATES)
  const alike = near(name, [...new Set([...beginning, ...sharing].map(row => row.name))])
  return [...new Set([...loose.map(row => row.name), ...alike])].slice(0, 3)
}
