import type { Caller } from '../../contract/call.ts'
import type { Constraints } from '../../contract/constraints.ts'
import { type Issue, OperationError } from '../../contract/errors.ts'
import type { IssuedKey, Key, KeyChanges, Keys } from '../../contract/keys.ts'
import type { Limits } from '../../contract/limits.ts'
import { principalOf } from '../../contract/principal.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { invalidField } from '../../lib/invalid-field.ts'
import type { KeysPort } from '../../pipeline/ports.ts'
import { areSame, isWithin } from '../constraints.ts'
import { type KeyEntry, newKey, RESERVED_IDS, sentHashOf } from '../keys.ts'
import { missingScopes } from '../scopes.ts'
import type { KeyStore } from './key-store.ts'
import type { KeyUses } from './key-uses.ts'
import { deletedKeyView, entryView, isoTime, makersOf, managedKeyView, unreadableKeyView } from './key-view.ts'
import { fieldOfEntry, fieldOfEntryId, fieldOfKey, type ManagedKey, type StoredKey, type StoredRow } from './stored-key.ts'

/** What a key names of the catalog. */
interface NamesOfKey {
  scopes?: readonly string[] | undefined
  constraints?: Constraints | undefined
  limits?: Limits | undefined
}

interface Parts {
  store: KeyStore
  uses: Pick<KeyUses, 'of'>
  /** Returns the keys of the configuration. */
  entries: () => readonly KeyEntry[]
  /** Returns the problems of scopes, of names in constraints and of systems in limits that do not exist. */
  unknownNames: (key: NamesOfKey) => readonly Issue[]
  /** Cancels the jobs of a key. Returns their number. */
  cancelJobs: (keyId: string) => Promise<number>
  /** Throws if a crash of Redis could lose a change. */
  requireDurability?: () => Promise<void>
}

/** Creates the operations on keys. */
export const createKeys =
  (parts: Parts): KeysPort =>
  ({ caller, clientConnection }) => {
    const { store, ...others } = parts
    /** The caller may change its own key. The response, which may be the only one with a new key, is sent nevertheless. */
    const change: KeyStore['change'] = async (...args) => {
      const release = clientConnection.keep?.()
      try {
        return await store.change(...args)
      } finally {
        release?.()
      }
    }
    return keysFor(caller, { ...others, store: { ...store, change } })
  }

