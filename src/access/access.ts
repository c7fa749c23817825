import { isDeepStrictEqual } from 'node:util'
import type { Config } from '../config/config.ts'
import type { Caller } from '../contract/call.ts'
import { credentialOf, issuerId } from '../contract/principal.ts'
import type { Log } from '../contract/runtime.ts'
import type { AuthOptions } from '../server/plugins/auth.ts'
import { isWithin } from './constraints.ts'
import { createKeyring, type KeyInForce, LOCAL_CALLER } from './keys.ts'
import type { KeyStore } from './managed/key-store.ts'
import { isFinal, type StoredRow } from './managed/stored-key.ts'
import { commonScopes, missingScopes } from './scopes.ts'
import { grantable } from './tokens/issuer.ts'
import { keyLoader } from './tokens/load-keys.ts'
import type { TokenVerifier } from './tokens/verify.ts'
import { currentUser, isCurrentUser } from './users.ts'

/** Interval of the check for expired keys, and time for which the texts of keys are kept at most. */
const EXPIRY_CHECK_MS = 1_000

/** The configuration and the managed keys in force, and the callers that they allow. */
export interface Access {
  auth: AuthOptions
  config: () => Config
  /**
   * The caller of this ID, with what it may do now; undefined if its key was removed or is refused, or its issuer was removed; `unknown` if this process
   * cannot know. `scopes`: those that the token of a subject had, which only it knows; default: all. Of these, it has what its issuer can grant now.
   */
  callerOf: (id: string, scopes?: readonly string[]) => Caller | 'unknown' | undefined
  /** Returns the hashes of the texts of a key, the latest first. None for a caller without a key. */
  hashesOf: (keyId: string) => readonly string[]
  /** Whether the key or issuer of this caller ID is refused, or may no longer name users: then `callerOf` returns undefined. */
  isRefused: (id: string) => boolean
  /** Whether the key of a caller was revoked or deleted, and its ID stands for no other key. Not so for a key that expired or is disabled. */
  isRevoked: (callerId: string) => boolean
  /** Whether there are keys, including refused ones. */
  hasKeys: () => boolean
  change: (changed: Config) => void
  /** Calls the listener with the credentials that were removed, changed or revoked, or have expired: IDs of keys and issuers. */
  onRevoked: (listener: (credentials: readonly string[]) => void) => void
  /** The same without those of which only one of two texts has ended, such as after the overlap of a rotation: their holder has lost no rights. */
  onReduced: (listener: (credentials: readonly string[]) => void) => void
  /** The problem with the configuration files, if there is one. */
  fault: () => string | undefined
  report: (fault: string | undefined) => void
  close: () => void
}

