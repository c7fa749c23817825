import type { KeyEntry } from '../keys.ts'
import type { KeyStore } from './key-store.ts'
import { fieldOfEntry, fieldOfEntryId } from './stored-key.ts'

/**
 * Stores what other processes must know of the entries of the configuration: their IDs, which no managed key may get, and which revocations concern
 * an entry that has another hash by now, and so is another key. Throws redis_unavailable.
 */
export async function storeEntryRows(store: KeyStore, entries: readonly KeyEntry[]): Promise<void> {
  for (const { id } of entries) {
    const field = fieldOfEntryId(id)
    if (!store.get(field)) await store.change(field, before => (before ? undefined : { kind: 'entry_id', id }))
  }
  const hashes = new Map(entries.map(({ id, hash }) => [id, hash]))
  for (const row of [...store.rows()]) {
    if (row.kind !== 'revoked_entry' || !hashes.has(row.id)) continue
    const superseded = hashes.get(row.id) !== row.hash
    if (superseded !== (row.superseded ?? false))
      await store.change(fieldOfEntry(row.hash), before => (before?.kind === 'revoked_entry' ? { ...before, superseded } : undefined))
  }
}
