import { OperationError } from '../../contract/errors.ts'
import type { LockHandle } from '../../contract/runtime.ts'
import { withSentWrites } from '../http/sent-writes.ts'

/** An access token, and the refresh token if Google replaced it. Both are secrets: they are never logged or returned. */
export interface Token {
  access_token: string
  /** Milliseconds since 1970. */
  expires_at: number
  refresh_token?: string
}

/** Storage of an account's token, shared by every process that uses the account. */
export interface TokenStore {
  get: () => Promise<Token | undefined>
  /** Returns whether the token was stored. */
  set: (token: Token, held?: LockHandle) => Promise<boolean>
  /** Runs the work while no other process that shares the store runs its own. `held` is undefined if the store could not take the lock. */
  exclusively: <T>(work: (held?: LockHandle) => Promise<T>) => Promise<T>
}

export interface Tokens {
  /** Returns a token that is valid for at least another minute. */
  get: () => Promise<string>
  /** Returns a token other than this one, which Google rejected. */
  replace: (refused: string) => Promise<string>
}

export interface TokenOptions {
  /** GOOGLE_ACCESS_TOKEN: used first, until Google rejects it. */
  configured?: string
  /** Requests a new token; undefined without credentials for that. */
  refresh?: (refreshToken?: string) => Promise<Token>
  store: TokenStore
}

/** A token is renewed this long before it expires, so that it does not expire while a request is on its way. */
const RENEW_EARLY_MS = 60_000

const isValid = ({ expires_at }: Token): boolean => expires_at - RENEW_EARLY_MS > Date.now()

/** Returns the newest token that holds a refresh token. Google may reject the ones that it replaced. */
const latest = (...tokens: (Token | undefined)[]): Token | undefined =>
  tokens
    .filter(token => token?.refresh_token !== undefined)
    .toSorted((a, b) => (a?.expires_at ?? 0) - (b?.expires_at ?? 0))
    .at(-1)

/** Manages the access token of one account. If several calls need a new token at once, one request is sent for all of them. */
export function createTokens({ configured, refresh, store }: TokenOptions): Tokens {
  let current: Token | undefined = configured === undefined ? undefined : { access_token: configured, expires_at: Number.POSITIVE_INFINITY }
  let renewing: Promise<Token> | undefined
  /** A token with a replaced refresh token that could not be stored yet. */
  let unstored: Token | undefined
  let storing: Promise<void> | undefined

  async function renew(refused: string | undefined): Promise<Token> {
    if (!refresh) throw notRenewable()
    return await store.exclusively(async held => {
      const shared = await store.get()
      if (shared && shared.access_token !== refused && isValid(shared)) return shared
      const before = latest(shared, current, unstored)?.refresh_token
      const token = await refresh(before)
      const refresh_token = token.refresh_token ?? before
      const complete = { ...token, ...(refresh_token !== undefined && { refresh_token }) }
      unstored = (await store.set(complete, held)) || refresh_token === undefined ? undefined : complete
      return complete
    })
  }

  /** Stores the token, unless another process has renewed it since. */
  const storeAgain = (token: Token): Promise<void> =>
    store.exclusively(async held => {
      const isLatest = latest(await store.get(), token) === token
      if ((!isLatest || (await store.set(token, held))) && unstored === token) unstored = undefined
    })

  async function renewed(refused: string | undefined): Promise<string> {
    // One renewal serves several calls, so its error reports the writes of none of them.
    renewing ??= withSentWrites(() => renew(refused)).finally(() => {
      renewing = undefined
    })
    current = await renewing
    return current.access_token
  }

  return {
    async get() {
      // Runs in the background: the caller does not wait for it, and its failure does not concern the call.
      if (unstored && !storing)
        storing = storeAgain(unstored)
          .catch(() => undefined)
          .finally(() => {
            storing = undefined
          })
      return current && isValid(current) ? current.access_token : await renewed(undefined)
    },
    replace: async refused => (current && current.access_token !== refused ? current.access_token : await renewed(refused))
  }
}

const notRenewable = (): OperationError =>
  new OperationError('token_expired', 'Google rejected the access token, and no refresh token is configured to renew it.', {
    source: 'upstream',
    outcome: 'not_executed',
    suggestions: ['Set GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET and GOOGLE_REFRESH_TOKEN, or a new GOOGLE_ACCESS_TOKEN (valid for an hour).']
  })
