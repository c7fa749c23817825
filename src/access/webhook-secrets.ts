import type { Secrets } from '../lib/secrets.ts'
import type { KeyEntry } from './keys.ts'

/**
 * Returns the secrets that sign the webhooks of a key's jobs, in the form of Standard Webhooks. Each key has its own secret, so that no holder of a key
 * can forge the webhooks of another. Derived from the gateway's secret, unless the entry of the key names others.
 */
export function webhookSecrets(keyId: string, keys: readonly KeyEntry[], secrets: Secrets): readonly [string, ...string[]] {
  const [own, ...further] = keys.find(({ id }) => id === keyId)?.webhook_secrets ?? []
  if (own !== undefined) return [own, ...further]
  const [first, ...others] = secrets.derive(`webhooks of the key ${keyId}`)
  return [written(first), ...others.map(written)]
}

const written = (secret: Buffer): string => `whsec_${secret.toString('base64')}`
