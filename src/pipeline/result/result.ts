import { Compile } from 'typebox/schema'
import { closedSchema, type JsonSchema, toJsonSchema } from '../../catalog/json-schema.ts'
import { outputOf } from '../../catalog/reserved-inputs.ts'
import type { Job } from '../../contract/job.ts'
import type { Operation } from '../../contract/operation.ts'
import type { Log } from '../../contract/runtime.ts'
import { presentWarnings, valueWithoutInvisible } from '../../lib/invisible.ts'
import type { Notes } from '../create-call.ts'
import type { GuardedStream } from '../stream/stream-guard.ts'
import { isPage } from './paginate.ts'
import { type RequestedPart, truncate } from './truncate.ts'

/** The result of a call, which every surface writes in its protocol. */
export interface Result {
  data: unknown
  status: number
  location?: string
  etag?: string
  /** Replaces data if the surface sends the bytes itself. */
  stream?: GuardedStream
  metadata: Record<string, unknown>
  /** Bytes of the data as JSON, if they were measured. */
  bytes?: number
  /** The job that runs the call. It is also the data. */
  job?: Job
}

/** Facts of the call for the metadata. */
export interface CallFacts {
  instance: string | null
  sandbox: boolean
  request_id: string
  execution_time_ms: number
  replayed: boolean
}

/** The part of the data to return, and its form. */
export interface ResponseShape extends RequestedPart {
  /** Names of item properties. Default: all. */
  fields?: unknown
  /** Omits properties that are null. */
  compact?: boolean | undefined
}

/** Builds the result from what the handler returned and reported. */
export function buildResult(
  operation: Operation,
  { fields, compact: isCompact = false, ...requested }: ResponseShape,
  data: unknown,
  notes: Notes,
  facts: CallFacts
): Result {
  const selected = selectFields(data, fields)
  const part = truncate(operation, isCompact ? compact(operation, selected) : selected, requested)
  const { instance, sandbox, request_id, execution_time_ms, replayed } = facts
  const metadata: Record<string, unknown> = { operation: operation.id, instance, request_id, execution_time_ms }
  if (sandbox) metadata['sandbox'] = true
  if (replayed) metadata['replayed'] = true
  const { rateLimit } = notes
  if (rateLimit)
    Object.assign(metadata, { rate_limit_remaining: rateLimit.remaining, rate_limit_reset: rateLimit.reset, rate_limit: rateLimit })
  const truncated = part.truncated ?? notes.truncated
  if (truncated) metadata['truncated'] = truncated
  if (notes.pagination) metadata['pagination'] = notes.pagination
  const warnings = [
    ...notes.warnings,
    ...presentWarnings(valueWithoutInvisible(part.data).found),
    ...(operation.deprecated ? [deprecationWarning(operation.deprecated)] : [])
  ]
  if (warnings.length > 0) metadata['warnings'] = warnings
  const status = notes.status ?? operation.success[0]
  const { location, etag } = notes
  return {
    data: part.data,
    status,
    metadata,
    ...(part.bytes !== undefined && { bytes: part.bytes }),
    ...(location !== undefined && { location }),
    ...(etag !== undefined && { etag })
  }
}

const deprecationWarning = ({ successor, sunset }: { successor: string; sunset: string }): string =>
  `This operation is deprecated: use ${successor}. It will be removed after ${sunset}.`

/** Returns the page with only the named properties of each item. */
function selectFields(data: unknown, fields: unknown): unknown {
  if (!Array.isArray(fields) || !isPage(data)) return data
  const pick = (item: unknown): unknown =>
    typeof item === 'object' && item !== null ? Object.fromEntries(Object.entries(item).filter(([name]) => fields.includes(name))) : item
  return { ...data, items: data.items.map(pick) }
}

const outputSchemas = new WeakMap<Operation, JsonSchema>()

/**
 * Returns the data without properties that are null. Keeps null where the output schema does not allow it, and where it has a meaning: in cursors
 * (`next_…`), where it marks the last page, and in jobs, where it is a state.
 */
export function compact(operation: Operation, data: unknown): unknown {
  if (operation.tool.access === 'own') return data
  const schema = outputSchemas.get(operation) ?? toJsonSchema(operation.output)
  outputSchemas.set(operation, schema)
  return withoutNulls(data, schema)
}

function withoutNulls(value: unknown, schema: JsonSchema): unknown {
  if (Array.isArray(value)) {
    const { items } = variantOf(schema, ({ items }) => items !== undefined)
    return items ? value.map(item => withoutNulls(item, items)) : value
  }
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(value)
  const { properties } = variantOf(
    schema,
    ({ properties }) => properties !== undefined && names.every(name => Object.hasOwn(properties, name))
  )
  if (!properties) return value
  const kept = Object.entries(value).flatMap(([name, one]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!property) return [[name, one]]
    return one === null && isNullable(property) && !name.startsWith('next_') ? [] : [[name, withoutNulls(one, property)]]
  })
  return Object.fromEntries(kept)
}

/** Returns the variant of a union that fits; otherwise its first one that is not null. */
const variantOf = (schema: JsonSchema, fits: (variant: JsonSchema) => boolean): JsonSchema =>
  schema.anyOf ? (schema.anyOf.find(fits) ?? schema.anyOf.find(({ type }) => type !== 'null') ?? schema) : schema

const isNullable = ({ type, anyOf = [] }: JsonSchema): boolean => type === 'null' || anyOf.some(isNullable)

const outputChecks = new WeakMap<Operation, (value: unknown) => boolean>()

/** Logs a warning if the data does not match the output schema. It is still returned. */
export function checkOutput(operation: Operation, data: unknown, log: Log): void {
  let matches = outputChecks.get(operation)
  if (!matches) {
    const compiled = Compile(closedSchema(toJsonSchema(outputOf(operation))))
    matches = value => compiled.Check(value)
    outputChecks.set(operation, matches)
  }
  if (!matches(data)) log.warn({ tool: operation.id }, 'The response does not match the output schema')
}
