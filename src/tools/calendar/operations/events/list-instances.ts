import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listInstances } from '../../client/list.ts'
import { calendarInput, eventId, includeDeleted, span } from '../../inputs.ts'
import { eventListText } from '../../markdown.ts'
import { bounds } from '../../requirements.ts'
import { EVENT_LIST, EventRow, GONE, MISSING } from '../../schemas.ts'
import { calendar } from '../../tool.ts'

export default defineOperation(calendar, {
  name: 'list_instances',
  core: true,
  summary: 'List the instances of a series',
  description:
    'Answers when a series takes place, page by page: a row for each instance, with the id that changes or deletes it alone; instances that were moved or renamed are shown as they are. Use it before you change one instance of a series. Not for events in general: list_events does that, for all series at once. An endless series has endless instances: give time_max. Total is null; the last page is the one without next_cursor.',
  permission: 'read',
  http: 'GET /events/:event_id/instances',
  group: 'events',
  list: true,
  see_also: ['calendar_list_events', 'calendar_update_event', 'calendar_delete_event'],
  input: Type.Object({ event_id: eventId('Id of the series'), calendar: calendarInput, ...span, include_deleted: includeDeleted }),
  requires: [bounds],
  output: listOf(EventRow, EVENT_LIST),
  errors: { ...MISSING, ...GONE },
  examples: [
    {
      name: 'practice',
      summary: 'Two of five instances, one of them moved by an hour',
      input: {
        calendar: 'Playground',
        event_id: 's0000000000000000000000006',
        time_min: '2026-02-17T12:00:00+01:00',
        time_max: '2026-02-18T23:00:00+01:00'
      },
      output: {
        items: [
          {
            id: 's0000000000000000000000006_20260217T170000Z',
            summary: 'Practice',
            start: '2026-02-17T18:00:00+01:00',
            end: '2026-02-17T18:45:00+01:00',
            all_day: false,
            time_zone: 'Europe/Berlin',
            status: 'confirmed',
            location: '',
            guests_total: 0,
            my_response: null,
            kind: 'instance',
            series_id: 's0000000000000000000000006'
          },
          {
            id: 's0000000000000000000000006_20260218T170000Z',
            summary: 'Practice, an hour later',
            start: '2026-02-18T19:00:00+01:00',
            end: '2026-02-18T19:45:00+01:00',
            all_day: false,
            time_zone: 'Europe/Berlin',
            status: 'confirmed',
            location: '',
            guests_total: 0,
            my_response: null,
            kind: 'instance',
            series_id: 's0000000000000000000000006'
          }
        ],
        next_cursor: null,
        total: null,
        time_zone: 'Europe/Berlin',
        untrusted: true
      }
    },
    {
      name: 'missing',
      summary: 'A series that is not there',
      input: { event_id: 'nowhere' },
      error: { reason: 'upstream_not_found', message: 'Google Calendar has no event nowhere that this account can see.' }
    }
  ],
  markdown: eventListText,
  handler: (input, call) => listInstances(call.client, input, call)
})
