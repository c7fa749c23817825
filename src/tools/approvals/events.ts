import type { ApprovalEvent } from '../../contract/approvals.ts'
import { sseComment, sseEvent, sseRetry } from '../../lib/sse.ts'

export const EVENTS = 'text/event-stream'

const RETRY_MS = 2_000

/** Formats changes of approvals as text. */
export async function* sseOf(events: AsyncIterable<ApprovalEvent>): AsyncGenerator<string> {
  yield sseRetry(RETRY_MS)
  for await (const event of events) yield event.event === 'silence' ? sseComment('still here') : sseEvent(event.event, event.data, event.id)
}
