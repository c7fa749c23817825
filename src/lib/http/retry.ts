import { setTimeout as sleep } from 'node:timers/promises'
import type { RequestError } from 'got'
import { textOf } from './body.ts'
import { type Classify, wasNotExecuted } from './failures.ts'
import { loadGot } from './got.ts'
import { retryAfterMs } from './rate-limit.ts'

const MIN_WAIT_MS = 1000
const MAX_WAIT_MS = 10_000

/** got's code for a response that ended before its Content-Length. */
const CUT_OFF = 'ERR_HTTP_CONTENT_LENGTH_MISMATCH'

/**
 * Returns the milliseconds to wait before the next attempt, or undefined if the error is final. A write is retried only if it provably was not
 * executed. `attempts`: how many have failed.
 */
export function retryDelayMs(error: unknown, attempts: number, reads: boolean, classify: Classify | undefined): number | undefined {
  if (!(error instanceof loadGot().RequestError)) return undefined
  const mayRepeat = reads || wasNotExecuted(error)
  return mayRepeat && isTransient(error) && !isDeclaredFinal(error, classify) ? delayFor(attempts, error) : undefined
}

/**
 * Waits before the next attempt. If the signal aborts first: throws `error`, the last failure, if the deadline was reached, else the reason
 * of the signal.
 */
export async function waitToRetry(ms: number, signal: AbortSignal, error: unknown): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {
    throw isTimeout(signal.reason) ? error : signal.reason
  })
}

/** The reason of AbortSignal.timeout. */
const isTimeout = (reason: unknown): boolean => reason instanceof DOMException && reason.name === 'TimeoutError'

/** The codes and statuses that got retries, and a response that was cut off. A 413 is final unless it has Retry-After. */
function isTransient({ code, response }: RequestError): boolean {
  const { errorCodes = [], statusCodes = [] } = loadGot().default.defaults.options.retry
  if (response?.statusCode === 413 && retryAfterMs(response.headers, Date.now()) === undefined) return false
  return code === CUT_OFF || errorCodes.includes(code) || statusCodes.includes(response?.statusCode ?? 0)
}

/** Whether the system's own classification states that a retry is pointless, such as for an exhausted monthly quota. */
const isDeclaredFinal = ({ response }: RequestError, classify: Classify | undefined): boolean =>
  response !== undefined &&
  classify?.({ status: response.statusCode, headers: response.headers, body: textOf(response.body, response.headers['content-type']) })
    ?.details?.retryable === false

/** Retry-After if it is short enough to wait for, else exponential with jitter. */
function delayFor(attempts: number, { response }: RequestError): number | undefined {
  const retryAfter = response && retryAfterMs(response.headers, Date.now())
  if (retryAfter !== undefined) return retryAfter > MAX_WAIT_MS ? undefined : Math.max(retryAfter, MIN_WAIT_MS)
  return MIN_WAIT_MS * 2 ** (attempts - 1) * (1 + Math.random() / 2)
}
