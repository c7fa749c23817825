import { type Static, Type } from 'typebox'
import { nullable, words } from './schema.ts'

/** What a webhook tells of, and when. Ends of a job, and whatever leaves it standing until somebody does something. */
export const EVENT_MEANINGS = {
  'job.awaiting_confirmation': 'its preview waits for somebody to confirm',
  'job.waiting': 'the system refuses the credential, or its settings are missing or wrong; told once for each reason until items go on',
  'job.paused': 'the engine paused it; not told where somebody asked for the pause',
  'job.completed': 'it has ended; the counts tell how',
  'job.failed': 'it could not go on',
  'job.cancelled': 'it was stopped for good',
  'job.expired': 'nobody confirmed in time'
} as const
export type EventName = keyof typeof EVENT_MEANINGS

export const EVENTS = Object.keys(EVENT_MEANINGS).filter((name): name is EventName => name in EVENT_MEANINGS)

/** One attempt to tell of one event. */
const Delivery = Type.Object({
  event: words(EVENTS, { description: 'What was told' }),
  webhook_id: Type.String({ description: 'The webhook-id header: the same for every attempt to tell of this event' }),
  attempt: Type.Integer({ minimum: 1, description: 'Which attempt it was, from 1 on' }),
  at: Type.String({ format: 'date-time', description: 'When it was made' }),
  status: nullable(Type.Integer(), { description: 'HTTP status of the answer; null where none came' }),
  error: nullable(Type.String(), { description: 'Why it was not taken; null where it was' }),
  next_attempt_at: nullable(Type.String({ format: 'date-time' }), { description: 'When it is tried again; null where it is not' })
})
export type Delivery = Static<typeof Delivery>

/** What a job shows of its webhooks. */
export const Notifications = Type.Object(
  {
    url: Type.String({ description: 'Where events go: the origin of notify_url, whose path and query may hold secrets' }),
    deliveries: Type.Array(Delivery, { description: 'The last attempts, the newest first; at most 20' })
  },
  { $id: 'Notifications', description: 'What was told to notify_url', 'x-volatile': true }
)
export type Notifications = Static<typeof Notifications>
