import { OperationError } from '../contract/errors.ts'
import type { Operation } from '../contract/operation.ts'
import { streamSpec } from '../contract/stream.ts'
import { withTimeout } from '../lib/timeout.ts'
import type { ClientConnection } from './context.ts'

/** Share of the time limit that a call with `on_timeout: "partial"` may use to collect. The rest is for the response. */
const COLLECTING_SHARE = 0.8

const GATEWAY = { source: 'gateway', outcome: 'not_executed' } as const

/** The time limit of one call. */
export interface Deadline {
  readonly signal: AbortSignal
  /** For a write: aborts when the key of the caller is revoked, before any wait for a further request. What was sent may finish. */
  stopSignal: () => AbortSignal
  /** Settles like the work, or rejects with TIMEOUT_ERROR, whichever is first. Does not start the work after the deadline. */
  race: <T>(work: () => Promise<T>) => Promise<T>
  /** Marks that a write may have happened from now on. */
  begin: () => void
  /** The call turned out to write: it no longer ends when the client disconnects. */
  write: () => void
  /** Restarts the time limit, which then limits a stall. */
  extend: () => void
  /** Whether a call with `on_timeout: "partial"` should return what is complete. */
  outOfTime: () => boolean
  /** Milliseconds that are left. */
  timeLeft: () => number
  /** Settles like the work; resolves to undefined once a call with `on_timeout: "partial"` should return what is complete. */
  whileCollecting: <T>(work: Promise<T>) => Promise<T | undefined>
  stop: () => void
}

interface DeadlineOptions {
  writes: boolean
  /** The call has `on_timeout: "partial"`. */
  partial: boolean
  clientConnection: ClientConnection
  /** Calls the listener when the key of the caller is revoked. Returns how to stop that. Default: never. */
  whenRevoked?: ((listener: () => void) => () => void) | undefined
  /** Aborts when the job of the call is stopped, before it ends what was sent. */
  jobStopping?: AbortSignal | undefined
  /** Maximum milliseconds that the client waits. Default: unlimited. */
  maxWaitMs?: number | undefined
  /** The tool list of the caller may be lean. */
  lean?: boolean | undefined
}

/**
 * Starts the time limit of a call: that of its operation, or of its client if that is shorter. A read also ends when the client disconnects, and a call
 * that was not begun, when the key of its caller is revoked. A write that was begun runs to its limit.
 */
export function startDeadline(
  operation: Operation,
  { writes: showsWrite, partial, clientConnection, whenRevoked, jobStopping, maxWaitMs = Infinity, lean = false }: DeadlineOptions
): Deadline {
  let writes = showsWrite
  const controller = new AbortController()
  const { signal } = controller
  const limit = Math.min(operation.timeout_ms, maxWaitMs)
  const collectUntil = performance.now() + limit * COLLECTING_SHARE
  const rejections = new Set<(error: OperationError) => void>()
  let until = performance.now() + limit
  let begun = false
  const end = (error: OperationError): void => {
    if (signal.aborted) return
    for (const reject of rejections) reject(error)
    controller.abort(error)
  }
  const timer = setTimeout(() => end(timeoutError(operation, { limit_ms: limit, begunWrite: writes && begun, lean })), limit)
  const disconnect = (): void =>
    end(new OperationError('client_closed', 'The client closed the connection before the response was sent.', { source: 'gateway' }))
  let stopping = writes ? new AbortController() : undefined
  /** Ends what was not sent, or waits to be sent again. */
  const stopUnsent = (error: OperationError): void => {
    if (begun) stopping?.abort(error)
    if (!begun || !writes) end(error)
  }
  const revoke = (): void => {
    stopUnsent(new OperationError('key_revoked', `The key was revoked or changed before ${operation.id} was sent.`, GATEWAY))
  }
  const stopJob = (): void =>
    stopUnsent(new OperationError('client_closed', `The job was stopped before ${operation.id} was sent.`, GATEWAY))
  const unlistenRevoked = whenRevoked?.(revoke)
  if (jobStopping?.aborted) stopJob()
  else jobStopping?.addEventListener('abort', stopJob)
  const unlisten = writes ? undefined : clientConnection.onClose(disconnect)
  return {
    signal,
    stopSignal: () => stopping?.signal ?? signal,
    race: work =>
      new Promise((resolve, reject) => {
        if (!writes && clientConnection.isClosed()) disconnect()
        if (signal.aborted) return reject(signal.reason)
        rejections.add(reject)
        const settle = (): boolean => rejections.delete(reject) // a stream has many races
        work().then(
          value => settle() && resolve(value),
          error => settle() && reject(error)
        )
      }),
    begin: () => {
      begun = true
    },
    write: () => {
      writes = true
      stopping ??= new AbortController()
      unlisten?.()
    },
    extend: () => {
      timer.refresh()
      until = performance.now() + limit
    },
    outOfTime: () => partial && performance.now() > collectUntil,
    timeLeft: () => Math.max(0, until - performance.now()),
    async whileCollecting(work) {
      if (!partial) return await work
      const expired = new Error('The time limit for collecting items was reached')
      return await withTimeout(work, Math.max(0, collectUntil - performance.now()), () => expired).catch((error: unknown) => {
        if (error !== expired) throw error
        controller.abort(timeoutError(operation, { limit_ms: limit, begunWrite: writes, lean }))
        return undefined
      })
    },
    stop: () => {
      clearTimeout(timer)
      unlisten?.()
      unlistenRevoked?.()
      jobStopping?.removeEventListener('abort', stopJob)
    }
  }
}

interface Expired {
  limit_ms: number
  begunWrite: boolean
  lean: boolean
}

/** The error of an expired time limit. Suggests only inputs that the tool list of the caller has. */
export function timeoutError(operation: Operation, { limit_ms, begunWrite, lean }: Expired): OperationError {
  if (streamSpec(operation.output)) return stallError(operation, limit_ms)
  const advice =
    operation.partial && !lean
      ? ['Narrow the selection, or send "on_timeout": "partial" to get what is complete by then.']
      : ['Narrow the request.']
  const limit = limit_ms < operation.timeout_ms ? `the ${limit_ms} ms that the client can wait` : `its time limit of ${limit_ms} ms`
  return new OperationError('deadline_exceeded', `${operation.id} did not finish within ${limit}.`, {
    source: 'gateway',
    outcome: begunWrite ? 'unknown' : 'not_executed',
    limit_ms,
    suggestions: [...(begunWrite ? [] : advice), ...alternatives(operation, limit_ms)]
  })
}

/** Suggests other operations if this one may take longer than its client waits. */
const alternatives = ({ timeout_ms, see_also }: Operation, limit_ms: number): string[] =>
  limit_ms < timeout_ms && see_also.length > 0 ? [`For requests that take longer, see ${see_also.join(', ')}.`] : []

const stallError = ({ id }: Operation, limit_ms: number): OperationError =>
  new OperationError('deadline_exceeded', `The stream of ${id} stalled for ${limit_ms} ms.`, {
    source: 'gateway',
    outcome: 'not_executed',
    limit_ms
  })
