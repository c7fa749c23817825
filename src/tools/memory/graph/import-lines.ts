import { createHash } from 'node:crypto'
import { type Static, type TObject, Type } from 'typebox'
import { Check, Errors } from 'typebox/schema'
import { OperationError } from '../../../contract/errors.ts'
import { parseJson } from '../../../lib/json.ts'
import { MAX_LENGTH } from '../limits.ts'
import type { Instant } from '../store/database/tables.ts'
import { displayName } from '../store/fold.ts'
import { invalidValue } from './errors.ts'
import type { Attribute } from './objects/attributes.ts'
import { parseInstant } from './time.ts'
import { requireLength, requireNames, requireStorable } from './validate-text.ts'

const name = Type.String({ minLength: 1, maxLength: MAX_LENGTH.name })
const time = Type.Optional(Type.Union([Type.String({ format: 'date-time', maxLength: 40 }), Type.Null()]))
const closed = { additionalProperties: false }

/** A line for an object, in the format of an export. Most properties are optional. */
export const ObjectLine = Type.Object(
  {
    kind: Type.Literal('object'),
    name,
    type: Type.Optional(Type.Union([Type.String({ maxLength: MAX_LENGTH.type }), Type.Null()])),
    summary: Type.Optional(Type.String({ maxLength: MAX_LENGTH.summary })),
    attributes: Type.Optional(
      Type.Array(
        Type.Object(
          { name: Type.String({ minLength: 1, maxLength: MAX_LENGTH.type }), value: Type.String({ maxLength: MAX_LENGTH.summary }) },
          closed
        ),
        {
          maxItems: MAX_LENGTH.attributes
        }
      )
    ),
    aliases: Type.Optional(Type.Array(name, { maxItems: MAX_LENGTH.aliases })),
    created_at: time,
    updated_at: time
  },
  closed
)

/** A line for a link. */
export const LinkLine = Type.Object(
  {
    kind: Type.Literal('link'),
    from: name,
    relation: Type.String({ minLength: 1, maxLength: MAX_LENGTH.relation }),
    to: name,
    fact: Type.Optional(Type.Union([Type.String({ maxLength: MAX_LENGTH.fact }), Type.Null()])),
    valid_at: time,
    invalid_at: time,
    planned_at: time,
    created_at: time,
    expired_at: time,
    source: Type.Optional(Type.Union([Type.String({ maxLength: MAX_LENGTH.source }), Type.Null()]))
  },
  closed
)

/** Lines of `memory.jsonl`, the file of @modelcontextprotocol/server-memory. */
export const EntityLine = Type.Object(
  {
    type: Type.Literal('entity'),
    name,
    entityType: Type.String({ maxLength: MAX_LENGTH.type }),
    observations: Type.Array(Type.String({ minLength: 1, maxLength: MAX_LENGTH.fact }))
  },
  closed
)

export const RelationLine = Type.Object(
  { type: Type.Literal('relation'), from: name, to: name, relationType: Type.String({ minLength: 1, maxLength: MAX_LENGTH.relation }) },
  closed
)

