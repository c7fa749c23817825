import type { BulkSettings } from '../../src/bulk/settings.ts'
import type { Webhooks } from '../../src/bulk/webhooks/accept.ts'
import type { JobEvent } from '../../src/contract/webhooks.ts'
import { createGuard, type GuardOptions } from '../../src/lib/guard/guard.ts'
import type { Seen } from './listen.ts'

export const SECRET = `whsec_${Buffer.alloc(32, 'first').toString('base64')}`
export const OTHER_SECRET = `whsec_${Buffer.alloc(32, 'second').toString('base64')}`

/** What jobs and workers need to tell a receiver on this machine. */
export const webhooksTo = (port: number, more: Partial<Webhooks> & Partial<GuardOptions> = {}): Webhooks => ({
  guard: createGuard({ allow: [`127.0.0.1:${port}`], ...more }),
  secrets: () => [SECRET],
  publicUrl: 'http://gateway',
  ...more
})

/** Attempts that follow one another soon. */
export const SOON: Partial<BulkSettings> = { webhook_delays_ms: [0, 100, 100, 100] }

export const eventIn = ({ body }: Pick<Seen, 'body'>): JobEvent => JSON.parse(body)
export const typesOf = (seen: readonly Seen[]): string[] => seen.map(one => eventIn(one).type)

/** The headers that a verifier wants. */
export const signedPart = ({ headers }: Seen): Record<string, string> =>
  Object.fromEntries(['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name => [name, String(headers[name])]))
