import { OperationError } from '../../contract/errors.ts'
import type { Runtime } from '../../contract/runtime.ts'
import type { Token, TokenStore } from './tokens.ts'

const NAME = 'google-token'
const LOCK_MS = 15_000
const MAX_WAIT_MS = 30_000
const HOUR_MS = 3_600_000

/** A refresh token that replaced the configured one is stored for as long as Google accepts an unused one. */
const REFRESH_TOKEN_MS = 180 * 24 * HOUR_MS

/**
 * Shares the token with every process and system that uses the account. While Redis is unavailable, each process renews its own: Google accepts
 * several access tokens at once, so this costs a request and breaks nothing.
 */
export function createTokenStore({ lock, shared, log, instance }: Pick<Runtime, 'lock' | 'shared' | 'log' | 'instance'>): TokenStore {
  const orElse = async <T>(work: () => Promise<T>, instead: () => T | Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof OperationError) || error.reason !== 'redis_unavailable') throw error
      log.warn({ instance }, 'The Google token is not shared with other processes: Redis is unavailable')
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
      const ttl = token.refresh_token === undefined ? Math.max(1, token.expires_at - Date.now()) : REFRESH_TOKEN_MS
      return await orElse(
        () => shared.set(NAME, JSON.stringify(token), ttl, held?.token),
        () => false
      )
    },
    exclusively: async work => {
      const waiting = new AbortController()
      const timer = setTimeout(() => waiting.abort(lockTimeout()), MAX_WAIT_MS)
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

const lockTimeout = (): OperationError =>
  new OperationError(
    'connection_failed',
    `Another process is renewing the Google token and did not finish within ${MAX_WAIT_MS / 1000} seconds.`,
    {
      source: 'gateway',
      outcome: 'not_executed'
    }
  )
