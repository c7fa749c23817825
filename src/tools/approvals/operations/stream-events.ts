import { Type } from 'typebox'
import { Approval } from '../../../contract/approvals.ts'
import { EVENTS, lastEventId, linkToEvents, sseOf } from '../../../contract/event-stream.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { stream } from '../../../contract/stream.ts'
import { approvals } from '../tool.ts'

export default defineOperation(approvals, {
  name: 'stream_events',
  summary: 'Watch approvals as server-sent events',
  description:
    'Sends a change event with the current approval whenever an approval that this key can see is requested, decided or used. Use it in a page or program that shows approvals: connect first, then read approvals_list. The expiry of an approval causes no event: see its expires_at. To wait for one approval in a conversation, use approvals_get. After a disconnect, send the ID of the last event as Last-Event-ID; about the last 1,000 events are kept.',
  permission: 'read',
  http: 'GET /events',
  timeout_ms: 60_000,
  input: Type.Object({
    last_event_id: lastEventId
  }),
  output: stream([EVENTS], { endless: true, parts: { change: Approval } }),
  errors: {},
  examples: [
    {
      name: 'link',
      summary: 'The URL of the events, for a client that cannot receive them',
      input: {},
      output: linkToEvents('/v1/approvals/events')
    },
    {
      name: 'unknown_property',
      summary: 'A property that does not exist',
      input: { since: 'now' },
      error: { reason: 'unknown_field' }
    }
  ],
  see_also: ['approvals_list', 'approvals_get'],
  asked_as: { en: ['follow approval requests live', 'notify me of new approval requests', 'live inbox of approvals'] },
  message: () => 'Watch approvals',
  async handler({ last_event_id }, { approvals, caller, signal }) {
    const events = approvals.events(caller, { signal, ...(last_event_id !== undefined && { after: last_event_id }) })
    return { body: sseOf(events), media_type: EVENTS }
  }
})