function keysFor(caller: Caller, { store, uses, entries, unknownNames, cancelJobs, requireDurability }: Parts): Keys {
  const entryOf = (id: string): KeyEntry | undefined => entries().find(entry => entry.id === id)

  const viewOf = (entry: KeyEntry): Key => entryView(entry, store.get(fieldOfEntry(entry.hash)))

  const now = (): string => isoTime(Date.now())

  /** Returns keys as the caller sees them, with the time of the last use. */
  async function withUses<Shown extends Key>(keys: readonly Shown[]): Promise<Shown[]> {
    const times = await uses.of(keys.map(({ id }) => id))
    return keys.map(key => ({ ...key, ...visibleConstraints(caller, key), last_used_at: isoTimeOf(times.get(key.id)) }))
  }

  async function withUse<Shown extends Key>(key: Shown): Promise<Shown> {
    const [used = key] = await withUses([key])
    return used
  }

  /** Changes a managed key that is not revoked. */
  async function changeKey(id: string, next: (key: ManagedKey) => ManagedKey): Promise<ManagedKey> {
    if (entryOf(id)) throw inFile(id)
    await requireDurability?.()
    return managed(
      id,
      await store.change(fieldOfKey(id), row => {
        const key = managed(id, row)
        if (key.revoked_at !== undefined) throw alreadyRevoked(id)
        return next(key)
      })
    )
  }

  async function revokeEntry(entry: KeyEntry): Promise<Key> {
    const { id, hash } = entry
    const field = fieldOfEntry(hash)
    const row: StoredKey = { kind: 'revoked_entry', id, hash, revoked_at: now(), revoked_by: principalOf(caller) }
    return entryView(entry, await store.change(field, before => (before?.kind === 'revoked_entry' ? undefined : row)))
  }

  /** Returns undefined if there is no managed key of this ID. */
  async function revokeManaged(id: string): Promise<Key | undefined> {
    const revoked = () => ({ revoked_at: now(), revoked_by: principalOf(caller) })
    const row = await store.change(fieldOfKey(id), before => {
      if (before?.kind === 'unreadable_key') return { ...unknownKey(id), ...revoked() }
      return before?.kind === 'key' && before.revoked_at === undefined ? { ...before, ...revoked() } : undefined
    })
    if (row?.kind === 'deleted') return deletedKeyView(row)
    return row?.kind === 'key' ? managedKeyView(row) : undefined
  }

  /** Whether the ID is, or was, that of another key, whose jobs and recorded calls its holder would see. */
  const isTaken = (id: string): boolean =>
    RESERVED_IDS.includes(id) || entryOf(id) !== undefined || store.rows().some(row => row.kind !== 'unreadable_entry' && row.id === id)

  return {
    async create({ id, scopes, constraints, limits, description, expires_at }) {
      const expires = readExpiry(expires_at)
      checkNames({ scopes, constraints, limits }, unknownNames)
      assertGrants(caller, scopes)
      assertConstrained(caller, constraints)
      await requireDurability?.()
      await store.refresh()
      if (isTaken(id)) throw alreadyExists(id)
      const { key, entry } = newKey({ id, scopes })
      const row: ManagedKey = {
        kind: 'key',
        id,
        hash: entry.hash,
        scopes,
        ever_scopes: scopes,
        created_at: now(),
        created_by: principalOf(caller),
        ...(constraints && { constraints }),
        ...(limits && { limits }),
        ...(description !== undefined && { description }),
        ...(expires !== undefined && { expires_at: expires })
      }
      const create = (before: StoredRow | undefined): ManagedKey => {
        if (before) throw alreadyExists(id)
        return row
      }
      await store.change(fieldOfKey(id), create, fieldOfEntryId(id))
      return { ...managedKeyView(row), key }
    },

    async list({ query = '', status, created_by, limit, cursor }) {
      await store.refresh()
      const words = query.toLowerCase().split(/\s+/)
      const own = entries()
      const shadowed = new Set(own.map(({ id }) => id))
      const stored = [...store.rows()].flatMap(row => ('id' in row && shadowed.has(row.id) ? [] : (managedView(row) ?? [])))
      const all = [...own.map(viewOf), ...stored].filter(
        key =>
          (status === undefined || status.includes(key.status)) &&
          (created_by === undefined || created_by === key.created_by) &&
          matches(key, words)
      )
      const after = cursor === undefined ? '' : lastIdIn(cursor)
      const rest = all.filter(({ id }) => id > after).sort((a, b) => (a.id < b.id ? -1 : 1))
      const items = rest.slice(0, limit)
      const last = items.at(-1)
      const next_cursor = last && rest.length > limit ? encodeCursor([CURSOR, last.id]) : null
      return { items: await withUses(items), next_cursor, total: { value: all.length, relation: 'eq' } }
    },

    async get(id) {
      await store.refresh()
      const entry = entryOf(id)
      const row = store.get(fieldOfKey(id))
      const key = entry ? viewOf(entry) : row && managedView(row)
      if (!key) throw notFound(id)
      return await withUse(key)
    },

    async update(id, changes) {
      const expires = readExpiry(changes.expires_at)
      checkNames(changes, unknownNames)
      const key = await changeKey(id, before => {
        const after = changed(before, { ...changes, ...(expires !== undefined && { expires_at: expires }) })
        // A caller may narrow a key that has scopes which the caller lacks, but not extend its life.
        assertGrants(caller, after.scopes, before.scopes)
        if (isEnabledBy(before, after)) assertGrants(caller, before.scopes)
        if (isEnabledBy(before, after) || missingScopes(after.scopes, before.scopes).length > 0)
          assertConstrained(caller, after.constraints)
        else if (!isWithin(after.constraints ?? {}, before.constraints ?? {})) assertConstrained(caller, after.constraints)
        return after
      })
      return await withUse(managedKeyView(key))
    },

    async rotate(id, overlapSeconds): Promise<IssuedKey> {
      const { key, entry } = newKey({ id, scopes: [] })
      const rotated = await changeKey(id, before => {
        // The response contains the key, with all of its scopes. Another caller would also see what was done with those that it had before.
        assertGrants(caller, id === caller.id ? before.scopes : before.ever_scopes)
        const { constraints, former_constraints: former = [] } = before
        for (const one of id === caller.id ? [constraints] : [constraints, ...former]) assertConstrained(caller, one)
        const at = Date.now()
        const kept = { hash: usedHash(caller, before, at), until: isoTime(at + overlapSeconds * 1_000) }
        const { previous: _, ...rest } = before
        const { rotated_by, former_rotated_by = [] } = before
        return {
          ...rest,
          hash: entry.hash,
          rotated_at: isoTime(at),
          rotated_by: principalOf(caller),
          ...(rotated_by !== undefined && { former_rotated_by: [...new Set([...former_rotated_by, rotated_by])] }),
          ...(overlapSeconds > 0 && { previous: kept })
        }
      })
      return { ...(await withUse(managedKeyView(rotated))), key }
    },

    async revoke(id, isCancelling, warn) {
      await requireDurability?.().catch(() => warn(NOT_DURABLE)) // a kill switch is never refused
      const entry = entryOf(id)
      const stored = await revokeManaged(id)
      const key = entry ? await revokeEntry(entry) : stored
      if (!key) throw notFound(id)
      return { ...(await withUse(key)), cancelled_jobs: isCancelling ? await cancelJobs(id) : 0 }
    },

    async delete(id) {
      if (entryOf(id)) throw inFile(id)
      await requireDurability?.()
      await store.change(fieldOfKey(id), row => {
        if (row?.kind === 'deleted') return undefined
        if (row?.kind !== 'key' && row?.kind !== 'unreadable_key') throw notFound(id)
        return { kind: 'deleted', id, deleted_at: now(), deleted_by: principalOf(caller), made_by: makersOf(row) }
      })
    }
  }
}

