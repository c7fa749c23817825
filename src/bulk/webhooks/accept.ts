import { OperationError } from '../../contract/errors.ts'
import type { Guard } from '../../contract/guard.ts'

/** What webhooks need from outside. */
export interface Webhooks {
  guard: Guard
  /** `whsec_…` each; every one of them signs, so that receivers can change theirs one by one. None: webhooks are off. */
  secrets: () => readonly string[]
  /** In front of every link; empty for links without a host. */
  publicUrl: string
}

export const NOTIFY_RULES = { field: 'notify_url', https: true }

/** Throws where nothing could ever be delivered to the URL as things stand. */
export async function acceptUrl(url: string, webhooks: Webhooks | undefined): Promise<void> {
  if (!webhooks || webhooks.secrets().length === 0) throw noSecret()
  await webhooks.guard.check(url, NOTIFY_RULES)
}

export const noSecret = (): OperationError =>
  new OperationError('configuration_missing', 'This gateway has no secret to sign webhooks with: TOOLGATE_WEBHOOK_SECRET is not set.', {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: [
      'Leave out notify_url, and follow the job with jobs_get.',
      'The operator makes a secret with: echo "whsec_$(openssl rand -base64 32)"'
    ]
  })
