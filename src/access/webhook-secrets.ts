import type { Secrets } from '../lib/secrets.ts'
import type { KeyEntry } from './keys.ts'

/**
 * Returns the secrets that sign the webhooks of a key's jobs, in the form of Standard Webhooks, the current one first. Each key has its own secret, so
 * that no holder of a key can forge the webhooks of another. Derived from the gateway's secret and the hash of the key, so that a rotated key has
 * another one, unless the entry of the key names others. `hashes`: those of the key, the latest first.
 */
export function webhookSecrets(keyId: string, hashes: readonly string[], keys: readonly KeyEntry[], secrets: Secrets): readonly string[] {
  const own = keys.find(({ id }) => id === keyId)?.webhook_secrets ?? []
  if (own.length > 0) return own
  const subjects = hashes.length > 0 ? hashes.map(hash => `${keyId} ${hash}`) : [keyId]
  return subjects.flatMap(subject => secrets.derive(`webhooks of the key ${subject}`)).map(secret => `whsec_${secret.toString('base64')}`)
}
