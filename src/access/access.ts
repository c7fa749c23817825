import type { Config } from '../config/config.ts'
import type { Caller } from '../contract/call.ts'
import type { AuthOptions } from '../server/plugins/auth.ts'
import { createKeyring, type KeyInForce, LOCAL_CALLER } from './keys.ts'
import type { KeyStore } from './managed/key-store.ts'
import { isFinal, type StoredRow } from './managed/stored-key.ts'
import { missingScopes } from './scopes.ts'

/** Interval of the check for expired keys. */
const EXPIRY_CHECK_MS = 1_000

/** The configuration and the managed keys in force, and the callers that they allow. */
export interface Access {
  auth: AuthOptions
  config: () => Config
  /** The caller that a key ID stands for now; undefined if the key was removed or is refused, `unknown` if this process cannot know. */
  callerOf: (keyId: string) => Caller | 'unknown' | undefined
  /** Whether a key ID was revoked or deleted, and stands for no other key. Not so for a key that expired or is disabled. */
  isRevoked: (keyId: string) => boolean
  /** Whether there are keys, also refused ones. */
  hasKeys: () => boolean
  change: (changed: Config) => void
  /** Calls the listener with the IDs of keys that were removed, changed or revoked, or have expired. */
  onRevoked: (listener: (keyIds: readonly string[]) => void) => void
  /** The problem with the configuration files, if there is one. */
  fault: () => string | undefined
  report: (fault: string | undefined) => void
  close: () => void
}

export function createAccess(first: Config, store: KeyStore): Access {
  let config = first
  // A gateway whose configuration had a key stays closed: removing the last key refuses every caller. Managed keys do not close it, since the
  // local user, who may do everything, would lose access with the first one.
  let hadKeys = first.keys.length > 0
  let fault: string | undefined
  let keyring = createKeyring(config.keys, store.rows())
  let inForce = keyring.inForce()
  const listeners = new Set<(keyIds: readonly string[]) => void>()
  const onRevoked: Access['onRevoked'] = listener => void listeners.add(listener)
  const compare = (): void => {
    const now = keyring.inForce()
    const revoked = [...inForce].filter(([id, key]) => isNarrowed(key, now.get(id))).map(([id]) => id)
    inForce = now
    if (revoked.length > 0) for (const listener of listeners) listener(revoked)
  }
  const update = (): void => {
    keyring = createKeyring(config.keys, store.rows())
    compare()
  }
  store.onChange(update)
  const timer = setInterval(compare, EXPIRY_CHECK_MS).unref()
  return {
    auth: {
      identify(key) {
        const found = keyring.identify(key)
        return typeof found === 'object' && keyring.isManaged(found) && !store.isCurrent() ? 'unconfirmed' : found
      },
      refresh: store.refresh,
      get anonymous() {
        return hadKeys ? undefined : LOCAL_CALLER
      },
      onRevoked
    },
    config: () => config,
    callerOf(keyId) {
      if (keyId === LOCAL_CALLER.id) return LOCAL_CALLER
      const caller = keyring.callerOf(keyId)
      if (caller) return caller
      const isKnown = hadKeys || store.rows().some(row => refusedId(row) === keyId)
      return isKnown ? undefined : 'unknown'
    },
    isRevoked: keyId => keyring.callerOf(keyId) === undefined && store.rows().some(row => isFinal(row) && refusedId(row) === keyId),
    hasKeys: () => hadKeys || store.rows().some(row => refusedId(row) !== undefined),
    change(changed) {
      config = changed
      hadKeys ||= changed.keys.length > 0
      update()
    },
    onRevoked,
    fault: () => fault,
    report(found) {
      fault = found
    },
    close: () => clearInterval(timer)
  }
}

/** Whether a key lost a scope or a text. A rotated key has both texts at first, so nothing ends then. */
const isNarrowed = (before: KeyInForce, now: KeyInForce | undefined): boolean =>
  now === undefined || missingScopes(before.scopes, now.scopes).length > 0 || before.hashes.some(hash => !now.hashes.includes(hash))

/**
 * Returns the ID of a key that a row is about, which is refused unless the key is in force; undefined if the row refuses no ID. A process that does
 * not have the configuration cannot know whether an entry is in force, unless it was revoked and not replaced since.
 */
function refusedId(row: StoredRow): string | undefined {
  if (row.kind === 'entry_id' || row.kind === 'unreadable_entry') return undefined
  return row.kind === 'revoked_entry' && row.superseded ? undefined : row.id
}
