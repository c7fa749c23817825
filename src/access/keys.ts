import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Static, Type } from 'typebox'
import type { Caller } from '../contract/call.ts'
import { SCOPE } from './scopes.ts'

/** A stored key. It holds the hash of the key, never the key itself. */
export const KeyEntry = Type.Object(
  {
    id: Type.String({
      pattern: '^[a-z0-9][a-z0-9-]{0,62}$',
      description: 'the ID of the key: lower-case letters, digits and -, at most 63'
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
          pattern: '^whsec_[A-Za-z0-9+/]{32,86}={0,2}$',
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
    description: Type.Optional(Type.String({ description: 'a note for people' }))
  },
  { additionalProperties: false, description: 'a key: { id, hash, scopes, expires, webhook_secrets, description }' }
)
export type KeyEntry = Static<typeof KeyEntry>

export interface Keyring {
  /** Returns the caller of a key. Takes the same time for a wrong key as for a valid one. */
  identify: (presented: string, now?: number) => Caller | 'unknown' | 'expired'
}

/** The caller if no keys are configured. The gateway then listens on loopback only. */
export const LOCAL_CALLER: Caller = { id: 'local', scopes: ['*'] }

const SECRET_LENGTH = 43 // of 32 bytes in base64url

export function createKeyring(entries: readonly KeyEntry[]): Keyring {
  const known = new Map(entries.map(entry => [entry.id, stored(entry)]))
  const noMatch = { holder: LOCAL_CALLER, digest: randomBytes(64), expires: 0 }
  return {
    identify(presented, now = Date.now()) {
      const entry = known.get(idOf(presented)) ?? noMatch
      const same = timingSafeEqual(digestOf(presented), entry.digest)
      if (!same || entry === noMatch) return 'unknown'
      return now < entry.expires ? entry.holder : 'expired'
    }
  }
}

/** Creates a key: its text, which only its holder keeps, and the entry to store. */
export function newKey(entry: Omit<KeyEntry, 'hash'>): { key: string; entry: KeyEntry } {
  const key = `tg_${entry.id}_${randomBytes(32).toString('base64url')}`
  const { id, ...others } = entry
  return { key, entry: { id, hash: hash('sha256', key), ...others } }
}

function stored({ id, hash, scopes, expires }: KeyEntry) {
  return { holder: { id, scopes }, digest: Buffer.from(hash), expires: expires === undefined ? Infinity : Date.parse(expires) }
}

/** Splits `tg_<id>_<secret>`. The secret may contain `_`, but its length is fixed. */
function idOf(presented: string): string {
  return presented.startsWith('tg_') ? presented.slice(3, -SECRET_LENGTH - 1) : ''
}

/** The hash in hex, as it is stored. Hex is twice as fast to create as a Buffer. */
function digestOf(presented: string): Buffer {
  return Buffer.from(hash('sha256', presented))
}
