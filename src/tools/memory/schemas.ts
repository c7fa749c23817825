import { type Static, Type } from 'typebox'
import { nullable, stringEnum, Total, withForm } from '../../contract/schema.ts'
import { MAX_LENGTH } from './limits.ts'

const DAY = '\\d{4}-\\d{2}-\\d{2}'
const TIME = 'T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}:\\d{2})'

/** A time in the input. `also` lists words that are accepted as well. */
const instantOrWord = (also: string[], description: string) =>
  Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 40,
      pattern: `^(${[...also, `${DAY}(${TIME})?`].join('|')})$`,
      'x-form': `a date (2026-01-31), a time with its zone (2026-01-31T12:00:00Z) or ${also.join(' or ')}`,
      description: `${description}. A date (2026-01-31: start of day, UTC), a time with its zone (2026-01-31T12:00:00Z), or ${also.join(' or ')}`
    })
  )

export const instantInput = (description: string) => instantOrWord(['now'], description)
export const endInput = (description: string) => instantOrWord(['now', 'never'], description)
export const startInput = (description: string) => instantOrWord(['now', 'always'], description)

export const objectName = (what: string, aliases?: string[]) =>
  Type.String({
    minLength: 1,
    maxLength: MAX_LENGTH.name,
    description: withForm(what, ', by its exact name or an alias; only case, whitespace and Unicode form are ignored'),
    ...(aliases && { 'x-aliases': aliases })
  })

export const relationName = (description: string) => Type.String({ minLength: 1, maxLength: MAX_LENGTH.relation, description })

/** Identifies a link by its ID or by its three parts. */
export const linkReference = {
  from: Type.Optional(objectName('Object the link starts at')),
  relation: Type.Optional(relationName('Relation; case, _ and - are ignored')),
  to: Type.Optional(objectName('Object the link points to')),
  link_id: Type.Optional(Type.String({ minLength: 1, maxLength: 20, description: 'ID of the link, instead of from, relation and to' }))
}

export const asOfInput = {
  as_of: instantInput('Time at which the returned links are valid. Default now'),
  known_at: instantInput('Time up to which records are considered; later ones are ignored. Default: all records')
}

export const traversalInput = {
  relation: Type.Optional(relationName('Only links with this relation; case, _ and - are ignored. Default: all')),
  direction: stringEnum(['outgoing', 'incoming', 'both'], {
    default: 'both',
    description: 'Direction of the links to follow from an object: outgoing, incoming, or both. Default both'
  }),
  ...asOfInput
}

export const typeName = (description: string) => Type.String({ maxLength: MAX_LENGTH.type, description })
export const summary = (description: string, aliases?: string[]) =>
  Type.String({ maxLength: MAX_LENGTH.summary, description, ...(aliases && { 'x-aliases': aliases }) })
export const source = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: MAX_LENGTH.source,
    description: 'Source of the fact, such as a URL or a message ID. Default: none'
  })
)

export const textSource = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: MAX_LENGTH.source,
    description: 'Source of the text, such as a URL or a message ID; recorded with each fact. Default: none'
  })
)

export const Attribute = Type.Object({
  name: Type.String({ minLength: 1, maxLength: MAX_LENGTH.type, description: 'Name of the attribute' }),
  value: Type.String({ maxLength: MAX_LENGTH.summary, description: 'Value' })
})

const instant = (description: string) => Type.String({ format: 'date-time', description })
const recorded = (description: string) => Type.String({ format: 'date-time', 'x-volatile': true, description })

export const GraphObject = Type.Object({
  name: Type.String({ description: 'Name, as it was first recorded' }),
  type: nullable(Type.String(), { description: 'Kind of object, such as Person or Technology; null if unknown' }),
  summary: Type.String({ description: 'Description, one sentence; empty if there is none' }),
  attributes: Type.Array(Attribute, { description: 'Further properties that are not links' }),
  aliases: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Other names that find the object, such as those of merged objects. Absent if there are none'
    })
  ),
  created_at: recorded('Time it was first recorded, ISO 8601'),
  updated_at: recorded('Time of the last change, ISO 8601')
})
export type GraphObject = Static<typeof GraphObject>

export const Link = Type.Object({
  id: Type.String({ 'x-volatile': true, description: 'ID of the link' }),
  from: Type.String({ description: 'Name of the object the link starts at' }),
  relation: Type.String({ description: 'Relation between the two objects' }),
  to: Type.String({ description: 'Name of the object the link points to' }),
  fact: Type.String({ description: 'The fact as a sentence' }),
  valid_at: nullable(instant('Time'), { description: 'Time from which it holds, ISO 8601; null: always, or unknown' }),
  invalid_at: nullable(instant('Time'), { description: 'Time from which it no longer holds, ISO 8601; null: no known end' }),
  created_at: recorded('Time it was recorded, ISO 8601'),
  expired_at: nullable(recorded('Time'), {
    description: 'Time its end was recorded, ISO 8601; null if it has no end, or if the end was recorded with the link'
  }),
  source: nullable(Type.String(), { description: 'Source of the fact; null if unknown' })
})
export type Link = Static<typeof Link>

/** A text that facts were extracted from. */
export const Episode = Type.Object({
  id: Type.String({ 'x-volatile': true, description: 'ID of the episode' }),
  title: Type.String({ description: 'Title of the text, or its beginning' }),
  source: nullable(Type.String(), { description: 'Source of the text, such as a URL or a message ID; null if unknown' }),
  recorded_at: recorded('Time it was first read, ISO 8601'),
  facts: Type.Integer({ minimum: 0, 'x-volatile': true, description: 'Number of links that it states' })
})

export const linkShown = (description: string) => Type.Object(Link.properties, { description })
export const objectShown = (description: string) => Type.Object(GraphObject.properties, { description })
export const count = (what: string) => Type.Integer({ minimum: 0, description: what })
export const total = (what: string) => Type.Object(Total.properties, { description: what })
export const dryRun = Type.Boolean({ description: 'true: this is a preview; nothing was changed' })
