import { OperationError } from '../../contract/errors.ts'
import type { Runtime } from '../../contract/tool.ts'
import type { Token, TokenStore } from './tokens.ts'

const NAME = 'google-token'
const LOCK_MS = 15_000
const LONGEST_WAIT_MS = 30_000
const HOUR_MS = 3_600_000

/** A refresh token that took the place of the configured one is worth keeping for as long as Google takes an unused one. */
const KEPT_MS = 180 * 24 * HOUR_MS

/**
 * Keeps the token for every process and system that uses the account. While Redis is away each process renews for itself: Google takes several access
 * tokens side by side, so that costs a request and breaks nothing.
 */
export function sharedStore({ lock, shared, log, instance }: Pick<Runtime, 'lock' | 'shared' | 'log' | 'instance'>): TokenStore {
  const orElse = async <T>(work: () => Promise<T>, instead: () => T | Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof OperationError) || error.reason !== 'redis_unavailable') throw error
      log.warn({ instance }, 'The Google token is not shared with other processes: Redis is away')
      return await instead()
    }
  }
  return {
    get: async () =>
      await orElse(
        async () => tokenIn(await shared.get(NAME)),
        () => undefined
      ),
    set: async (token, held) => {
      const ttl = token.refresh_token === undefined ? Math.max(1, token.expires_at - Date.now()) : KEPT_MS
      return await orElse(
        () => shared.set(NAME, JSON.stringify(token), ttl, held?.token),
        () => false
      )
    },
    exclusively: async work => {
      const waiting = new AbortController()
      const timer = setTimeout(() => waiting.abort(neverFree()), LONGEST_WAIT_MS)
      try {
        return await orElse(
          () => lock(NAME, LOCK_MS, waiting.signal, held => work(held)),
          () => work(undefined)
        )
      } finally {
        clearTimeout(timer)
      }
    }
  }
}

const tokenIn = (text: string | undefined): Token | undefined => (text === undefined ? undefined : JSON.parse(text))

const neverFree = (): OperationError =>
  new OperationError('connection_failed', 'Another process is renewing the Google token, and does not come to an end.', {
    source: 'gateway',
    outcome: 'not_executed'
  })
