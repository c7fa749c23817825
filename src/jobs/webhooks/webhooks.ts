import type { Guard } from '../../contract/runtime.ts'
import type { Meta } from '../model/job-record.ts'

/** Dependencies of webhooks. */
export interface Webhooks {
  guard: Guard
  /** Signing secrets (`whsec_…`) of the key that created the job. Each of them signs, so that receivers can rotate theirs. */
  secrets: (keyId: string) => readonly string[]
  /** Prefix of every link; empty for links without a host. */
  publicUrl: string
  /** Whether the key was revoked or deleted: its webhooks then end. Default: never. */
  isRevoked?: (keyId: string) => boolean
  /** Decrypts a job for the body of a webhook. */
  decrypt?: (meta: Meta) => Meta
}

export const NOTIFY_RULES = { field: 'notify_url', https: true }

/** Throws if no webhook could be delivered to the URL at present. */
export async function checkNotifyUrl(url: string, webhooks: Webhooks | undefined): Promise<void> {
  await webhooks?.guard.check(url, NOTIFY_RULES)
}
