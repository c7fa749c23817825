import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import type { Log } from '../../contract/runtime.ts'
import type { IssuerEntry } from './issuer.ts'
import type { LoadKeys } from './load-keys.ts'

/** Age at which the keys are loaded again, in the background: an issuer that is slow delays no call. */
const REFRESH_MS = 5 * 60_000
/** Age at which a call waits for that, unless the last load failed: a key that the issuer no longer publishes is then refused. */
const WAIT_MS = 10 * 60_000
/** Age until which the keys are used while the issuer cannot be reached. */
const MAX_AGE_MS = 24 * 3_600_000
/** Minimum time between two loads, however many tokens name an unknown key. */
const COOLDOWN_MS = 30_000
/** The same after a load that failed. */
const RETRY_MS = 5_000

/** The issuer cannot be reached, and no keys of it are known. */
export class NoKeys extends Error {}

export interface KeySetOptions {
  entry: IssuerEntry
  load: LoadKeys
  log: Log
  now: () => number
}

interface Loaded {
  keys: JWTVerifyGetKey
  at: number
}

/** The public keys of one issuer. */
export interface KeySet {
  /** Returns the key of a token. */
  find: JWTVerifyGetKey
  /** The keys that are loaded, for comparison, unless they are so old that they are to be loaded again. */
  current: () => object | undefined
}

export function createKeySet({ entry, load, log, now }: KeySetOptions): KeySet {
  let loaded: Loaded | undefined
  let nextLoad = Number.NEGATIVE_INFINITY
  let hasFailed = false
  let loading: Promise<void> | undefined

  /** Loads the keys, unless that was done a moment ago. Never rejects. */
  const refresh = async (): Promise<void> => {
    if (loading) return await loading
    if (now() < nextLoad) return
    loading = loadOnce()
    await loading.finally(() => {
      loading = undefined
    })
  }

  async function loadOnce(): Promise<void> {
    try {
      loaded = { keys: createLocalJWKSet(await load(entry)), at: now() }
      if (hasFailed) log.info({ issuer: entry.issuer }, 'The keys of the issuer can be loaded again')
      hasFailed = false
    } catch (err) {
      if (!hasFailed)
        log.warn({ issuer: entry.issuer, err }, 'The keys of the issuer could not be loaded; those that are known stay valid for a day')
      hasFailed = true
    }
    nextLoad = now() + (hasFailed ? RETRY_MS : COOLDOWN_MS)
  }

  /** Returns keys that may be used now. */
  async function usable(): Promise<JWTVerifyGetKey> {
    const age = loaded ? now() - loaded.at : Infinity
    if (age > MAX_AGE_MS || (age > WAIT_MS && !hasFailed)) await refresh()
    else if (age > REFRESH_MS) void refresh()
    if (!loaded || now() - loaded.at > MAX_AGE_MS) throw new NoKeys()
    return loaded.keys
  }

  const find: JWTVerifyGetKey = async (header, token) => {
    try {
      return await (await usable())(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      await refresh() // the issuer may have a new key
      return await (await usable())(header, token)
    }
  }
  return { find, current: () => (loaded && now() - loaded.at <= REFRESH_MS ? loaded : undefined) }
}
