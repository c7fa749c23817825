import type { Caller } from '../../contract/call.ts'
import { principalOf } from '../../contract/call.ts'
import { type Issue, OperationError } from '../../contract/errors.ts'
import type { IssuedKey, Key, KeyChanges, Keys } from '../../contract/keys.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { invalidField } from '../../lib/invalid-field.ts'
import { type KeyEntry, LOCAL_CALLER, newKey } from '../keys.ts'
import { missingScopes } from '../scopes.ts'
import type { KeyStore } from './key-store.ts'
import { entryView, isoTime, managedKeyView } from './key-view.ts'
import { fieldOfEntry, fieldOfKey, type ManagedKey, type RevokedEntry, type StoredKey } from './stored-key.ts'

interface Parts {
  store: KeyStore
  /** Returns the keys of the configuration. */
  entries: () => readonly KeyEntry[]
  /** Returns the problems of scopes that do not exist. */
  scopeIssues: (scopes: readonly string[]) => readonly Issue[]
  /** Cancels the jobs of a key. Returns their number. */
  cancelJobs: (keyId: string) => Promise<number>
}

/** Creates the operations on keys. */
export function createKeys({ store, entries, scopeIssues, cancelJobs }: Parts): Keys {
  const entryOf = (id: string): KeyEntry | undefined => entries().find(entry => entry.id === id)

  const viewOf = (entry: KeyEntry): Key => {
    const row = store.get(fieldOfEntry(entry.hash))
    return entryView(entry, row?.kind === 'revoked_entry' ? row : undefined)
  }

  const assertInRedis = (id: string): void => {
    if (entryOf(id)) throw inFile(id)
  }

  /** Changes a managed key that is not revoked. */
  async function changeKey(id: string, next: (key: ManagedKey) => ManagedKey): Promise<ManagedKey> {
    assertInRedis(id)
    return managed(
      id,
      await store.change(fieldOfKey(id), row => {
        const key = managed(id, row)
        if (key.revoked_at !== undefined) throw alreadyRevoked(id)
        return next(key)
      })
    )
  }

  async function revokeEntry(caller: Caller, entry: KeyEntry): Promise<Key> {
    const { id, hash } = entry
    const row: RevokedEntry = { kind: 'revoked_entry', id, hash, revoked_at: isoTime(Date.now()), revoked_by: principalOf(caller) }
    const now = await store.change(fieldOfEntry(hash), before => (before === undefined ? row : undefined))
    return entryView(entry, now?.kind === 'revoked_entry' ? now : row)
  }

  async function revokeManaged(caller: Caller, id: string): Promise<Key> {
    const row = await store.change(fieldOfKey(id), before => {
      const key = managed(id, before)
      return key.revoked_at === undefined ? { ...key, revoked_at: isoTime(Date.now()), revoked_by: principalOf(caller) } : undefined
    })
    return managedKeyView(managed(id, row))
  }

  return {
    async create(caller, { id, scopes, description, expires_at }) {
      const expires = readExpiry(expires_at)
      checkScopes(scopes, scopeIssues)
      assertGrants(caller, scopes)
      const { key, entry } = newKey({ id, scopes })
      const row: ManagedKey = {
        ...{ kind: 'key', id, hash: entry.hash, scopes, created_at: isoTime(Date.now()), created_by: principalOf(caller) },
        ...(description !== undefined && { description }),
        ...(expires !== undefined && { expires_at: expires })
      }
      if (entryOf(id) || id === LOCAL_CALLER.id) throw alreadyExists(id)
      await store.change(fieldOfKey(id), before => {
        if (before) throw alreadyExists(id)
        return row
      })
      return { ...managedKeyView(row), key }
    },

    async list({ status, limit, cursor }) {
      await store.refresh()
      const own = entries()
      const shadowed = new Set(own.map(({ id }) => id))
      const stored = [...store.rows()].flatMap(row => (row.kind === 'key' && !shadowed.has(row.id) ? managedKeyView(row) : []))
      const all = [...own.map(viewOf), ...stored].filter(key => status === undefined || status.includes(key.status))
      const after = cursor === undefined ? '' : lastIdIn(cursor)
      const rest = all.filter(({ id }) => id > after).sort((a, b) => (a.id < b.id ? -1 : 1))
      const items = rest.slice(0, limit)
      const last = items.at(-1)
      const next_cursor = last && rest.length > limit ? encodeCursor([CURSOR, last.id]) : null
      return { items, next_cursor, total: { value: all.length, relation: 'eq' } }
    },

    async get(id) {
      await store.refresh()
      const entry = entryOf(id)
      return entry ? viewOf(entry) : managedKeyView(managed(id, store.get(fieldOfKey(id))))
    },

    async update(caller, id, changes) {
      const expires = readExpiry(changes.expires_at)
      checkScopes(changes.scopes ?? [], scopeIssues)
      const key = await changeKey(id, before => {
        // A caller may narrow a key that has scopes which the caller lacks.
        assertGrants(caller, changes.scopes ?? [], before.scopes)
        return changed(before, { ...changes, ...(expires !== undefined && { expires_at: expires }) })
      })
      return managedKeyView(key)
    },

    async rotate(caller, id, overlapSeconds): Promise<IssuedKey> {
      const { key, entry } = newKey({ id, scopes: [] })
      const rotated = await changeKey(id, ({ previous: _, ...before }) => {
        assertGrants(caller, before.scopes) // the response contains the key, with all of its scopes
        const now = Date.now()
        const previous = { hash: before.hash, until: isoTime(now + overlapSeconds * 1_000) }
        return { ...before, hash: entry.hash, rotated_at: isoTime(now), ...(overlapSeconds > 0 && { previous }) }
      })
      return { ...managedKeyView(rotated), key }
    },

    async revoke(caller, id, isCancelling) {
      const entry = entryOf(id)
      const key = entry ? await revokeEntry(caller, entry) : await revokeManaged(caller, id)
      return { ...key, cancelled_jobs: isCancelling ? await cancelJobs(id) : 0 }
    },

    async delete(caller, id) {
      assertInRedis(id)
      await store.change(fieldOfKey(id), row => {
        if (row?.kind === 'deleted') return undefined
        managed(id, row)
        return { kind: 'deleted', id, deleted_at: isoTime(Date.now()), deleted_by: principalOf(caller) }
      })
    }
  }
}

