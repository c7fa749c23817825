import type { Key, KeyStatus } from '../../contract/keys.ts'
import type { KeyEntry } from '../keys.ts'
import type { ManagedKey, RevokedEntry } from './stored-key.ts'

/** What is absent is not known, or does not apply. */
const EMPTY = {
  description: null,
  expires_at: null,
  created_at: null,
  created_by: null,
  last_used_at: null,
  rotated_at: null,
  previous_until: null,
  revoked_at: null,
  revoked_by: null
}

/** Returns a managed key as callers see it. */
export function managedKeyView({ kind: _, hash: __, previous, disabled, ...key }: ManagedKey, now = Date.now()): Key {
  const isOverlapping = previous !== undefined && now < Date.parse(previous.until)
  return {
    ...EMPTY,
    ...key,
    source: 'managed',
    status: statusOf({ ...key, disabled }, now),
    ...(isOverlapping && { previous_until: previous.until })
  }
}

/** Returns a key of the configuration as callers see it. */
export function entryView({ id, scopes, description, expires }: KeyEntry, revoked?: RevokedEntry, now = Date.now()): Key {
  const key = {
    ...EMPTY,
    id,
    scopes,
    ...(description !== undefined && { description }),
    ...(expires !== undefined && { expires_at: isoTime(expires) }),
    ...(revoked && { revoked_at: revoked.revoked_at, revoked_by: revoked.revoked_by })
  }
  return { ...key, source: 'file', status: statusOf(key, now) }
}

interface Facts {
  revoked_at?: string | null | undefined
  disabled?: boolean | undefined
  expires_at?: string | null | undefined
}

function statusOf({ revoked_at, disabled, expires_at }: Facts, now: number): KeyStatus {
  if (revoked_at) return 'revoked'
  if (disabled) return 'disabled'
  return expires_at && now >= Date.parse(expires_at) ? 'expired' : 'active'
}

export const isoTime = (time: string | number): string => new Date(time).toISOString()
