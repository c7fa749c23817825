import type { KeyEntry } from '../keys.ts'
import type { KeyStore } from './key-store.ts'
import { fieldOfEntry, fieldOfEntryId, type StoredRow } from './stored-key.ts'

/**
 * Stores what other processes must know of the entries of the configuration: their IDs, which no managed key may get, and which revocations concern
 * an entry that has another hash by now, and so is another key. Returns the IDs that had another hash when they were last stored. Throws
 * redis_unavailable.
 */
export async function storeEntryRows(store: KeyStore, entries: readonly KeyEntry[]): Promise<string[]> {
  const replaced: string[] = []
  for (const { id, hash } of entries) {
    const field = fieldOfEntryId(id)
    const stored = hashIn(store.get(field))
    if (stored === hash) continue
    if (stored !== undefined) replaced.push(id)
    await store.change(field, before => (hashIn(before) === hash ? undefined : { kind: 'entry_id', id, hash }))
  }
  const hashes = new Map(entries.map(({ id, hash }) => [id, hash]))
  for (const row of [...store.rows()]) {
    if (row.kind !== 'revoked_entry' || !hashes.has(row.id)) continue
    const superseded = hashes.get(row.id) !== row.hash
    if (superseded !== (row.superseded ?? false))
      await store.change(fieldOfEntry(row.hash), before => (before?.kind === 'revoked_entry' ? { ...before, superseded } : undefined))
  }
  return replaced
}

const hashIn = (row: StoredRow | undefined): string | undefined => (row?.kind === 'entry_id' ? row.hash : undefined)
