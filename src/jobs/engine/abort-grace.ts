import { OperationError } from '../../contract/errors.ts'
import type { Turn } from './turn-context.ts'

/** A signal that aborts with another signal, or when its time is up. */
export interface TimeLimit {
  signal: AbortSignal
  /** From now on the signal no longer aborts. */
  stop: () => void
}

/** Does what AbortSignal.any and AbortSignal.timeout do, several times as fast: a call may be for one item, and there may be a million items. */
export function startTimeLimit(parent: AbortSignal, milliseconds: number): TimeLimit {
  const controller = new AbortController()
  const timer = setTimeout(() => end(new DOMException('The time is over', 'TimeoutError')), milliseconds).unref()
  const abort = (): void => end(parent.reason)
  const stop = (): void => {
    clearTimeout(timer)
    parent.removeEventListener('abort', abort)
  }
  const end = (reason: unknown): void => {
    stop()
    controller.abort(reason)
  }
  if (parent.aborted) abort()
  else parent.addEventListener('abort', abort)
  return { signal: controller.signal, stop }
}

/** Rejects once an adapter has ignored its abort signal for longer than the grace. */
export interface AbortGrace {
  ignored: Promise<never>
  stop: () => void
}

/** `what`: what the adapter does, for the error message. */
export function startAbortGrace(signal: AbortSignal, graceMs: number, what: string): AbortGrace {
  const { promise: ignored, reject } = Promise.withResolvers<never>()
  ignored.catch(() => undefined)
  let timer: NodeJS.Timeout | undefined
  const start = (): void => {
    timer = setTimeout(() => reject(tookTooLong(what)), graceMs)
  }
  if (signal.aborted) start()
  else signal.addEventListener('abort', start)
  return {
    ignored,
    stop() {
      signal.removeEventListener('abort', start)
      clearTimeout(timer)
    }
  }
}

/** Runs one call of an adapter. A call that hangs after its abort signal does not block the job. */
export async function withAbortGrace<T>(
  signal: AbortSignal,
  graceMs: number,
  what: string,
  work: (signal: AbortSignal) => Promise<T>
): Promise<T> {
  const grace = startAbortGrace(signal, graceMs, what)
  try {
    return await Promise.race([work(signal), grace.ignored])
  } finally {
    grace.stop()
  }
}

export const tookTooLong = (what: string): OperationError =>
  new OperationError('deadline_exceeded', `The system took too long: ${what} was stopped`, { outcome: 'unknown' })

/** Runs a call of the listing, with the timeout of a listing call. */
export type ListingCall = <T>(work: (call: ReturnType<Turn['call']>) => Promise<T>) => Promise<T>

export function listingCall({ call, signal, settings }: Turn): ListingCall {
  const { list_timeout_ms, abort_grace_ms } = settings
  return async work => {
    const limit = startTimeLimit(signal, list_timeout_ms)
    try {
      return await withAbortGrace(limit.signal, abort_grace_ms, 'the listing', () => work(call(limit.signal)))
    } finally {
      limit.stop()
    }
  }
}
