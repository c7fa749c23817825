import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { Extracted, ExtractedObject } from '../graph/extracted-facts.ts'
import { parseInstant } from '../graph/time.ts'
import { MAX_LENGTH } from '../limits.ts'
import { displayName } from '../store/fold.ts'
import { TYPES } from './response-schemas.ts'

/** A part of the model's response that does not fit the graph, and why. */
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: models occasionally return control characters
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f]/g

/** Returns text that a database can store and people can read. */
const clean = (text: string): string => displayName(text.replace(CONTROL_CHARACTERS, '').toWellFormed())

/** Parses an object. An unknown type is dropped, and the object kept. */
export function parseEntity(item: unknown): (ExtractedObject & { typeDropped?: string }) | Dropped {
  if (!Check(Entity, item)) return drop('entity', item, 'it has no name')
  const name = clean(item.name)
  if (name === '') return drop('entity', item, 'its name is blank')
  if (name.length > MAX_LENGTH.name) return drop('entity', name, `its name exceeds ${MAX_LENGTH.name} characters`)
  const type = typeof item.entity_type_id === 'number' ? TYPES[item.entity_type_id - 1] : undefined
  const summary = typeof item.summary === 'string' ? clean(item.summary).slice(0, MAX_LENGTH.summary) : ''
  return { name, summary, ...(type === undefined ? { typeDropped: String(item.entity_type_id ?? 'none') } : { type }) }
}

/** Parses a link between two of the objects, which are numbered from 1. */
export function parseEdge(item: unknown, objects: readonly ExtractedObject[]): FoundLink | Dropped {
  if (!Check(Edge, item)) return drop('relationship', item, 'a property is missing')
  const [from, to] = [objects[item.source_entity_id - 1], objects[item.target_entity_id - 1]]
  const [relation, fact] = [clean(item.relation_type).slice(0, MAX_LENGTH.relation), clean(item.fact).slice(0, MAX_LENGTH.fact)]
  const text = fact === '' ? relation : fact
  if (!from) return drop('relationship', text, `there is no entity ${item.source_entity_id}`)
  if (!to) return drop('relationship', text, `there is no entity ${item.target_entity_id}`)
  if (from === to) return drop('relationship', text, 'it links an entity to itself')
  if (relation === '') return drop('relationship', text, 'its relation is blank')
  const [valid_at, invalid_at] = [parseTime(item.valid_at), parseTime(item.invalid_at)]
  if (valid_at === undefined) return drop('relationship', text, `valid_at is not a time: ${item.valid_at}`)
  if (invalid_at === undefined) return drop('relationship', text, `invalid_at is not a time: ${item.invalid_at}`)
  if (valid_at !== null && invalid_at !== null && invalid_at <= valid_at) return drop('relationship', text, 'it ends before it starts')
  const sentence = fact === '' ? `${from.name} ${relation} ${to.name}` : fact
  return { from: from.name, relation, to: to.name, fact: sentence, valid_at, ...(invalid_at !== null && { invalid_at }) }
}

/** Returns null if there is no time, undefined if it is not a time. */
function parseTime(text: string | null | undefined): number | null | undefined {
  if (text === null || text === undefined || text === '') return null
  if (!/^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(text)) return undefined
  try {
    return parseInstant('time', text)
  } catch {
    return undefined
  }
}

const MAX_SHOWN = 200

const drop = (kind: Dropped['kind'], value: unknown, reason: string): Dropped => ({
  kind,
  value: (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_SHOWN).toWellFormed(),
  reason
})