function changed(key: ManagedKey, { clear = [], ...changes }: KeyChanges): ManagedKey {
  const { description, expires_at, ...rest } = { ...key, ...changes }
  return {
    ...rest,
    ...(description !== undefined && !clear.includes('description') && { description }),
    ...(expires_at !== undefined && !clear.includes('expires_at') && { expires_at })
  }
}

/** Returns the row if it is a managed key. Throws key_not_found. */
function managed(id: string, row: StoredKey | undefined): ManagedKey {
  if (row?.kind === 'key') return row
  throw new OperationError('key_not_found', `No key has the ID ${id}.`, {
    ...GATEWAY,
    suggestions: ['List the keys with keys_list.']
  })
}

/** Returns the time in UTC. Throws if the key would never be accepted. */
function readExpiry(time: string | undefined): string | undefined {
  if (time === undefined) return undefined
  const at = Date.parse(time)
  if (Number.isNaN(at) || at <= Date.now())
    throw invalidField('expires_at', `is not in the future (got ${time})`, 'a future time, ISO 8601')
  return isoTime(at)
}

function checkScopes(scopes: readonly string[], issuesOf: Parts['scopeIssues']): void {
  const issues = [...issuesOf(scopes)]
  if (issues.length === 0) return
  const message = issues.map(issue => issue.message).join('; ')
  throw new OperationError('invalid_field_value', `\`scopes\`: ${message}.`, { ...GATEWAY, issues })
}

/** Otherwise a caller could give itself any scope by means of another key. */
function assertGrants(caller: Caller, scopes: readonly string[], others: readonly string[] = []): void {
  const missing = missingScopes(scopes, [...caller.scopes, ...others])
  if (missing.length === 0) return
  const names = missing.map(scope => `\`${scope}\``).join(', ')
  throw new OperationError('insufficient_permissions', `This key cannot give a key scopes that it does not have itself: ${names}.`, {
    ...GATEWAY,
    required_scope: missing[0],
    suggestions: [`Use a key that has ${names}, too.`]
  })
}

const CURSOR = 'keys'

function lastIdIn(cursor: string): string {
  const [list, id] = decodeCursor(cursor)
  if (list === CURSOR && typeof id === 'string') return id
  throw invalidField('cursor', 'is not a cursor of this list', 'next_cursor of the previous page')
}

const GATEWAY = { source: 'gateway', outcome: 'not_executed' } as const

const alreadyExists = (id: string): OperationError =>
  new OperationError('already_exists', `The ID ${id} is in use, or belonged to a key that was deleted.`, {
    ...GATEWAY,
    suggestions: ['Choose another ID.', `To get a new key for ${id}, rotate it with keys_rotate.`]
  })

const inFile = (id: string): OperationError =>
  new OperationError('key_in_file', `The key ${id} is in the configuration of the gateway, so it can be revoked here, but not changed.`, {
    ...GATEWAY,
    suggestions: ['The operator can change or remove its entry in the config file or in TOOLGATE_KEYS.', `Or revoke it with keys_revoke.`]
  })

const alreadyRevoked = (id: string): OperationError =>
  new OperationError('already_revoked', `The key ${id} was revoked, which cannot be undone.`, {
    ...GATEWAY,
    suggestions: ['Create another key with keys_create.']
  })
