import { OperationError } from './errors.ts'
import type { Operation } from './operation.ts'

/** Of the time given, what a caller who takes partial answers may use for collecting; the rest is for answering. */
const COLLECTING_SHARE = 0.8

export interface Deadline {
  readonly signal: AbortSignal
  /** The work's answer, or TIMEOUT_ERROR, whichever comes first. */
  race: <T>(work: Promise<T>) => Promise<T>
  outOfTime: () => boolean
  stop: () => void
}

/** Ends a call at its limit and, for reads, when the caller goes away. A write that was begun runs to its limit. */
export function startDeadline(operation: Operation, writes: boolean, partial: boolean, caller: AbortSignal): Deadline {
  const controller = new AbortController()
  const softLimit = performance.now() + operation.timeout_ms * COLLECTING_SHARE
  let refuse: (error: OperationError) => void = () => undefined
  const end = (error: OperationError): void => {
    refuse(error)
    controller.abort(error)
  }
  const timer = setTimeout(() => end(late(operation, writes)), operation.timeout_ms)
  const leave = (): void => end(new OperationError('client_closed', 'The caller went away before the answer.', { source: 'gateway' }))
  if (!writes) caller.addEventListener('abort', leave, { once: true })
  return {
    signal: controller.signal,
    race: work =>
      new Promise((resolve, reject) => {
        refuse = reject
        if (!writes && caller.aborted) leave()
        work.then(resolve, reject)
      }),
    outOfTime: () => partial && performance.now() > softLimit,
    stop: () => {
      clearTimeout(timer)
      caller.removeEventListener('abort', leave)
    }
  }
}

function late(operation: Operation, writes: boolean): OperationError {
  const advice = operation.partial
    ? ['Narrow the selection, or send "on_timeout": "partial" for what is complete by then.']
    : ['Narrow the request.']
  return new OperationError('deadline_exceeded', `${operation.id} did not end within its ${operation.timeout_ms} ms.`, {
    source: 'gateway',
    outcome: writes ? 'unknown' : 'not_executed',
    limit_ms: operation.timeout_ms,
    suggestions: writes ? ['Read the thing before you write again: the write may have happened.'] : advice
  })
}
