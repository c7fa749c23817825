import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import { Constraints } from '../../contract/constraints.ts'
import { Limits } from '../../contract/limits.ts'

const optionalText = Type.Optional(Type.String())
/** SHA-256 of the text of a key, in hex. */
const textHash = Type.String({ pattern: '^[0-9a-f]{64}$' })

/** A managed key, as Redis stores it. Times are ISO 8601. */
const ManagedKey = Type.Object({
  kind: Type.Literal('key'),
  id: Type.String(),
  hash: textHash,
  scopes: Type.Array(Type.String()),
  /** Every scope that it ever had: its jobs and calls were made with them. */
  ever_scopes: Type.Array(Type.String()),
  constraints: Type.Optional(Constraints),
  /** All constraints that it had before, for the same reason. */
  former_constraints: Type.Optional(Type.Array(Constraints)),
  limits: Type.Optional(Limits),
  description: optionalText,
  expires_at: optionalText,
  disabled: Type.Optional(Type.Boolean()),
  created_at: optionalText,
  created_by: optionalText,
  rotated_at: optionalText,
  rotated_by: optionalText,
  /** All principals that rotated it before. */
  former_rotated_by: Type.Optional(Type.Array(Type.String())),
  /** Its text from before the last rotation, and until when that is accepted. */
  previous: Type.Optional(Type.Object({ hash: textHash, until: Type.String() })),
  revoked_at: optionalText,
  revoked_by: optionalText
})
export type ManagedKey = Static<typeof ManagedKey>

/** What remains of a deleted key: its ID, which no other key gets, because jobs and records belong to it. */
const DeletedKey = Type.Object({
  kind: Type.Literal('deleted'),
  id: Type.String(),
  deleted_at: Type.String(),
  deleted_by: Type.String(),
  /** The principals that created or rotated it: they know the keys that it created. */
  made_by: Type.Optional(Type.Array(Type.String()))
})
export type DeletedKey = Static<typeof DeletedKey>

/** A revoked key of the configuration. It belongs to the hash: an entry of the same ID with another hash is another key. */
const RevokedEntry = Type.Object({
  kind: Type.Literal('revoked_entry'),
  id: Type.String(),
  hash: textHash,
  revoked_at: Type.String(),
  revoked_by: Type.String(),
  /** The entry of this ID has another hash now. For processes that do not have the configuration. */
  superseded: Type.Optional(Type.Boolean())
})

/** The ID of an entry of the configuration, even of a former one: no managed key gets it, for the same reason. */
const EntryId = Type.Object({
  kind: Type.Literal('entry_id'),
  id: Type.String(),
  /** Hash of the entry at the last start or reload: with another one, it is another key. */
  hash: Type.Optional(textHash)
})

/** A row of the store. */
const StoredKey = Type.Union([ManagedKey, DeletedKey, RevokedEntry, EntryId])
export type StoredKey = Static<typeof StoredKey>

/** A row that this version cannot read. Its field states what is refused. */
interface UnreadableKey {
  kind: 'unreadable_key'
  id: string
}
interface UnreadableEntry {
  kind: 'unreadable_entry'
  hash: string
}
export type StoredRow = StoredKey | UnreadableKey | UnreadableEntry

const [KEY, ENTRY, ENTRY_ID] = ['key:', 'entry:', 'id:']

/** Returns the field of the Redis hash that stores a managed key, even a deleted one. */
export const fieldOfKey = (id: string): string => `${KEY}${id}`

/** Returns the field that stores the revocation of an entry of the configuration. */
export const fieldOfEntry = (hash: string): string => `${ENTRY}${hash}`

/** Returns the field that reserves the ID of an entry of the configuration. */
export const fieldOfEntryId = (id: string): string => `${ENTRY_ID}${id}`

/** Reads a row. Whatever its text is, a key is known by its field, and the hash of a revoked entry is revoked. */
export function readRow(field: string, text: string): StoredRow | undefined {
  const row = readStoredKey(text)
  if (row && fieldOf(row) === field) return row
  if (field.startsWith(KEY)) return { kind: 'unreadable_key', id: field.slice(KEY.length) }
  if (field.startsWith(ENTRY)) return { kind: 'unreadable_entry', hash: field.slice(ENTRY.length) }
  return field.startsWith(ENTRY_ID) ? { kind: 'entry_id', id: field.slice(ENTRY_ID.length) } : undefined
}

function fieldOf(row: StoredKey): string {
  if (row.kind === 'revoked_entry') return fieldOfEntry(row.hash)
  return row.kind === 'entry_id' ? fieldOfEntryId(row.id) : fieldOfKey(row.id)
}

function readStoredKey(text: string): StoredKey | undefined {
  try {
    const row: unknown = JSON.parse(text)
    return Check(StoredKey, row) ? row : undefined
  } catch {
    return undefined
  }
}

/** Whether a row is final: it refuses a key for good, or keeps an ID from being used again. */
export const isFinal = (row: StoredRow): boolean => row.kind !== 'unreadable_key' && (row.kind !== 'key' || row.revoked_at !== undefined)
