import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { Extracted, ExtractedObject } from '../graph/extracted.ts'
import { instantIn } from '../graph/moment.ts'
import { LONGEST } from '../limits.ts'
import { shown } from '../store/fold.ts'
import { TYPES } from './shapes.ts'

/** What the model said that has no place in the graph, and why. */
export interface Dropped {
  kind: 'entity' | 'type' | 'relationship'
  value: string
  reason: string
}

export type FoundLink = Extracted['links'][number]

const Entity = Type.Object({ name: Type.String(), entity_type_id: Type.Optional(Type.Unknown()), summary: Type.Optional(Type.Unknown()) })
const OptionalText = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const Edge = Type.Object({
  relation_type: Type.String(),
  source_entity_id: Type.Integer(),
  target_entity_id: Type.Integer(),
  fact: Type.String(),
  valid_at: OptionalText,
  invalid_at: OptionalText
})

// biome-ignore lint/suspicious/noControlCharactersInRegex: what models answer now and then, and nobody sees
const UNSEEN = /[\u0000-\u0008\u000b-\u001f]/g

/** As a database can keep it, and a person read it. */
const clean = (text: string): string => shown(text.replace(UNSEEN, '').toWellFormed())

/** A thing that the model names. A type that there is not is dropped, and the thing kept. */
export function entityIn(item: unknown): (ExtractedObject & { typeDropped?: string }) | Dropped {
  if (!Check(Entity, item)) return drop('entity', item, 'it has no name')
  const name = clean(item.name)
  if (name === '') return drop('entity', item, 'its name is blank')
  if (name.length > LONGEST.name) return drop('entity', name, `its name is over ${LONGEST.name} characters`)
  const type = typeof item.entity_type_id === 'number' ? TYPES[item.entity_type_id - 1] : undefined
  const summary = typeof item.summary === 'string' ? clean(item.summary).slice(0, LONGEST.summary) : ''
  return { name, summary, ...(type === undefined ? { typeDropped: String(item.entity_type_id ?? 'none') } : { type }) }
}

/** A link between two of the things, which are counted from 1. */
export function edgeIn(item: unknown, objects: readonly ExtractedObject[]): FoundLink | Dropped {
  if (!Check(Edge, item)) return drop('relationship', item, 'a part of it is missing')
  const [from, to] = [objects[item.source_entity_id - 1], objects[item.target_entity_id - 1]]
  const [relation, fact] = [clean(item.relation_type).slice(0, LONGEST.relation), clean(item.fact).slice(0, LONGEST.fact)]
  const said = fact === '' ? relation : fact
  if (!from) return drop('relationship', said, `there is no thing ${item.source_entity_id}`)
  if (!to) return drop('relationship', said, `there is no thing ${item.target_entity_id}`)
  if (from === to) return drop('relationship', said, 'it links a thing to itself')
  if (relation === '') return drop('relationship', said, 'its relation is blank')
  const [valid_at, invalid_at] = [timeIn(item.valid_at), timeIn(item.invalid_at)]
  if (valid_at === undefined) return drop('relationship', said, `valid_at is no time: ${item.valid_at}`)
  if (invalid_at === undefined) return drop('relationship', said, `invalid_at is no time: ${item.invalid_at}`)
  if (valid_at !== null && invalid_at !== null && invalid_at <= valid_at) return drop('relationship', said, 'it ends before it begins')
  const sentence = fact === '' ? `${from.name} ${relation} ${to.name}` : fact
  return { from: from.name, relation, to: to.name, fact: sentence, valid_at, ...(invalid_at !== null && { invalid_at }) }
}

/** Null where none is told, undefined where it is none. */
function timeIn(text: string | null | undefined): number | null | undefined {
  if (text === null || text === undefined || text === '') return null
  if (!/^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(text)) return undefined
  try {
    return instantIn('time', text)
  } catch {
    return undefined
  }
}

const LONGEST_SHOWN = 200

const drop = (kind: Dropped['kind'], value: unknown, reason: string): Dropped => ({
  kind,
  value: (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, LONGEST_SHOWN).toWellFormed(),
  reason
})
