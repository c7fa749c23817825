import type { Call, Pagination, Truncation } from '../contract/call.ts'
import { type ErrorDetails, OperationError, type Reason } from '../contract/errors.ts'
import type { Operation } from '../contract/operation.ts'
import type { Calls } from '../contract/record.ts'
import type { RateLimitFacts } from '../contract/runtime.ts'
import type { InvokeContext } from './context.ts'
import type { Deadline } from './deadline.ts'
import { matchesEtag } from './etag.ts'
import { narrowClient } from './narrow-client.ts'
import type { Connection } from './ports.ts'

/** The additions of a handler to its result. */
export interface Notes {
  warnings: string[]
  truncated?: Truncation
  rateLimit?: RateLimitFacts
  status?: number
  location?: string
  etag?: string
  pagination?: Pagination
}

const PROGRESS_INTERVAL_MS = 1000

/** Creates the `call` that a handler gets. What the handler reports through it is collected in `notes`. */
export function createCall(
  operation: Operation,
  connection: Connection,
  context: InvokeContext,
  deadline: Deadline,
  notes: Notes,
  facts: Pick<Call<unknown>, 'requirePermission' | 'usedApproval' | 'file' | 'response_chars'>,
  dedupeKey?: string
  // biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
): Call<any, any> {
  const { onEvent } = context
  return {
    client: narrowClient(operation.tool, connection.client, context.caller),
    instance: connection.instance,
    caller: context.caller,
    jobs: context.jobs,
    calls: callsOf(context),
    keys: context.ports.keys(context),
    usage: context.ports.usage,
    approvals: context.ports.approvals.approvals,
    ...(dedupeKey !== undefined && { dedupeKey }),
    log: context.log,
    fail,
    progress: onEvent ? throttledProgress(onEvent) : ignore,
    emit: onEvent ?? ignore,
    outOfTime: deadline.outOfTime,
    timeLeft: deadline.timeLeft,
    truncate: ({ next, ...truncation }) => {
      notes.truncated = { ...truncation, ...(typeof next === 'string' && { next }) }
    },
    warn: message => {
      notes.warnings.push(message)
    },
    observe: limit => {
      notes.rateLimit = limit
    },
    respond: facts => {
      Object.assign(notes, facts)
    },
    ...(context.ifNoneMatch !== undefined && { isNotModified: (etag: string) => matchesEtag(context.ifNoneMatch, etag) }),
    ...(context.body && { body: context.body }),
    media_type: context.rawStream?.media_type,
    signal: deadline.signal,
    disconnected: context.clientConnection.signal,
    ...facts
  }
}

const callsOf = (context: InvokeContext): Calls => ({
  ...context.ports.record.calls,
  async replay(id, agreed) {
    const { data, status, metadata } = await context.ports.record.replay(id, agreed, context)
    return { operation: String(metadata['operation']), status, data }
  }
})

const fail = (reason: Reason, message: string, details?: ErrorDetails): OperationError =>
  new OperationError(reason, message, { source: 'gateway', outcome: 'not_executed', ...details })

const ignore = (): void => undefined

function throttledProgress(onEvent: (event: string, data: unknown) => void) {
  let next = 0
  return (done: number, total: number | null, message?: string): void => {
    const now = performance.now()
    if (now < next) return
    next = now + PROGRESS_INTERVAL_MS
    onEvent('progress', { done, total, ...(message !== undefined && { message }) })
  }
}
