import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'

const optionalText = Type.Optional(Type.String())
/** SHA-256 of the text of a key, in hex. */
const textHash = Type.String({ pattern: '^[0-9a-f]{64}$' })

/** A managed key, as Redis stores it. Times are ISO 8601. */
const ManagedKey = Type.Object({
  kind: Type.Literal('key'),
  id: Type.String(),
  hash: textHash,
  scopes: Type.Array(Type.String()),
  description: optionalText,
  expires_at: optionalText,
  disabled: Type.Optional(Type.Boolean()),
  created_at: Type.String(),
  created_by: Type.String(),
  rotated_at: optionalText,
  /** Its text from before the last rotation, and until when that is accepted. */
  previous: Type.Optional(Type.Object({ hash: textHash, until: Type.String() })),
  revoked_at: optionalText,
  revoked_by: optionalText
})
export type ManagedKey = Static<typeof ManagedKey>

/** What remains of a deleted key: its ID, which no other key gets, because jobs and records belong to it. */
const DeletedKey = Type.Object({ kind: Type.Literal('deleted'), id: Type.String(), deleted_at: Type.String(), deleted_by: Type.String() })

/** A revoked key of the configuration. It belongs to the hash: an entry of the same ID with another hash is another key. */
const RevokedEntry = Type.Object({
  kind: Type.Literal('revoked_entry'),
  id: Type.String(),
  hash: textHash,
  revoked_at: Type.String(),
  revoked_by: Type.String()
})
export type RevokedEntry = Static<typeof RevokedEntry>

/** A row of the store. */
const StoredKey = Type.Union([ManagedKey, DeletedKey, RevokedEntry])
export type StoredKey = Static<typeof StoredKey>

/** Returns the field of the Redis hash that stores a managed key, also a deleted one. */
export const fieldOfKey = (id: string): string => `key:${id}`

/** Returns the field that stores the revocation of an entry of the configuration. */
export const fieldOfEntry = (hash: string): string => `entry:${hash}`

/** Reads a row. Returns undefined for one that this version does not know. */
export function readStoredKey(text: string): StoredKey | undefined {
  try {
    const row: unknown = JSON.parse(text)
    return Check(StoredKey, row) ? row : undefined
  } catch {
    return undefined
  }
}