export interface ObjectRead {
  line: number
  kind: 'object'
  name: string
  type: string | null
  summary: string
  attributes: Attribute[]
  aliases: string[]
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

/** Parses JSON Lines. An error includes its line number; `first` is the number of the first line. */
export function* parseLines(text: string, first: number, now: Instant): Generator<Line> {
  let line = first
  for (const json of text.split('\n')) {
    if (json.trim() !== '') yield* parseLine(json, line, now)
    line++
  }
}

function parseLine(json: string, line: number, now: Instant): Line[] {
  try {
    const value = parse(json)
    const { kind, type }: { kind?: unknown; type?: unknown } = Object(value)
    if (kind === 'object') return [parseObject(validate(ObjectLine, value), line, now)]
    if (kind === 'link') return [parseLink(validate(LinkLine, value), line, now)]
    if (kind === undefined && type === 'entity') return parseEntity(validate(EntityLine, value), line, now)
    if (kind === undefined && type === 'relation') return [parseRelation(validate(RelationLine, value), line, now)]
    throw invalidValue('', 'has no kind', '"kind": "object" or "link"')
  } catch (error) {
    throw withLineNumber(line, error)
  }
}

function withLineNumber(line: number, error: unknown): unknown {
  if (!(error instanceof OperationError)) return error
  const [{ path = '', message = '', expected } = {}] = error.details.issues ?? []
  return invalidValue('lines', `line ${line}${path === '' ? '' : `: ${path}`} ${message}`, expected)
}

function parseObject(given: Static<typeof ObjectLine>, line: number, now: Instant): Line {
  const { name, type = null, summary = '', attributes = [], aliases = [], ...times } = given
  for (const one of [name, ...aliases]) requireNames({ name: one })
  requireStorable({ type, summary, attributes })
  for (const one of [name, ...aliases]) requireLength({ name: one, type })
  const [created_at, updated_at] = [at('created_at', times.created_at), at('updated_at', times.updated_at)]
  if (isBefore(updated_at, created_at)) throw invalidValue('updated_at', 'is before created_at')
  requirePast({ created_at, updated_at }, now)
  return { line, kind: 'object', name, type, summary, attributes, aliases: aliases.map(displayName), created_at, updated_at }
}

function parseLink(
  { from, relation, to, fact = null, source = null, ...times }: Static<typeof LinkLine>,
  line: number,
  now: Instant
): Line {
  requireNames({ from, relation, to })
  requireStorable({ fact, source })
  requireLength({ from, relation, to })
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

/** Each observation becomes a link of the object to itself, so that it can be found, ended and deleted by itself. */
function parseEntity({ name, entityType, observations }: Static<typeof EntityLine>, line: number, now: Instant): Line[] {
  const facts = [...new Set(observations)].map(fact =>
    parseLink({ kind: 'link', from: name, relation: `observation ${digestOf(fact)}`, to: name, fact }, line, now)
  )
  return [parseObject({ kind: 'object', name, type: entityType }, line, now), ...facts]
}

/** Distinguishes the observations of one object, however often the file is imported. */
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

const parseRelation = ({ from, relationType, to }: Static<typeof RelationLine>, line: number, now: Instant): Line =>
  parseLink({ kind: 'link', from, relation: relationType, to }, line, now)

type LinkTimes = Pick<LinkRead, 'valid_at' | 'invalid_at' | 'planned_at' | 'created_at' | 'expired_at'>

/** Throws for times that no link can have. A link with a recorded end that still held could never be ended. */
function requireOrder({ valid_at, invalid_at, planned_at, created_at, expired_at }: LinkTimes): void {
  if (isBefore(invalid_at, valid_at)) throw invalidValue('', 'ends before it starts')
  if (isBefore(planned_at, valid_at)) throw invalidValue('planned_at', 'is before valid_at')
  if (planned_at !== null && expired_at === null) throw invalidValue('planned_at', 'requires expired_at')
  if (expired_at !== null && invalid_at === null) throw invalidValue('expired_at', 'requires invalid_at')
  if (expired_at !== null && created_at === null) throw invalidValue('expired_at', 'requires created_at')
  if (isBefore(expired_at, created_at)) throw invalidValue('expired_at', 'is before created_at')
}

const isBefore = (a: Instant | null, b: Instant | null): boolean => a !== null && b !== null && a < b

/** Maximum difference between the clocks of two hosts. */
const MAX_CLOCK_SKEW_MS = 300_000

function requirePast(times: Readonly<Record<string, Instant | null>>, now: Instant): void {
  for (const [path, time] of Object.entries(times))
    if (time !== null && time > now + MAX_CLOCK_SKEW_MS) throw invalidValue(path, 'is in the future', 'the time it was recorded')
}

const at = (path: string, text: string | null | undefined): Instant | null => (typeof text === 'string' ? parseInstant(path, text) : null)

function parse(json: string): unknown {
  try {
    return parseJson(json)
  } catch (error) {
    const [issue] = error instanceof OperationError ? (error.details.issues ?? []) : []
    throw invalidValue('', issue?.message ?? 'is not JSON', 'one JSON object per line')
  }
}

function validate<S extends TObject>(schema: S, value: unknown): Static<S> {
  if (Check(schema, value)) return value
  const [, [first] = []] = Errors(schema, value)
  throw invalidValue(first?.instancePath.slice(1) ?? '', first?.message ?? 'has the wrong format', 'a line in the format of memory_export')
}
