import type { InvokeContext } from './context.ts'
import type { Deadline } from './deadline.ts'
import { type ErrorDetails, OperationError, type Reason } from './errors.ts'
import { namesVersion } from './etag.ts'
import type { Call, Pagination, RateLimitFacts, Truncation } from './handed.ts'
import type { Connection } from './ports.ts'

/** What a handler says beside its answer. */
export interface Notes {
  warnings: string[]
  truncated?: Truncation
  rateLimit?: RateLimitFacts
  status?: number
  location?: string
  etag?: string
  pagination?: Pagination
}

const PROGRESS_EVERY_MS = 1000

/** What a handler is handed: the client of the instance, and its ways to speak with the caller. */
export function callFor(
  connection: Connection,
  context: InvokeContext,
  deadline: Deadline,
  notes: Notes,
  { demand, file }: Pick<Call<unknown>, 'demand' | 'file'>,
  once?: string
  // biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
): Call<any, any> {
  const { listener } = context
  return {
    client: connection.client,
    instance: connection.instance,
    caller: context.caller,
    jobs: context.jobs,
    ...(once !== undefined && { once }),
    log: context.log,
    fail,
    progress: listener ? throttledProgress(listener) : ignore,
    emit: listener ?? ignore,
    outOfTime: deadline.outOfTime,
    timeLeft: deadline.timeLeft,
    truncate: truncation => {
      notes.truncated = truncation
    },
    warn: message => {
      notes.warnings.push(message)
    },
    observe: limit => {
      notes.rateLimit = limit
    },
    respond: answer => {
      Object.assign(notes, answer)
    },
    ...(context.known !== undefined && { knows: (etag: string) => namesVersion(context.known, etag) }),
    ...(context.body && { body: context.body }),
    media_type: context.bytes?.media_type,
    signal: deadline.signal,
    gone: context.presence.signal,
    demand,
    file
  }
}

const fail = (reason: Reason, message: string, details?: ErrorDetails): OperationError =>
  new OperationError(reason, message, { source: 'gateway', outcome: 'not_executed', ...details })

const ignore = (): void => undefined

function throttledProgress(listener: (event: string, data: unknown) => void) {
  let next = 0
  return (done: number, total: number | null, message?: string): void => {
    const now = performance.now()
    if (now < next) return
    next = now + PROGRESS_EVERY_MS
    listener('progress', { done, total, ...(message !== undefined && { message }) })
  }
}
