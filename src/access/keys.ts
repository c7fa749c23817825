import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { ANONYMOUS_CALLER, type Caller } from '../contract/call.ts'
import { Constraints } from '../contract/constraints.ts'
import { Limits } from '../contract/limits.ts'
import type { ManagedKey, StoredRow } from './managed/stored-key.ts'
import { SCOPE } from './scopes.ts'

/** Pattern of a secret that signs webhooks, as Standard Webhooks writes it. */
export const WEBHOOK_SECRET = '^whsec_[A-Za-z0-9+/]{32,86}={0,2}$'

/** A stored key. It holds the hash of the key, never the key itself. */
export const KeyEntry = Type.Object(
  {
    id: Type.String({
      pattern: '^[a-z0-9][a-z0-9-]{0,62}$',
      description: 'the ID of the key: lowercase letters, digits and -, at most 63'
    }),
    hash: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'SHA-256 of the whole key in 64 hex digits, as `npx toolgate keys new` prints it'
    }),
    scopes: Type.Array(SCOPE, {
      minItems: 1,
      uniqueItems: true,
      description: 'what the key may do: a list of one or more scopes, each once'
    }),
    expires: Type.Optional(
      Type.String({
        pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2}))?$',
        description:
          'when the key expires: a date (2027-01-01, at 00:00 UTC) or a time with its zone (2027-01-01T12:00:00Z); default: never'
      })
    ),
    webhook_secrets: Type.Optional(
      Type.Array(
        Type.String({
          pattern: WEBHOOK_SECRET,
          description: 'whsec_ and 24 to 64 bytes in base64; create one with: echo "whsec_$(openssl rand -base64 32)"'
        }),
        {
          minItems: 1,
          maxItems: 2,
          uniqueItems: true,
          description:
            'secrets that sign the webhooks of the key, instead of the one that the gateway derives: one or two (the new one first)'
        }
      )
    ),
    constraints: Type.Optional(Constraints),
    limits: Type.Optional(Limits),
    description: Type.Optional(Type.String({ description: 'a note for people' }))
  },
  { additionalProperties: false, description: 'a key: { id, hash, scopes, expires, webhook_secrets, constraints, limits, description }' }
)
export type KeyEntry = Static<typeof KeyEntry>

/** Why a key is refused. Only a client that sent its whole text learns more than `unknown`. */
type KeyRefusal = 'unknown' | 'expired' | 'disabled' | 'revoked'

/** What is in force for a key that is accepted now. */
export interface KeyInForce {
  scopes: readonly string[]
  constraints: Constraints | undefined
  /** Hashes of the texts that are accepted: two while a rotated key has an overlap. */
  hashes: readonly string[]
}

export interface Keyring {
  /** Returns the caller of a key. Takes the same time for a wrong key as for any other wrong one. */
  identify: (presented: string, now?: number) => Caller | KeyRefusal
  /** Forgets the texts of keys that were sent, which are kept so that they need not be hashed again. Called often. */
  forget: () => void
  /** Returns the caller of a key ID; undefined if there is no such key, or if it is refused. */
  callerOf: (id: string, now?: number) => Caller | undefined
  /** Returns the hashes of a key's texts, the latest first: the one before it only until its overlap ends. None if there is no such key. */
  hashesOf: (id: string, now?: number) => string[]
  /** Whether the caller, as `identify` returned it, has a managed key. */
  isManaged: (caller: Caller) => boolean
  /** Returns all keys that are accepted, by ID. */
  inForce: (now?: number) => Map<string, KeyInForce>
}

/** The caller if no keys are configured. The gateway then listens on loopback only. */
export const LOCAL_CALLER: Caller = { id: 'local', scopes: ['*'] }

/** IDs of callers without a key, which no key may have. */
export const RESERVED_IDS: readonly string[] = [LOCAL_CALLER.id, ANONYMOUS_CALLER.id]

const SECRET_LENGTH = 43 // of 32 bytes in base64url

interface Text {
  hash: string
  digest: Buffer
  /** Time in ms. */
  until: number
  /** The caller that sends it. */
  caller: Caller
}

/** A key of any source. */
interface Holder {
  caller: Caller
  texts: readonly Text[]
  /** Refuses every text. */
  refusal?: 'disabled' | 'revoked' | undefined
}

