import type { Selectable } from 'kysely'
import { near } from '../../../contract/spelling.ts'
import { keyOf, looseKeyOf, shown, wordsIn } from '../store/fold.ts'
import { prepared, type Value } from '../store/prepared.ts'
import type { ObjectValues } from '../store/rows.ts'
import type { Session } from '../store/session.ts'
import type { Objects } from '../store/tables.ts'
import { failure } from './failures.ts'
import { matches, wholeWord } from './matches.ts'
import { iso } from './time.ts'

export type ObjectRow = Selectable<Objects>
export type Attribute = { name: string; value: string }

/** What may be said of an object beside its name. */
export interface About {
  type?: string | undefined
  summary?: string | undefined
  attributes?: Attribute[] | undefined
}

/** An object as callers see it. */
export const objectShown = ({ name, type, summary, attributes, created_at, updated_at }: ObjectRow) => ({
  name,
  type,
  summary,
  attributes: attributesIn(attributes),
  created_at: iso(created_at),
  updated_at: iso(updated_at)
})

export const attributesIn = (json: string): Attribute[] => JSON.parse(json)

export async function findObject({ db, namespace }: Session, name: string): Promise<ObjectRow | undefined> {
  const { rows } = await objectOfKey(db, { namespace, key: keyOf(name) })
  return rows[0]
}

const objectOfKey = prepared((db, value: Value<{ namespace: number; key: string }>) =>
  db.selectFrom('memory_objects').selectAll().where('namespace_id', '=', value('namespace')).where('key', '=', value('key')).compile()
)

/** The object of this name, or an error that names those that are spelt alike. */
export async function theObject(session: Session, name: string): Promise<ObjectRow> {
  const found = await findObject(session, name)
  if (found) return found
  const suggestions = await nearNames(session, name)
  throw failure('object_not_found', `There is no object ${shown(name)}.`, suggestions.length > 0 ? { suggestions } : {})
}

/** The object of this name, made where there is none. What is known of an object already is kept. */
export async function ensureObject(session: Session, name: string, about: About = {}): Promise<{ object: ObjectRow; created: boolean }> {
  const known = await findObject(session, name)
  if (known) return { object: known, created: false }
  return { object: await insertObject(session, newObject(session, name, about)), created: true }
}

export async function insertObject({ db, rows, texts }: Session, values: ObjectValues): Promise<ObjectRow> {
  const object = { ...values, id: await rows.addObject(db, values) }
  await texts.put(db, 'object', object, wordsOf(object))
  return object
}

export function newObject({ namespace, now }: Session, name: string, { type, summary = '', attributes = [] }: About): ObjectValues {
  return {
    namespace_id: namespace,
    ...named(name),
    ...typed(type),
    summary,
    attributes: JSON.stringify(attributes),
    created_at: now,
    updated_at: now
  }
}

export const named = (name: string) => ({ key: keyOf(name), loose_key: looseKeyOf(name), name: shown(name) })

/** No type is null, and the empty word is none. */
export const typed = (type: string | undefined) =>
  type === undefined || keyOf(type) === '' ? { type: null, type_key: null } : { type: shown(type), type_key: keyOf(type) }

export const wordsOf = ({ name, summary }: Pick<ObjectRow, 'name' | 'summary'>): string[] => wordsIn(`${name} ${summary}`)

export const namesOf = async ({ db }: Session, ids: readonly number[]): Promise<Map<number, string>> => {
  const names = new Map<number, string>()
  for (let at = 0; at < ids.length; at += MOST_PARAMETERS) {
    const part = ids.slice(at, at + MOST_PARAMETERS)
    for (const { id, name } of await db.selectFrom('memory_objects').select(['id', 'name']).where('id', 'in', part).execute())
      names.set(id, name)
  }
  return names
}

/** Values in one list of a statement. */
export const MOST_PARAMETERS = 500

const MOST_NEAR = 200
const MOST_WORDS = 10
const BEGINNING = 3

/** Names that begin as this one does, or share a word with it, and are like it. */
async function nearNames(session: Session, name: string): Promise<string[]> {
  const key = keyOf(name)
  const start = Array.from(key).slice(0, BEGINNING).join('')
  const { db, namespace } = session
  const own = db.selectFrom('memory_objects').select('name').where('namespace_id', '=', namespace)
  const beginning = await own.where('key', '>=', start).where('key', '<', `${start}\u{10ffff}`).orderBy('key').limit(MOST_NEAR).execute()
  const loose = await own.where('loose_key', '=', looseKeyOf(name)).limit(MOST_NEAR).execute()
  const sharing = await matches(session, 'object', wordsIn(name).slice(0, MOST_WORDS).map(wholeWord), { every: false, most: MOST_NEAR })
  const alike = near(name, [...new Set([...beginning, ...sharing].map(row => row.name))])
  return [...new Set([...loose.map(row => row.name), ...alike])].slice(0, 3)
}
