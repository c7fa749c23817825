import { type Static, type TObject, Type } from 'typebox'
import { Check, Errors } from 'typebox/schema'
import { OperationError } from '../../../contract/errors.ts'
import { LONGEST } from '../limits.ts'
import type { Instant } from '../store/tables.ts'
import { wrong } from './failures.ts'
import { requireFitting } from './fitting.ts'
import { instantIn } from './moment.ts'
import type { Attribute } from './objects.ts'
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

export interface ObjectRead {
  line: number
  kind: 'object'
  name: string
  type: string | null
  summary: string
  attributes: Attribute[]
  created_at: Instant | null
  updated_at: Instant | null
}

export interface LinkRead {
  line: number
  kind: 'link'
  from: string
  relation: string
  to: string
  fact: string | null
  valid_at: Instant | null
  invalid_at: Instant | null
  planned_at: Instant | null
  created_at: Instant | null
  expired_at: Instant | null
  source: string | null
}

export type Line = ObjectRead | LinkRead

/** Reads JSON Lines, one after another; every mistake is told with the number of its line. `first` is that of the first. */
export function* linesIn(text: string, first: number, now: Instant): Generator<Line> {
  let line = first
  for (const json of text.split('\n')) {
    if (json.trim() !== '') yield lineIn(json, line, now)
    line++
  }
}

function lineIn(json: string, line: number, now: Instant): Line {
  try {
    const value = parsed(json)
    const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined
    if (kind === 'object') return objectIn(checked(ObjectLine, value), line, now)
    if (kind === 'link') return linkIn(checked(LinkLine, value), line, now)
    throw wrong('', 'has no kind', '"kind": "object" or "link"')
  } catch (error) {
    throw inLine(line, error)
  }
}

function inLine(line: number, error: unknown): unknown {
  if (!(error instanceof OperationError)) return error
  const [{ path = '', message = '', expected } = {}] = error.details.issues ?? []
  return wrong('lines', `line ${line}${path === '' ? '' : `: ${path}`} ${message}`, expected)
}

function objectIn(given: Static<typeof ObjectLine>, line: number, now: Instant): Line {
  const { name, type = null, summary = '', attributes = [], ...times } = given
  requireNames({ name })
  requireSound({ type, summary, attributes })
  requireFitting({ name, type })
  const [created_at, updated_at] = [at('created_at', times.created_at), at('updated_at', times.updated_at)]
  if (isBefore(updated_at, created_at)) throw wrong('updated_at', 'is before created_at')
  requirePast({ created_at, updated_at }, now)
  return { line, kind: 'object', name, type, summary, attributes, created_at, updated_at }
}

function linkIn({ from, relation, to, fact = null, source = null, ...times }: Static<typeof LinkLine>, line: number, now: Instant): Line {
  requireNames({ from, relation, to })
  requireSound({ fact, source })
  requireFitting({ from, relation, to })
  const { valid_at, invalid_at, planned_at, created_at, expired_at } = times
  const read = {
    valid_at: at('valid_at', valid_at),
    invalid_at: at('invalid_at', invalid_at),
    planned_at: at('planned_at', planned_at),
    created_at: at('created_at', created_at),
    expired_at: at('expired_at', expired_at)
  }
  requireOrder(read)
  requirePast({ created_at: read.created_at, expired_at: read.expired_at }, now)
  return { line, kind: 'link', from, relation, to, fact, source, ...read }
}

type LinkTimes = Pick<LinkRead, 'valid_at' | 'invalid_at' | 'planned_at' | 'created_at' | 'expired_at'>

/** Refuses times that no link comes to have: one that was said to be over, and holds on, nobody could end. */
function requireOrder({ valid_at, invalid_at, planned_at, created_at, expired_at }: LinkTimes): void {
  if (isBefore(invalid_at, valid_at)) throw wrong('', 'ends before it begins')
  if (isBefore(planned_at, valid_at)) throw wrong('planned_at', 'is before valid_at')
  if (planned_at !== null && expired_at === null) throw wrong('planned_at', 'means nothing without expired_at')
  if (expired_at !== null && invalid_at === null) throw wrong('expired_at', 'means nothing without invalid_at')
  if (expired_at !== null && created_at === null) throw wrong('expired_at', 'means nothing without created_at')
  if (isBefore(expired_at, created_at)) throw wrong('expired_at', 'is before created_at')
}

const isBefore = (a: Instant | null, b: Instant | null): boolean => a !== null && b !== null && a < b

/** Clocks of two machines differ by less. */
const CLOCKS_APART_MS = 300_000

function requirePast(times: Readonly<Record<string, Instant | null>>, now: Instant): void {
  for (const [path, time] of Object.entries(times))
    if (time !== null && time > now + CLOCKS_APART_MS) throw wrong(path, 'is yet to come', 'when it was recorded')
}

const at = (path: string, text: string | null | undefined): Instant | null => (typeof text === 'string' ? instantIn(path, text) : null)

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw wrong('', 'is not JSON', 'one JSON object a line')
  }
}

function checked<S extends TObject>(schema: S, value: unknown): Static<S> {
  if (Check(schema, value)) return value
  const [, [first] = []] = Errors(schema, value)
  throw wrong(first?.instancePath.slice(1) ?? '', first?.message ?? 'does not fit', 'a line as memory_export writes it')
}
