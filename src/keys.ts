import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Static, Type } from 'typebox'
import type { Caller } from './contract/caller.ts'
import { SCOPE } from './scopes.ts'

/** A key as it is stored: never the key itself, only its hash. */
export const KeyEntry = Type.Object(
  {
    id: Type.String({
      pattern: '^[a-z0-9][a-z0-9-]{0,62}$',
      description: 'who holds the key: lower-case letters, digits and -, at most 63'
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
          'from when the key is refused: a date (2027-01-01, at 00:00 UTC) or a time with its zone (2027-01-01T12:00:00Z); default: never'
      })
    ),
    description: Type.Optional(Type.String({ description: 'a note for people' }))
  },
  { additionalProperties: false, description: 'a key: { id, hash, scopes, expires, description }' }
)
export type KeyEntry = Static<typeof KeyEntry>

export interface Keyring {
  /** Who presents this key. Takes as long for a wrong key as for a right one. */
  identify: (presented: string, now?: number) => Caller | 'unknown' | 'expired'
}

/** Who calls where no keys are configured; the gateway then listens on loopback only. */
export const LOCAL_CALLER: Caller = { id: 'local', scopes: ['*'] }

const SECRET_LENGTH = 43 // of 32 bytes in base64url

export function createKeyring(entries: readonly KeyEntry[]): Keyring {
  const known = new Map(entries.map(entry => [entry.id, stored(entry)]))
  const nobody = { holder: LOCAL_CALLER, digest: randomBytes(64), expires: 0 }
  return {
    identify(presented, now = Date.now()) {
      const entry = known.get(idOf(presented)) ?? nobody
      const same = timingSafeEqual(digestOf(presented), entry.digest)
      if (!same || entry === nobody) return 'unknown'
      return now < entry.expires ? entry.holder : 'expired'
    }
  }
}

/** Makes a key: its text, which nobody keeps but its holder, and the entry to store. */
export function newKey(entry: Omit<KeyEntry, 'hash'>): { key: string; entry: KeyEntry } {
  const key = `tg_${entry.id}_${randomBytes(32).toString('base64url')}`
  const { id, ...others } = entry
  return { key, entry: { id, hash: hash('sha256', key), ...others } }
}

function stored({ id, hash, scopes, expires }: KeyEntry) {
  return { holder: { id, scopes }, digest: Buffer.from(hash), expires: expires === undefined ? Infinity : Date.parse(expires) }
}

/** `tg_<id>_<secret>`: the secret may hold _ too, but its length is fixed. */
function idOf(presented: string): string {
  return presented.startsWith('tg_') ? presented.slice(3, -SECRET_LENGTH - 1) : ''
}

/** In hex, as it is stored: a text is handed out twice as fast as bytes. */
function digestOf(presented: string): Buffer {
  return Buffer.from(hash('sha256', presented))
}
