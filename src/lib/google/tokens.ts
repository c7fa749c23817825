import { OperationError } from '../../contract/errors.ts'
import type { Held } from '../../contract/lent.ts'

/** An access token, and the refresh token where Google replaced it. Secrets: never logged, never told. */
export interface Token {
  access_token: string
  /** Milliseconds since 1970. */
  expires_at: number
  refresh_token?: string
}

/** Where the token of an account is kept, for all who use the account. */
export interface TokenStore {
  get: () => Promise<Token | undefined>
  /** Whether it is kept now. */
  set: (token: Token, held?: Held) => Promise<boolean>
  /** Runs the work while nobody else who shares the store runs theirs. Without what it holds, the store could not see to that. */
  exclusively: <T>(work: (held?: Held) => Promise<T>) => Promise<T>
}

export interface Tokens {
  /** A token that is good for another minute. */
  get: () => Promise<string>
  /** Another token than this one, which was refused. */
  replace: (refused: string) => Promise<string>
}

export interface TokenOptions {
  /** GOOGLE_ACCESS_TOKEN: used first, for as long as it is taken. */
  given?: string
  /** Asks Google for a new token; undefined where there is nothing to ask with. */
  refresh?: (refreshToken?: string) => Promise<Token>
  store: TokenStore
}

/** A token is renewed before its end, so that none ends on the way. */
const EARLY_MS = 60_000

const isGood = ({ expires_at }: Token): boolean => expires_at - EARLY_MS > Date.now()

/** The one that was made last of those that hold a refresh token: Google may refuse those that it replaced. */
const latest = (...tokens: (Token | undefined)[]): Token | undefined =>
  tokens
    .filter(token => token?.refresh_token !== undefined)
    .toSorted((a, b) => (a?.expires_at ?? 0) - (b?.expires_at ?? 0))
    .at(-1)

/** The access token of one account. However many calls need a new one, one asks. */
export function createTokens({ given, refresh, store }: TokenOptions): Tokens {
  let current: Token | undefined = given === undefined ? undefined : { access_token: given, expires_at: Number.POSITIVE_INFINITY }
  let renewing: Promise<Token> | undefined
  /** Holds a refresh token that took the place of another, and is kept nowhere else yet. */
  let unkept: Token | undefined
  let keeping: Promise<void> | undefined

  async function renew(refused: string | undefined): Promise<Token> {
    if (!refresh) throw notRenewable()
    return await store.exclusively(async held => {
      const shared = await store.get()
      if (shared && shared.access_token !== refused && isGood(shared)) return shared
      const before = latest(shared, current, unkept)?.refresh_token
      const token = await refresh(before)
      const kept = token.refresh_token ?? before
      const whole = { ...token, ...(kept !== undefined && { refresh_token: kept }) }
      unkept = (await store.set(whole, held)) || kept === undefined ? undefined : whole
      return whole
    })
  }

  /** Keeps it at the next chance, unless somebody renewed since. */
  const keepAgain = (token: Token): Promise<void> =>
    store.exclusively(async held => {
      const isLatest = latest(await store.get(), token) === token
      if ((!isLatest || (await store.set(token, held))) && unkept === token) unkept = undefined
    })

  async function renewed(refused: string | undefined): Promise<string> {
    renewing ??= renew(refused).finally(() => {
      renewing = undefined
    })
    current = await renewing
    return current.access_token
  }

  return {
    async get() {
      // Whoever asks for a token need not wait for it, nor hear that it is not kept yet.
      if (unkept && !keeping)
        keeping = keepAgain(unkept)
          .catch(() => undefined)
          .finally(() => {
            keeping = undefined
          })
      return current && isGood(current) ? current.access_token : await renewed(undefined)
    },
    replace: async refused => (current && current.access_token !== refused ? current.access_token : await renewed(refused))
  }
}

const notRenewable = (): OperationError =>
  new OperationError('token_expired', 'Google refused the access token, and there is no refresh token to get another one with.', {
    source: 'upstream',
    outcome: 'not_executed',
    suggestions: ['Set GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET and GOOGLE_REFRESH_TOKEN, or a new GOOGLE_ACCESS_TOKEN (good for an hour).']
  })