const NOT_DURABLE =
  'Redis could lose this revocation in a crash, since it does not write each change to disk. If the key has an entry in the configuration, remove it, too.'

const isoTimeOf = (time: number | undefined): string | null => (time === undefined ? null : isoTime(time))

/** A key of which only the ID is known. No text has its hash. */
const unknownKey = (id: string): ManagedKey => ({ kind: 'key', id, hash: '0'.repeat(64), scopes: [], ever_scopes: ['*'] })

/** Whether ID, description or scopes of the key contain each of the words. */
function matches({ id, description, scopes }: Key, words: readonly string[]): boolean {
  const text = [id, description ?? '', ...scopes].join('\n').toLowerCase()
  return words.every(word => text.includes(word))
}

/** Returns a managed key as callers see it; undefined for other rows, including deleted keys. */
function managedView(row: StoredRow): Key | undefined {
  if (row.kind === 'unreadable_key') return unreadableKeyView(row.id)
  return row.kind === 'key' ? managedKeyView(row) : undefined
}

/** Returns the text that remains accepted after a rotation: the one that the caller sent, if it rotates its own key, else the newest. */
function usedHash(caller: Caller, { id, hash, previous }: ManagedKey, now: number): string {
  const isSent = id === caller.id && previous !== undefined && previous.hash === sentHashOf(caller)
  return isSent && now < Date.parse(previous.until) ? previous.hash : hash
}

const endOf = ({ expires_at }: ManagedKey): number => (expires_at === undefined ? Infinity : Date.parse(expires_at))

/** Whether a change enables the key, or lengthens its life. */
function isEnabledBy(before: ManagedKey, after: ManagedKey): boolean {
  return endOf(after) > endOf(before) || (before.disabled === true && after.disabled !== true)
}

/** If a key had more constraints before, it counts as one that had none. */
const MAX_FORMER = 20

function changed(key: ManagedKey, { clear = [], ...changes }: KeyChanges): ManagedKey {
  const { constraints, limits, description, expires_at, ...rest } = { ...key, ...changes }
  const current = clear.includes('constraints') ? undefined : constraints
  const { former_constraints: former = [] } = key
  const isKnown = areSame(current, key.constraints) || former.some(one => areSame(one, key.constraints))
  return {
    ...rest,
    ever_scopes: [...new Set([...key.ever_scopes, ...rest.scopes])],
    ...(current && { constraints: current }),
    ...(!isKnown && { former_constraints: former.length < MAX_FORMER ? [...former, key.constraints ?? {}] : [{}] }),
    ...(limits && !clear.includes('limits') && { limits }),
    ...(description !== undefined && !clear.includes('description') && { description }),
    ...(expires_at !== undefined && !clear.includes('expires_at') && { expires_at })
  }
}

