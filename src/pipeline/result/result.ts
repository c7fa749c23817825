import { Compile } from 'typebox/schema'
import { closedSchema, toJsonSchema } from '../../catalog/json-schema.ts'
import { outputOf } from '../../catalog/reserved-inputs.ts'
import type { Job } from '../../contract/job.ts'
import type { Operation } from '../../contract/operation.ts'
import type { Log } from '../../contract/runtime.ts'
import { mayHaveInvisible, presentWarnings, valueWithoutInvisible } from '../../lib/invisible.ts'
import type { Notes } from '../create-call.ts'
import type { GuardedStream } from '../stream/stream-guard.ts'
import { compact } from './compact.ts'
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
  /** The data as JSON, written only once. Absent for a job. */
  json?: string
  /** No text of the data has invisible characters: it was checked. */
  isClean?: boolean
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
  const json = part.json ?? JSON.stringify(part.data) ?? 'null'
  const isClean = !mayHaveInvisible(json)
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
    ...(isClean ? [] : presentWarnings(valueWithoutInvisible(part.data).found)),
    ...(operation.deprecated ? [deprecationWarning(operation.deprecated)] : [])
  ]
  if (warnings.length > 0) metadata['warnings'] = warnings
  const status = notes.status ?? operation.success[0]
  const { location, etag } = notes
  return {
    data: part.data,
    status,
    metadata,
    json,
    isClean,
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
