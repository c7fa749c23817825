import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'
import { chmod, stat } from 'node:fs/promises'
import path from 'node:path'
import { OperationError } from '../contract/errors.ts'
import type { Log } from '../contract/runtime.ts'
import { readOrCreate } from './create-once.ts'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const ID_BYTES = 6

/** The file of the random secret, in the data folder. */
export const SECRET_FILE = 'secret.key'

/** Encryption and derivation with the gateway's secrets. Values of one purpose cannot be used for another. */
export interface Secrets {
  /** Encrypts a text (AES-256-GCM) with the first secret. Starts with the ID of its key. */
  seal: (text: string, purpose: string) => string
  /** Decrypts a sealed text. Throws configuration_missing if this process lacks the secret, and an Error if the text was changed. */
  open: (sealed: string, purpose: string) => string
  /** Derives 32 bytes from each secret, in order. */
  derive: (purpose: string) => [Buffer, ...Buffer[]]
}

/** Opens the secrets of TOOLGATE_SECRET and of the data folder. Creates the latter if there is none. */
export async function openSecrets(dataDirectory: string, configured: readonly string[], log: Log): Promise<Secrets> {
  const file = path.join(dataDirectory, SECRET_FILE)
  const exists = (await modeOf(file)) !== undefined
  if (configured.length > 0 && !exists) return secretsOf(configured)
  const kept = await readOrCreate(file, () => `${randomBytes(KEY_BYTES).toString('base64')}\n`, 0o600)
  if (Buffer.from(kept, 'base64').length !== KEY_BYTES) throw new Error(broken(file))
  await keepPrivate(file, log)
  return secretsOf([...configured, kept.trim()])
}

/** Encrypts with the first secret and decrypts with any. */
export function secretsOf(texts: readonly string[]): Secrets {
  const known = texts.map(text => ({ text, id: derived(text, 'key id').subarray(0, ID_BYTES).toString('hex') }))
  const [first, ...others] = known
  if (!first) throw new Error('There is no secret')
  return {
    seal: (text, purpose) => `${first.id}.${encrypt(text, derived(first.text, purpose))}`,
    open(sealed, purpose) {
      const [id = '', body = ''] = sealed.split('.')
      const secret = known.find(one => one.id === id)
      if (!secret) throw lacking(id)
      return decrypt(body, derived(secret.text, purpose))
    },
    derive: purpose => [derived(first.text, purpose), ...others.map(({ text }) => derived(text, purpose))]
  }
}

/** Hashes the purpose, because HKDF limits its length. */
const derived = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'toolgate', hash('sha256', purpose, 'buffer'), KEY_BYTES))

function encrypt(text: string, key: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
}

function decrypt(sealed: string, key: Buffer): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const [tagAt, bodyAt] = [NONCE_BYTES, NONCE_BYTES + TAG_BYTES]
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, tagAt), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(tagAt, bodyAt))
  return Buffer.concat([decipher.update(bytes.subarray(bodyAt)), decipher.final()]).toString('utf8')
}

const lacking = (id: string): OperationError =>
  new OperationError(
    'configuration_missing',
    `This process lacks the secret with the key ID ${id.slice(0, 2 * ID_BYTES)}. Nothing was done.`,
    {
      source: 'gateway',
      outcome: 'not_executed',
      suggestions: [
        'Ask the operator to set the same TOOLGATE_SECRET for every process that shares this Redis, or to start the process with the data folder (TOOLGATE_DATA) whose secret encrypted it.'
      ]
    }
  )

const broken = (file: string): string =>
  `${file} does not hold a secret (32 bytes in base64). Restore it from a backup. If there is none, delete the file: a new secret is created, and what the old one encrypted can no longer be decrypted.`

/** Returns the permission bits of a file; undefined if it does not exist. */
async function modeOf(file: string): Promise<number | undefined> {
  const stats = await stat(file).catch(() => undefined)
  return stats && stats.mode & 0o777
}

const OTHERS = 0o077

/** A copy or a restored backup may be readable by other users of the machine. */
async function keepPrivate(file: string, log: Log): Promise<void> {
  if (process.platform === 'win32' || !(((await modeOf(file)) ?? 0) & OTHERS)) return
  try {
    await chmod(file, 0o600)
    log.warn({ file }, 'Other users of this machine could read the secret of the gateway; its permissions were changed to 0600')
  } catch (err) {
    log.warn(
      { file, err },
      'Other users of this machine can read the secret of the gateway, and its permissions cannot be changed: set them to 0600'
    )
  }
}