/** Combines the entries of the configuration with stored rows. If both have a key of the same ID, the entry counts. */
export function createKeyring(entries: readonly KeyEntry[], stored: Iterable<StoredRow> = []): Keyring {
  const rows = [...stored]
  const revoked = new Set(rows.flatMap(row => (row.kind === 'revoked_entry' || row.kind === 'unreadable_entry' ? row.hash : [])))
  const managed = rows.flatMap(row => (row.kind === 'key' ? holderOfRow(row) : []))
  const own = entries.map(entry => holderOfEntry(entry, revoked.has(entry.hash)))
  const managedCallers = new Set(managed.flatMap(({ texts }) => texts.map(({ caller }) => caller)))
  const holders = new Map([...managed, ...own].map(holder => [holder.caller.id, holder]))
  const isAccepted = ({ texts, refusal }: Holder, now: number): boolean => refusal === undefined && texts.some(({ until }) => now < until)
  // Whole texts that are accepted. V8 compares a text only with one of the same hash, whose seed is random: the time that this takes reveals nothing.
  const accepted = new Map<string, Text>()
  return {
    identify(presented, now = Date.now()) {
      const known = accepted.get(presented)
      if (known) return now < known.until ? known.caller : 'expired'
      const { texts, refusal } = holders.get(idOf(presented)) ?? NO_HOLDER
      const digest = digestOf(presented)
      const text = texts.find(own => timingSafeEqual(digest, own.digest))
      if (text === undefined) return 'unknown'
      if (refusal === undefined) accepted.set(presented, text)
      return refusal ?? (now < text.until ? text.caller : 'expired')
    },
    forget: () => accepted.clear(),
    callerOf(id, now = Date.now()) {
      const holder = holders.get(id)
      return holder && isAccepted(holder, now) ? holder.caller : undefined
    },
    hashesOf: (id, now = Date.now()) =>
      (holders.get(id)?.texts ?? []).flatMap(({ hash, until }, at) => (at === 0 || now < until ? hash : [])),
    isManaged: caller => managedCallers.has(caller),
    inForce(now = Date.now()) {
      const accepted = [...holders].filter(([, holder]) => isAccepted(holder, now))
      return new Map(
        accepted.map(([id, { caller, texts }]) => [
          id,
          { scopes: caller.scopes, constraints: caller.constraints, hashes: texts.flatMap(({ hash, until }) => (now < until ? hash : [])) }
        ])
      )
    }
  }
}

/** The hash of the text that a caller sent, by the caller that `identify` returned. */
const sentHashes = new WeakMap<Caller, string>()

/** Returns the hash of the text of its key that the caller sent; undefined for a caller without a key. */
export const sentHashOf = (caller: Caller): string | undefined => sentHashes.get(caller)

function textOf(own: Caller, hash: string, until = Infinity): Text {
  const caller = { ...own }
  sentHashes.set(caller, hash)
  return { hash, digest: Buffer.from(hash), until, caller }
}

function holderOfEntry({ id, hash, scopes, expires, constraints, limits }: KeyEntry, isRevoked: boolean): Holder {
  const caller = { id, scopes, ...(constraints && { constraints }), ...(limits && { limits }) }
  return { caller, texts: [textOf(caller, hash, endOf(expires))], refusal: isRevoked ? 'revoked' : undefined }
}

function holderOfRow({ id, hash, scopes, constraints, limits, expires_at, disabled, previous, revoked_at }: ManagedKey): Holder {
  const caller = { id, scopes, ...(constraints && { constraints }), ...(limits && { limits }) }
  const end = endOf(expires_at)
  return {
    caller,
    texts: [textOf(caller, hash, end), ...(previous ? [textOf(caller, previous.hash, Math.min(endOf(previous.until), end))] : [])],
    refusal: revoked_at === undefined ? (disabled ? 'disabled' : undefined) : 'revoked'
  }
}

const endOf = (time: string | undefined): number => (time === undefined ? Infinity : Date.parse(time))

/** For unknown IDs, so that they take as long as known ones. */
const NO_HOLDER: Holder = { caller: ANONYMOUS_CALLER, texts: [textOf(ANONYMOUS_CALLER, '-'.repeat(64))] }

/** Creates a key: its text, which only its holder keeps, and the entry to store. */
export function newKey(entry: Omit<KeyEntry, 'hash'>): { key: string; entry: KeyEntry } {
  const key = `tg_${entry.id}_${randomBytes(32).toString('base64url')}`
  const { id, ...others } = entry
  return { key, entry: { id, hash: hash('sha256', key), ...others } }
}

/** Splits `tg_<id>_<secret>`. The secret may contain `_`, but its length is fixed. */
function idOf(presented: string): string {
  return presented.startsWith('tg_') ? presented.slice(3, -SECRET_LENGTH - 1) : ''
}

/** The hash in hex, as it is stored. Hex is twice as fast to create as a Buffer. */
function digestOf(presented: string): Buffer {
  return Buffer.from(hash('sha256', presented))
}
