import { OperationError } from './errors.ts'
import type { Operation } from './operation.ts'
import type { Presence } from './presence.ts'
import { streamForm } from './stream.ts'

/** Of the time given, what a caller who takes partial answers may use for collecting; the rest is for answering. */
const COLLECTING_SHARE = 0.8

export interface Deadline {
  readonly signal: AbortSignal
  /** The work's answer, or TIMEOUT_ERROR, whichever comes first. Work is not begun once the time is over. */
  race: <T>(work: () => Promise<T>) => Promise<T>
  /** From here on a write may have happened. */
  begin: () => void
  /** Begins the time given anew: it is that of a standstill then. */
  extend: () => void
  outOfTime: () => boolean
  /** Milliseconds until it ends. */
  timeLeft: () => number
  /** The work's answer, or undefined once a caller who takes partial answers should get what is complete. */
  whileCollecting: <T>(work: Promise<T>) => Promise<T | undefined>
  stop: () => void
}

/** Of the call that is to end. */
interface Ending {
  writes: boolean
  /** Its caller takes what is complete. */
  partial: boolean
  presence: Presence
  /** Most milliseconds that the caller waits; any where absent. */
  maxMs?: number | undefined
}

/** Ends a call at its limit, or at its caller's, and, for reads, when the caller goes away. A write that was begun runs to its limit. */
export function startDeadline(operation: Operation, { writes, partial, presence, maxMs = Infinity }: Ending): Deadline {
  const controller = new AbortController()
  const { signal } = controller
  const limit = Math.min(operation.timeout_ms, maxMs)
  const softLimit = performance.now() + limit * COLLECTING_SHARE
  const refusals = new Set<(error: OperationError) => void>()
  let until = performance.now() + limit
  let begun = false
  const end = (error: OperationError): void => {
    if (signal.aborted) return
    for (const refuse of refusals) refuse(error)
    controller.abort(error)
  }
  const timer = setTimeout(() => end(late(operation, limit, writes && begun)), limit)
  const leave = (): void => end(new OperationError('client_closed', 'The caller went away before the answer.', { source: 'gateway' }))
  const unlisten = writes ? undefined : presence.onGone(leave)
  return {
    signal,
    race: work =>
      new Promise((resolve, reject) => {
        if (!writes && presence.isGone()) leave()
        if (signal.aborted) return reject(signal.reason)
        refusals.add(reject)
        const over = (): boolean => refusals.delete(reject) // a stream has many races
        work().then(
          value => over() && resolve(value),
          error => over() && reject(error)
        )
      }),
    begin: () => {
      begun = true
    },
    extend: () => {
      timer.refresh()
      until = performance.now() + limit
    },
    outOfTime: () => partial && performance.now() > softLimit,
    timeLeft: () => Math.max(0, until - performance.now()),
    whileCollecting: async work =>
      partial ? await before(softLimit, work, () => controller.abort(late(operation, limit, writes))) : await work,
    stop: () => {
      clearTimeout(timer)
      unlisten?.()
    }
  }
}

/** Undefined, and the work given up, when the time comes first. */
function before<T>(time: number, work: Promise<T>, giveUp: () => void): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => {
        resolve(undefined)
        giveUp()
      },
      Math.max(0, time - performance.now())
    )
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function late(operation: Operation, limit_ms: number, begunWrite: boolean): OperationError {
  if (streamForm(operation.output)) return standstill(operation, limit_ms)
  const advice = operation.partial
    ? ['Narrow the selection, or send "on_timeout": "partial" for what is complete by then.']
    : ['Narrow the request.']
  const within = limit_ms < operation.timeout_ms ? `the ${limit_ms} ms that its caller can wait` : `its ${limit_ms} ms`
  return new OperationError('deadline_exceeded', `${operation.id} did not end within ${within}.`, {
    source: 'gateway',
    outcome: begunWrite ? 'unknown' : 'not_executed',
    limit_ms,
    suggestions: [
      ...(begunWrite ? ['Read the thing before you write again: the write may have happened.'] : advice),
      ...longer(operation, limit_ms)
    ]
  })
}

/** Where the operation may take longer than its caller waits. */
const longer = ({ timeout_ms, see_also }: Operation, limit_ms: number): string[] =>
  limit_ms < timeout_ms && see_also.length > 0 ? [`For what takes longer look at ${see_also.join(', ')}.`] : []

const standstill = ({ id }: Operation, limit_ms: number): OperationError =>
  new OperationError('deadline_exceeded', `${id} stood still for ${limit_ms} ms.`, {
    source: 'gateway',
    outcome: 'not_executed',
    limit_ms
  })
