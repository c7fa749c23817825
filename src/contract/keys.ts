import { type Static, Type } from 'typebox'
import { Constraints } from './constraints.ts'
import { Limits } from './limits.ts'
import { nullable, stringEnum, type Total } from './schema.ts'

/** `managed`: created through the API and stored in Redis. `file`: an entry of the configuration, which only the operator changes. */
const KEY_SOURCES = ['managed', 'file'] as const

export const KEY_STATUSES = ['active', 'disabled', 'expired', 'revoked', 'unreadable'] as const
export type KeyStatus = (typeof KEY_STATUSES)[number]

const time = (description: string) => nullable(Type.String({ format: 'date-time', 'x-volatile': true }), { description })

/** A key, without its text. */
export const Key = Type.Object({
  id: Type.String({ description: 'ID of the key' }),
  source: stringEnum([...KEY_SOURCES], {
    description: 'managed (created through the API) or file (an entry of the configuration, which only the operator can change)'
  }),
  status: stringEnum([...KEY_STATUSES], {
    description:
      'active; disabled (refused until it is enabled); expired; revoked (refused permanently); unreadable (stored by another version of the gateway). Only an active key is accepted'
  }),
  scopes: Type.Array(Type.String({ description: 'A scope' }), { description: 'What the key may do' }),
  constraints: nullable(Constraints, {
    description: 'What restricts the key beyond its scopes; null if nothing does, or if they are withheld'
  }),
  constraints_withheld: Type.Boolean({
    description:
      'true: the key may use resources outside of the constraints of this caller, so its constraints are not shown (constraints is null)'
  }),
  limits: nullable(Limits, { description: 'Limits of the key; null if it has only those that apply to every key' }),
  description: nullable(Type.String(), { description: 'Note for people; null if there is none' }),
  expires_at: time('Expiry time of the key, ISO 8601; null if it never expires'),
  created_at: time('Time the key was created, ISO 8601; null for a key of the configuration'),
  created_by: nullable(Type.String(), { description: 'Who created it, such as key:alice; null for a key of the configuration' }),
  last_used_at: time('Time of the last call with the key, ISO 8601; null if there was none, or if the gateway records no calls'),
  rotated_at: time('Time of the last rotation, ISO 8601; null if it was never rotated'),
  rotated_by: nullable(Type.String(), { description: 'Who rotated it last, such as key:alice; null if it was never rotated' }),
  previous_until: time('Time until which the previous key is still accepted after a rotation, ISO 8601; null if none is accepted'),
  revoked_at: time('Time the key was revoked, ISO 8601; null if it was not'),
  revoked_by: nullable(Type.String(), { description: 'Who revoked it, such as key:alice; null if it was not revoked' })
})
export type Key = Static<typeof Key>

/** A key that was just created or rotated. Its text is stored nowhere. */
export interface IssuedKey extends Key {
  key: string
}

interface NewKey {
  id: string
  scopes: string[]
  constraints?: Constraints
  limits?: Limits
  description?: string
  /** ISO 8601. */
  expires_at?: string
}

/** What is absent stays as it is. */
export interface KeyChanges extends Partial<Omit<NewKey, 'id'>> {
  disabled?: boolean
  clear?: readonly ('constraints' | 'limits' | 'description' | 'expires_at')[]
}

interface KeyPage {
  items: Key[]
  next_cursor: string | null
  total: Total | null
}

/**
 * The keys of the gateway, as operations manage them on behalf of their caller. Scope and policy are checked first. Every change is in force in all
 * processes within a second.
 */
export interface Keys {
  /** Throws already_exists, too_many_keys, and insufficient_permissions for what the caller itself may not do. */
  create: (key: NewKey) => Promise<IssuedKey>
  list: (filter: { query?: string; status?: readonly KeyStatus[]; created_by?: string; limit: number; cursor?: string }) => Promise<KeyPage>
  /** Throws key_not_found, as the others do. */
  get: (id: string) => Promise<Key>
  /** Throws key_in_file, key_unreadable, already_revoked and insufficient_permissions, as `rotate` does. */
  update: (id: string, changes: KeyChanges) => Promise<Key>
  /** The previous text is accepted for this many more seconds. */
  rotate: (id: string, overlapSeconds: number) => Promise<IssuedKey>
  /** Returns the number of cancelled jobs, too. Revoking again has no further effect. `warn`: reports what else the caller should do. */
  revoke: (id: string, cancelJobs: boolean, warn: (message: string) => void) => Promise<Key & { cancelled_jobs: number }>
  /** Revokes a managed key and removes it from lists. Deleting again has no further effect. Throws key_in_file. */
  delete: (id: string) => Promise<void>
}
