import type { WebhookEvent } from '../../src/contract/job-events.ts'
import type { JobSettings } from '../../src/jobs/settings.ts'
import type { Webhooks } from '../../src/jobs/webhooks/webhooks.ts'
import { createGuard, type GuardOptions } from '../../src/lib/guard/guard.ts'
import type { Seen } from './listen.ts'

export const SECRET = `whsec_${Buffer.alloc(32, 'first').toString('base64')}`
export const OTHER_SECRET = `whsec_${Buffer.alloc(32, 'second').toString('base64')}`

/** The dependencies of jobs and workers to notify a receiver on this machine. */
export const webhooksTo = (port: number, more: Partial<Webhooks> & Partial<GuardOptions> = {}): Webhooks => ({
  guard: createGuard({ allow: [`127.0.0.1:${port}`], ...more }),
  secrets: () => [SECRET],
  publicUrl: 'http://gateway',
  ...more
})

/** Attempts in quick succession. */
export const SOON: Partial<JobSettings> = { webhook_delays_ms: [0, 100, 100, 100] }

export const eventIn = ({ body }: Pick<Seen, 'body'>): WebhookEvent => JSON.parse(body)
export const typesOf = (seen: readonly Seen[]): string[] => seen.map(one => eventIn(one).type)

/** The headers that a verifier needs. */
export const signedPart = ({ headers }: Seen): Record<string, string> =>
  Object.fromEntries(['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name => [name, String(headers[name])]))
