import { type Static, type TObject, Type } from 'typebox'
import { Check, Errors } from 'typebox/schema'
import { wrong } from '../graph/failures.ts'
import type { Line } from '../graph/portable.ts'
import { LONGEST } from '../limits.ts'
import { instantIn } from './moment.ts'
import { requireNames, requireSound } from './sound.ts'

const name = Type.String({ minLength: 1, maxLength: LONGEST.name })
const time = Type.Optional(Type.Union([Type.String({ format: 'date-time', maxLength: 40 }), Type.Null()]))
const closed = { additionalProperties: false }

/** A line about an object, as export writes it; whatever may be left out. */
export const ObjectLine = Type.Object(
  {
    kind: Type.Literal('object'),
    name,
    type: Type.Optional(Type.Union([Type.String({ maxLength: LONGEST.type }), Type.Null()])),
    summary: Type.Optional(Type.String({ maxLength: LONGEST.summary })),
    attributes: Type.Optional(
      Type.Array(
        Type.Object(
          { name: Type.String({ minLength: 1, maxLength: LONGEST.type }), value: Type.String({ maxLength: LONGEST.summary }) },
          closed
        ),
        {
          maxItems: LONGEST.attributes
        }
      )
    ),
    created_at: time,
    updated_at: time
  },
  closed
)

/** A line about a link. */
export const LinkLine = Type.Object(
  {
    kind: Type.Literal('link'),
    from: name,
    relation: Type.String({ minLength: 1, maxLength: LONGEST.relation }),
    to: name,
    fact: Type.Optional(Type.Union([Type.String({ maxLength: LONGEST.fact }), Type.Null()])),
    valid_at: time,
    invalid_at: time,
    planned_at: time,
    created_at: time,
    expired_at: time,
    source: Type.Optional(Type.Union([Type.String({ maxLength: LONGEST.source }), Type.Null()]))
  },
  closed
)

/** Reads JSON Lines; every mistake is told with the number of its line. */
export function linesIn(text: string): Line[] {
  return text.split('\n').flatMap((json, place) => (json.trim() === '' ? [] : [lineIn(json, place + 1)]))
}

function lineIn(json: string, line: number): Line {
  const value = parsed(json, line)
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined
  if (kind === 'object') return objectIn(checked(ObjectLine, value, line), line)
  if (kind === 'link') return linkIn(checked(LinkLine, value, line), line)
  throw wrong('lines', `line ${line} has no kind`, '"kind": "object" or "link"')
}

function objectIn({ name, type = null, summary = '', attributes = [], ...times }: Static<typeof ObjectLine>, line: number): Line {
  requireNames({ name })
  requireSound({ type, summary, attributes })
  return { line, kind: 'object', name, type, summary, attributes, created_at: at(times.created_at), updated_at: at(times.updated_at) }
}

function linkIn({ from, relation, to, fact = null, source = null, ...times }: Static<typeof LinkLine>, line: number): Line {
  requireNames({ from, relation, to })
  requireSound({ fact, source })
  const [valid_at, invalid_at] = [at(times.valid_at), at(times.invalid_at)]
  if (valid_at !== null && invalid_at !== null && invalid_at < valid_at) throw wrong('lines', `line ${line} ends before it begins`)
  const rest = { planned_at: at(times.planned_at), created_at: at(times.created_at), expired_at: at(times.expired_at) }
  return { line, kind: 'link', from, relation, to, fact, source, valid_at, invalid_at, ...rest }
}

const at = (text: string | null | undefined): number | null => (typeof text === 'string' ? instantIn('lines', text) : null)

function parsed(json: string, line: number): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw wrong('lines', `line ${line} is not JSON`, 'one JSON object a line')
  }
}

function checked<S extends TObject>(schema: S, value: unknown, line: number): Static<S> {
  if (Check(schema, value)) return value
  const [, [first] = []] = Errors(schema, value)
  throw wrong(
    'lines',
    `line ${line}: ${first?.instancePath ?? ''} ${first?.message ?? 'does not fit'}`,
    'a line as memory_export writes it'
  )
}
