import { setTimeout as sleep } from 'node:timers/promises'
import type { RequestError } from 'got'
import { textOf } from './body.ts'
import { type Classify, wasNotDone } from './failures.ts'
import { loadGot } from './got.ts'
import { retryAfterMs } from './rate-limit.ts'

/** When what failed is tried again. */
export interface Retrying {
  /** Further attempts. */
  limit: number
  /** Whether it changes nothing: else it is repeated only where it provably did not happen. */
  reads: boolean
  classify: Classify | undefined
  /** Ends the wait. */
  signal: AbortSignal
}

const SHORTEST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 10_000

/** As got calls an answer that ended before the length that it told. */
const CUT_OFF = 'ERR_HTTP_CONTENT_LENGTH_MISMATCH'

/**
 * What `attempt` resolves with, tried again where that may be and may help. Rejects as the last attempt did, also where there is no more time to wait;
 * with the reason of the signal where the wait was ended otherwise.
 */
export async function withRetries<Result>(attempt: () => Promise<Result>, retrying: Retrying): Promise<Result> {
  const { signal } = retrying
  for (let failed = 1; ; failed++) {
    try {
      return await attempt()
    } catch (thrown) {
      const wait = waitAfter(thrown, failed, retrying)
      if (wait === undefined) throw thrown
      await sleep(wait, undefined, { signal }).catch(() => {
        throw isTimeout(signal.reason) ? thrown : signal.reason
      })
    }
  }
}

/** As that of AbortSignal.timeout. */
const isTimeout = (reason: unknown): boolean => reason instanceof DOMException && reason.name === 'TimeoutError'

/** Milliseconds; undefined where it ends here. */
function waitAfter(thrown: unknown, failed: number, { limit, reads, classify }: Retrying): number | undefined {
  if (failed > limit || !(thrown instanceof loadGot().RequestError)) return undefined
  const mayRepeat = reads || wasNotDone(thrown)
  return mayRepeat && mayPass(thrown) && !isVain(thrown, classify) ? delayFor(failed, thrown) : undefined
}

/** The codes and statuses of got's own list, and an answer that broke off. What was too large is so again, unless the system says when it is not. */
function mayPass({ code, response }: RequestError): boolean {
  const { errorCodes = [], statusCodes = [] } = loadGot().default.defaults.options.retry
  if (response?.statusCode === 413 && retryAfterMs(response.headers, Date.now()) === undefined) return false
  return code === CUT_OFF || errorCodes.includes(code) || statusCodes.includes(response?.statusCode ?? 0)
}

/** What would be refused again, such as a quota that is used up for the month. */
const isVain = ({ response }: RequestError, classify: Classify | undefined): boolean =>
  response !== undefined &&
  classify?.({ status: response.statusCode, headers: response.headers, body: textOf(response.body, response.headers['content-type']) })
    ?.details?.retryable === false

/** What the system asks for, where that is short enough to wait here; else exponential, with jitter. */
function delayFor(failed: number, { response }: RequestError): number | undefined {
  const asked = response && retryAfterMs(response.headers, Date.now())
  if (asked !== undefined) return asked > LONGEST_WAIT_MS ? undefined : Math.max(asked, SHORTEST_WAIT_MS)
  return SHORTEST_WAIT_MS * 2 ** (failed - 1) * (1 + Math.random() / 2)
}
