import { OperationError } from '../../contract/errors.ts'
import type { Secrets } from '../../lib/secrets.ts'
import type { EncryptedFields, Meta } from '../model/job-record.ts'

// Fields of a job that contain its input, except the IDs of its items. They are encrypted in its hash, and decrypted to show or run the job.

const FIELDS = ['message', 'query', 'action', 'metadata'] as const

/** No JSON begins with this. */
const PREFIX = 'sealed:'
const PURPOSE = 'job request'

/** Returns the encrypted value of a field of a new job. */
export const encryptField = (secrets: Secrets, value: unknown): string => PREFIX + secrets.seal(JSON.stringify(value), PURPOSE)

export const isEncrypted = (value: string | undefined): boolean => value?.startsWith(PREFIX) ?? false

/** Returns the encrypted fields of a hash. */
export function encryptedIn(hash: Record<string, string>): EncryptedFields {
  const encrypted: EncryptedFields = {}
  for (const name of FIELDS) if (hash[name]?.startsWith(PREFIX)) encrypted[name] = hash[name].slice(PREFIX.length)
  return encrypted
}

/** Returns the job with these fields decrypted. Throws configuration_missing if this process lacks the secret. */
export function decryptMeta(secrets: Secrets, meta: Meta): Meta {
  const fields = Object.fromEntries(Object.entries(meta.encrypted).map(([name, text]) => [name, JSON.parse(secrets.open(text, PURPOSE))]))
  return { ...meta, ...fields, encrypted: {} }
}

/** The same for display: a process without the secret shows the job without these fields. */
export function decryptForDisplay(secrets: Secrets, meta: Meta): Meta {
  try {
    return decryptMeta(secrets, meta)
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    return { ...meta, message: `${meta.operation} (encrypted with a secret that this process does not have)` }
  }
}

/** Returns the message of a job for a search; empty if this process lacks the secret. */
export function decryptMessage(secrets: Secrets, stored: string): string {
  if (!isEncrypted(stored)) return stored
  try {
    return String(JSON.parse(secrets.open(stored.slice(PREFIX.length), PURPOSE)))
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    return ''
  }
}
