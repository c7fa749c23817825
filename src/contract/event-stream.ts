import { Type } from 'typebox'
import { sseComment, sseEvent, sseRetry } from '../lib/sse.ts'

/** Media type of server-sent events. */
export const EVENTS = 'text/event-stream'

const RETRY_MS = 2_000

/** Input of an operation that streams events. */
export const lastEventId = Type.Optional(
  Type.String({
    maxLength: 64,
    'x-header': 'Last-Event-ID',
    description: 'ID of the last event you have; the header Last-Event-ID has the same meaning and takes precedence. Default: from now on'
  })
)

/** What a client that cannot receive the events gets, for examples. */
export const linkToEvents = (url: string) => ({
  url,
  media_type: EVENTS,
  filename: null,
  length: null,
  content: null,
  encoding: null,
  complete: false
})

/** `silence` is sent at times without events, so that the connection stays open. */
type StreamEvent = { event: 'silence' } | { event: string; data: unknown; id?: string }

/** Formats events as text. */
export async function* sseOf(events: AsyncIterable<StreamEvent>): AsyncGenerator<string> {
  yield sseRetry(RETRY_MS)
  for await (const event of events) yield 'data' in event ? sseEvent(event.event, event.data, event.id) : sseComment('still here')
}
