import { isDeepStrictEqual } from 'node:util'
import type { Config } from '../config/config.ts'
import type { Caller } from '../contract/call.ts'
import type { AuthOptions } from '../server/plugins/auth.ts'
import { createKeyring, type KeyEntry, LOCAL_CALLER } from './keys.ts'

/** Interval of the check for expired keys. */
const EXPIRY_CHECK_MS = 1_000

/** The configuration in force, and the callers that it allows. */
export interface Access {
  auth: AuthOptions
  config: () => Config
  /** The caller that a key ID stands for now; undefined if the key was removed or has expired, `unknown` if this process has no keys. */
  callerOf: (keyId: string) => Caller | 'unknown' | undefined
  change: (changed: Config) => void
  /** Calls the listener with the IDs of keys that were removed or changed, or have expired. */
  onRevoked: (listener: (keyIds: readonly string[]) => void) => void
  /** The problem with the configuration files, if there is one. */
  fault: () => string | undefined
  report: (fault: string | undefined) => void
  close: () => void
}

export function createAccess(first: Config): Access {
  let config = first
  // A gateway that had a key stays closed: removing the last key refuses every caller.
  let hadKeys = first.keys.length > 0
  let fault: string | undefined
  let keyring = createKeyring(config.keys)
  let valid = validIn(config.keys)
  const listeners = new Set<(keyIds: readonly string[]) => void>()
  const onRevoked: Access['onRevoked'] = listener => void listeners.add(listener)
  const compare = (): void => {
    const now = validIn(config.keys)
    const revoked = [...valid].filter(([id, entry]) => !isDeepStrictEqual(entry, now.get(id))).map(([id]) => id)
    valid = now
    if (revoked.length > 0) for (const listener of listeners) listener(revoked)
  }
  const timer = setInterval(compare, EXPIRY_CHECK_MS).unref()
  return {
    auth: {
      identify: key => keyring.identify(key),
      get anonymous() {
        return hadKeys ? undefined : LOCAL_CALLER
      },
      onRevoked
    },
    config: () => config,
    callerOf(keyId) {
      if (keyId === LOCAL_CALLER.id) return LOCAL_CALLER
      if (!hadKeys) return 'unknown'
      const entry = validIn(config.keys).get(keyId)
      return entry && { id: entry.id, scopes: entry.scopes }
    },
    change(changed) {
      config = changed
      hadKeys ||= changed.keys.length > 0
      keyring = createKeyring(config.keys)
      compare()
    },
    onRevoked,
    fault: () => fault,
    report(found) {
      fault = found
    },
    close: () => clearInterval(timer)
  }
}

/** The fields that decide about access, for each key that has not expired, by ID. */
function validIn(keys: readonly KeyEntry[], now = Date.now()): Map<string, Pick<KeyEntry, 'id' | 'hash' | 'scopes'>> {
  const valid = keys.filter(({ expires }) => expires === undefined || now < Date.parse(expires))
  return new Map(valid.map(({ id, hash, scopes }) => [id, { id, hash, scopes }]))
}