export function createAccess(first: Config, store: KeyStore, log: Log): Access {
  let config = first
  // A gateway whose configuration had a key or an issuer stays closed: removing the last one refuses every caller. Managed keys do not close it, since
  // the local user, who may do everything, would lose access with the first one.
  let hadKeys = isClosedBy(first)
  let fault: string | undefined
  let keyring = createKeyring(config.keys, store.rows())
  let inForce = keyring.inForce()
  let issuerIds = idsOfIssuers(first)
  const [revocations, reductions] = [announcer(), announcer()]
  const onRevoked: Access['onRevoked'] = revocations.listen
  const compare = (): void => {
    const now = keyring.inForce()
    const before = [...inForce]
    const idsOf = (isConcerned: typeof isReduced): string[] => before.filter(([id, key]) => isConcerned(key, now.get(id))).map(([id]) => id)
    inForce = now
    revocations.announce(idsOf((key, changed) => isReduced(key, changed) || lostText(key, changed)))
    reductions.announce(idsOf(isReduced))
  }
  const update = (): void => {
    keyring = createKeyring(config.keys, store.rows())
    compare()
  }
  store.onChange(update)
  const tokens = tokenVerifier(() => config, log)
  const callerOfKey = (keyId: string): Caller | 'unknown' | undefined => {
    if (keyId === LOCAL_CALLER.id) return LOCAL_CALLER
    const caller = keyring.callerOf(keyId)
    if (caller) return caller
    const isKnown = hadKeys || store.rows().some(row => refusedId(row) === keyId)
    return isKnown ? undefined : 'unknown'
  }
  const timer = setInterval(() => {
    keyring.forget()
    compare()
  }, EXPIRY_CHECK_MS).unref()
  return {
    auth: {
      identify(key) {
        const found = keyring.identify(key)
        return typeof found === 'object' && keyring.isManaged(found) && !store.isCurrent() ? 'unconfirmed' : found
      },
      refresh: store.refresh,
      verifyToken: token => (config.issuers.length === 0 ? undefined : tokens.verify(token)),
      get anonymous() {
        return hadKeys ? undefined : LOCAL_CALLER
      },
      onRevoked
    },
    config: () => config,
    callerOf(id, scopes = ['*']) {
      const credential = credentialOf(id)
      const issuer = config.issuers.find(entry => issuerId(entry.issuer) === credential)
      if (issuer)
        return { id, scopes: commonScopes(scopes, grantable(issuer)), ...(issuer.constraints && { constraints: issuer.constraints }) }
      const caller = callerOfKey(credential)
      return credential === id || typeof caller !== 'object' ? caller : currentUser(id, caller)
    },
    isRefused(id) {
      const credential = credentialOf(id)
      if (issuerIds.has(credential)) return false
      const caller = callerOfKey(credential)
      return caller === undefined || (credential !== id && caller !== 'unknown' && !isCurrentUser(id, caller))
    },
    hashesOf: keyId => keyring.hashesOf(keyId),
    isRevoked(callerId) {
      const keyId = credentialOf(callerId)
      return keyring.callerOf(keyId) === undefined && store.rows().some(row => isFinal(row) && refusedId(row) === keyId)
    },
    hasKeys: () => hadKeys || store.rows().some(row => refusedId(row) !== undefined),
    change(changed) {
      const before = config.issuers
      config = changed
      issuerIds = idsOfIssuers(changed)
      hadKeys ||= isClosedBy(changed)
      tokens.change()
      update()
      const ended = before.filter(entry => !changed.issuers.some(now => isDeepStrictEqual(now, entry)))
      for (const { announce } of [revocations, reductions]) announce(ended.map(({ issuer }) => issuerId(issuer)))
    },
    onRevoked,
    onReduced: reductions.listen,
    fault: () => fault,
    report(found) {
      fault = found
    },
    close: () => clearInterval(timer)
  }
}

const idsOfIssuers = ({ issuers }: Config): ReadonlySet<string> => new Set(issuers.map(({ issuer }) => issuerId(issuer)))

/** Without a key and an issuer, every caller on this machine is the local user. */
const isClosedBy = ({ keys, issuers }: Config): boolean => keys.length > 0 || issuers.length > 0

/** Verifies the tokens of the issuers of the configuration. The code for it is loaded with the first token. */
function tokenVerifier(config: () => Config, log: Log): { verify: TokenVerifier['verify']; change: () => void } {
  let verifier: TokenVerifier | undefined
  const open = async (): Promise<TokenVerifier> => {
    const { createTokenVerifier } = await import('./tokens/verify.ts')
    verifier ??= createTokenVerifier(config().issuers, { load: keyLoader(config().allowPrivate), log })
    return verifier
  }
  return {
    verify: token => (verifier ? verifier.verify(token) : open().then(opened => opened.verify(token))),
    change: () => verifier?.change(config().issuers)
  }
}

/** Whether a key is refused, lost a scope, got other constraints, or has only other texts, and so perhaps another holder. */
const isReduced = (before: KeyInForce, now: KeyInForce | undefined): boolean =>
  now === undefined ||
  missingScopes(before.scopes, now.scopes).length > 0 ||
  !isWithin(before.constraints ?? {}, now.constraints ?? {}) ||
  !before.hashes.some(hash => now.hashes.includes(hash))

/** Whether a text of a key is refused. A rotated key has both texts at first, so nothing ends then. */
const lostText = (before: KeyInForce, now: KeyInForce | undefined): boolean => before.hashes.some(hash => !now?.hashes.includes(hash))

/** Calls listeners with the credentials of a change, if there are any. */
function announcer() {
  const listeners = new Set<(credentials: readonly string[]) => void>()
  return {
    listen: (listener: (credentials: readonly string[]) => void): void => void listeners.add(listener),
    announce(credentials: readonly string[]): void {
      if (credentials.length > 0) for (const listener of listeners) listener(credentials)
    }
  }
}

/**
 * Returns the ID of a key that a row is about, which is refused unless the key is in force; undefined if the row refuses no ID. A process that does
 * not have the configuration cannot know whether an entry is in force, unless it was revoked and not replaced since.
 */
function refusedId(row: StoredRow): string | undefined {
  if (row.kind === 'entry_id' || row.kind === 'unreadable_entry') return undefined
  return row.kind === 'revoked_entry' && row.superseded ? undefined : row.id
}
