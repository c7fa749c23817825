import { Compile } from 'typebox/schema'
import type { Notes } from './call.ts'
import type { Job } from './jobs.ts'
import { type Origin, selectFields, withinSize } from './list.ts'
import type { Operation } from './operation.ts'
import type { Passing } from './passing.ts'
import { closed, plain } from './schema.ts'
import type { Log } from './tool.ts'

export interface Result {
  data: unknown
  status: number
  location?: string
  /** Version of the answer, where it has one. */
  etag?: string
  /** In place of data, where the surface sends the bytes itself. */
  stream?: Passing
  metadata: Record<string, unknown>
  /** The call is being made as this job, which is its data. */
  job?: Job
}

/** Facts of the call that its answer carries as metadata. */
export interface CallFacts {
  instance: string | null
  sandbox: boolean
  request_id: string
  execution_time_ms: number
  replayed: boolean
}

/** What of the answer its caller wants. */
export interface Shaping {
  /** Names of item properties; all where absent. */
  fields?: unknown
  /** Most characters of the data as JSON; no limit where absent. */
  most?: number | undefined
  /** Where the items of a list come from. */
  origins?: readonly Origin[]
}

/** What the handler answered and said beside it. */
export function answer(
  operation: Operation,
  { fields, most, origins = [] }: Shaping,
  data: unknown,
  notes: Notes,
  facts: CallFacts
): Result {
  const fitted = withinSize(operation, selectFields(data, fields), most, origins)
  const { instance, sandbox, request_id, execution_time_ms, replayed } = facts
  const metadata: Record<string, unknown> = { operation: operation.id, instance, request_id, execution_time_ms }
  if (sandbox) metadata['sandbox'] = true
  if (replayed) metadata['replayed'] = true
  const { rateLimit } = notes
  if (rateLimit)
    Object.assign(metadata, { rate_limit_remaining: rateLimit.remaining, rate_limit_reset: rateLimit.reset, rate_limit: rateLimit })
  const truncated = fitted.truncated ?? notes.truncated
  if (truncated) metadata['truncated'] = truncated
  if (notes.pagination) metadata['pagination'] = notes.pagination
  const warnings = operation.deprecated ? [...notes.warnings, parting(operation.deprecated)] : notes.warnings
  if (warnings.length > 0) metadata['warnings'] = warnings
  const status = notes.status ?? operation.success[0]
  const { location, etag } = notes
  return {
    data: fitted.data,
    status,
    metadata,
    ...(location !== undefined && { location }),
    ...(etag !== undefined && { etag })
  }
}

const parting = ({ successor, sunset }: { successor: string; sunset: string }): string =>
  `This operation is deprecated: use ${successor}. It goes after ${sunset}.`

const outputs = new WeakMap<Operation, (value: unknown) => boolean>()

/** An answer that does not fit is a matter for the log: it is never held back for a missing or a new field. */
export function inspect(operation: Operation, data: unknown, log: Log): void {
  let fits = outputs.get(operation)
  if (!fits) {
    const compiled = Compile(closed(plain(operation.output)))
    fits = value => compiled.Check(value)
    outputs.set(operation, fits)
  }
  if (!fits(data)) log.warn({ tool: operation.id }, 'The answer does not fit the output schema')
}
