import type { Key, KeyStatus } from '../../contract/keys.ts'
import type { KeyEntry } from '../keys.ts'
import type { DeletedKey, ManagedKey, StoredRow } from './stored-key.ts'

/** What is absent is not known, or does not apply. */
const EMPTY = {
  constraints: null,
  constraints_withheld: false,
  limits: null,
  description: null,
  expires_at: null,
  created_at: null,
  created_by: null,
  last_used_at: null,
  rotated_at: null,
  rotated_by: null,
  previous_until: null,
  revoked_at: null,
  revoked_by: null
}

/** Returns the principals that created or ever rotated a managed key, even a deleted one: they received it, or one that created or rotated others. */
export function makersOf(row: StoredRow | undefined): string[] {
  if (row?.kind === 'deleted') return row.made_by ?? []
  if (row?.kind !== 'key') return []
  const { created_by, rotated_by, former_rotated_by: former = [] } = row
  return [...new Set([created_by, rotated_by, ...former])].filter(principal => principal !== undefined)
}

/** Returns a managed key as callers see it. */
export function managedKeyView(
  { kind: _, hash: __, ever_scopes: ___, former_constraints: ____, former_rotated_by: _____, previous, disabled, ...key }: ManagedKey,
  now = Date.now()
): Key {
  const isOverlapping = previous !== undefined && now < Date.parse(previous.until)
  return {
    ...EMPTY,
    ...key,
    source: 'managed',
    status: statusOf({ ...key, disabled }, now),
    ...(isOverlapping && { previous_until: previous.until })
  }
}

/** Returns a key of which only the ID can be read. */
export const unreadableKeyView = (id: string): Key => ({ ...EMPTY, id, source: 'managed', status: 'unreadable', scopes: [] })

/** Returns what is left of a deleted key. */
export const deletedKeyView = ({ id, deleted_at, deleted_by }: DeletedKey): Key => ({
  ...EMPTY,
  id,
  source: 'managed',
  status: 'revoked',
  scopes: [],
  revoked_at: deleted_at,
  revoked_by: deleted_by
})

/** Returns a key of the configuration as callers see it. `row`: its revocation, if there is one. */
export function entryView(
  { id, scopes, constraints, limits, description, expires }: KeyEntry,
  row: StoredRow | undefined,
  now = Date.now()
): Key {
  const key = {
    ...EMPTY,
    id,
    scopes,
    ...(constraints && { constraints }),
    ...(limits && { limits }),
    ...(description !== undefined && { description }),
    ...(expires !== undefined && { expires_at: isoTime(expires) }),
    ...(row?.kind === 'revoked_entry' && { revoked_at: row.revoked_at, revoked_by: row.revoked_by })
  }
  return { ...key, source: 'file', status: row ? 'revoked' : statusOf(key, now) }
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
