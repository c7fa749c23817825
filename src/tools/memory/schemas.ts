import { type Static, Type } from 'typebox'
import { nullable, Total, words } from '../../contract/schema.ts'
import { LONGEST } from './limits.ts'

const DAY = '\\d{4}-\\d{2}-\\d{2}'
const TIME = 'T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}:\\d{2})'

/** A time as callers give it; `also` are words that stand for one. */
const momentOf = (also: string[], description: string) =>
  Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 40,
      pattern: `^(${[...also, `${DAY}(${TIME})?`].join('|')})$`,
      'x-form': `that is a day (2026-01-31), an instant with its zone (2026-01-31T12:00:00Z) or ${also.join(' or ')}`,
      description: `${description}. A day (2026-01-31: its beginning, UTC), an instant with its zone (2026-01-31T12:00:00Z), or ${also.join(' or ')}`
    })
  )

export const moment = (description: string) => momentOf(['now'], description)
export const start = (description: string) => momentOf(['now', 'always'], description)

export const objectName = (what: string, aliases?: string[]) =>
  Type.String({
    minLength: 1,
    maxLength: LONGEST.name,
    description: `${what}, by its exact name; only case, spaces and the Unicode form make no difference`,
    ...(aliases && { 'x-aliases': aliases })
  })

export const relationName = (description: string) => Type.String({ minLength: 1, maxLength: LONGEST.relation, description })

export const asOfInput = {
  as_of: moment('Answer the links that held at this time. Default now'),
  known_at: moment('Answer as it was known at this time: what was recorded later is left out. Default: all that is known')
}

export const ways = {
  relation: Type.Optional(relationName('Only links of this relation; case, _ and - make no difference. Absent: all')),
  direction: words(['outgoing', 'incoming', 'both'], {
    default: 'both',
    description: 'Follow links from an object, to it, or both. Default both'
  }),
  ...asOfInput
}

export const typeName = (description: string) => Type.String({ maxLength: LONGEST.type, description })
export const summary = (description: string, aliases?: string[]) =>
  Type.String({ maxLength: LONGEST.summary, description, ...(aliases && { 'x-aliases': aliases }) })
export const source = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: LONGEST.source,
    description: 'Where this is known from, such as a URL or a message id. Absent: not told'
  })
)

export const Attribute = Type.Object({
  name: Type.String({ minLength: 1, maxLength: LONGEST.type, description: 'Name of the attribute' }),
  value: Type.String({ maxLength: LONGEST.summary, description: 'Its value' })
})

const instant = (description: string) => Type.String({ format: 'date-time', description })
const recorded = (description: string) => Type.String({ format: 'date-time', 'x-volatile': true, description })

export const GraphObject = Type.Object({
  name: Type.String({ description: 'Name, as it was first given' }),
  type: nullable(Type.String(), { description: 'What kind of thing it is, such as Person or Technology; null where not told' }),
  summary: Type.String({ description: 'What it is, in a sentence; empty where not told' }),
  attributes: Type.Array(Attribute, { description: 'Further facts about it that are no links' }),
  created_at: recorded('When it was first recorded, ISO 8601'),
  updated_at: recorded('When it was last changed, ISO 8601')
})
export type GraphObject = Static<typeof GraphObject>

export const Link = Type.Object({
  id: Type.String({ 'x-volatile': true, description: 'Id of the link' }),
  from: Type.String({ description: 'Name of the object it leads from' }),
  relation: Type.String({ description: 'What the one is to the other' }),
  to: Type.String({ description: 'Name of the object it leads to' }),
  fact: Type.String({ description: 'The same as a sentence' }),
  valid_at: nullable(instant('Time'), { description: 'From when on it holds, ISO 8601; null: always, or not known' }),
  invalid_at: nullable(instant('Time'), { description: 'From when on it no longer holds, ISO 8601; null: no end is known' }),
  created_at: recorded('When it was recorded, ISO 8601'),
  expired_at: nullable(recorded('Time'), { description: 'When its end was recorded, where that was later; else null' }),
  source: nullable(Type.String(), { description: 'Where it is known from; null where not told' })
})
export type Link = Static<typeof Link>

export const linkShown = (description: string) => Type.Object(Link.properties, { description })
export const objectShown = (description: string) => Type.Object(GraphObject.properties, { description })
export const count = (what: string) => Type.Integer({ minimum: 0, description: what })
export const total = (what: string) => Type.Object(Total.properties, { description: what })
export const dryRun = Type.Boolean({ description: 'true: this is what would be done; nothing was changed' })