/** Returns the row if it is a managed key. Throws key_not_found or key_unreadable. */
function managed(id: string, row: StoredRow | undefined): ManagedKey {
  if (row?.kind === 'key') return row
  throw row?.kind === 'unreadable_key' ? unreadable(id) : notFound(id)
}

/** Returns the time in UTC. Throws if the key would never be accepted. */
function readExpiry(time: string | undefined): string | undefined {
  if (time === undefined) return undefined
  const at = Date.parse(time)
  if (Number.isNaN(at) || at <= Date.now())
    throw invalidField('expires_at', `is not in the future (got ${time})`, 'a future time, ISO 8601')
  return isoTime(at)
}

function checkNames(key: NamesOfKey, unknownNames: Parts['unknownNames']): void {
  const issues = [...unknownNames(key)]
  if (issues.length === 0) return
  const message = issues.map(issue => `\`${issue.path}\`: ${issue.message}`).join('; ')
  throw new OperationError('invalid_field_value', `${message}.`, { ...GATEWAY, issues })
}

/** Otherwise a caller could give itself any scope by means of another key. */
function assertGrants(caller: Caller, scopes: readonly string[], others: readonly string[] = []): void {
  const missing = missingScopes(scopes, [...caller.scopes, ...others])
  if (missing.length === 0) return
  const names = missing.map(scope => `\`${scope}\``).join(', ')
  throw new OperationError('insufficient_permissions', `This key cannot grant scopes that it does not have itself: ${names}.`, {
    ...GATEWAY,
    required_scope: missing[0],
    suggestions: [`Use a key that also has ${names}.`]
  })
}

/** A constrained caller does not see the names of what is outside of its constraints. */
function visibleConstraints({ constraints: own = {} }: Caller, { constraints }: Key): Pick<Key, 'constraints' | 'constraints_withheld'> {
  const isVisible = constraints === null || isWithin(constraints, own)
  return isVisible ? { constraints, constraints_withheld: false } : { constraints: null, constraints_withheld: true }
}

/** Otherwise a caller could free itself of its constraints by means of another key. */
function assertConstrained({ constraints: own = {} }: Caller, constraints: Constraints = {}): void {
  if (isWithin(constraints, own)) return
  throw new OperationError(
    'insufficient_permissions',
    'This key is constrained, and a key that it creates, extends, enables or rotates must be constrained at least as much.',
    {
      ...GATEWAY,
      suggestions: [`Set constraints that are at least as narrow as ${JSON.stringify(own)}.`, 'Or use a key without constraints.']
    }
  )
}

const CURSOR = 'keys'

function lastIdIn(cursor: string): string {
  const [list, id] = decodeCursor(cursor)
  if (list === CURSOR && typeof id === 'string') return id
  throw invalidField('cursor', 'is not a cursor of this list', 'next_cursor of the previous page')
}

const GATEWAY = { source: 'gateway', outcome: 'not_executed' } as const

const notFound = (id: string): OperationError =>
  new OperationError('key_not_found', `No key has the ID ${id}.`, { ...GATEWAY, suggestions: ['List the keys with keys_list.'] })

const unreadable = (id: string): OperationError =>
  new OperationError('key_unreadable', `The key ${id} was stored by another version of the gateway, so it is refused.`, {
    ...GATEWAY,
    suggestions: ['Start the version of the gateway that stored it.', 'Or revoke or delete it, and create another key.']
  })

const alreadyExists = (id: string): OperationError =>
  new OperationError('already_exists', `The ID ${id} is in use, or belonged to another key.`, {
    ...GATEWAY,
    suggestions: ['Choose another ID.', `To replace the key ${id}, use keys_rotate.`]
  })

const inFile = (id: string): OperationError =>
  new OperationError('key_in_file', `The key ${id} is in the configuration of the gateway, so the API can only revoke it.`, {
    ...GATEWAY,
    suggestions: ['The operator can change or remove its entry in the config file or in TOOLGATE_KEYS.', `Or revoke it with keys_revoke.`]
  })

const alreadyRevoked = (id: string): OperationError =>
  new OperationError('already_revoked', `The key ${id} was revoked, which cannot be undone.`, {
    ...GATEWAY,
    suggestions: ['Create another key with keys_create.']
  })
