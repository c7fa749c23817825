import type { JobEvent } from '../../contract/job-events.ts'
import { sseComment, sseEvent, sseRetry } from '../../lib/sse.ts'

export const EVENTS = 'text/event-stream'

const RETRY_MS = 2_000

/** Formats events of a job as text. */
export async function* sseOf(events: AsyncIterable<JobEvent>): AsyncGenerator<string> {
  yield sseRetry(RETRY_MS)
  for await (const event of events) {
    if (event.event === 'silence') yield sseComment('still here')
    else yield sseEvent(event.event, event.data, 'id' in event ? event.id : undefined)
  }
}
