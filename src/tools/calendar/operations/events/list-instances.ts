import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listInstances } from '../../client/events/list.ts'
import { calendarInput, eventId, includeDeleted, span } from '../../inputs.ts'
import { eventListText } from '../../markdown.ts'
import { bounds } from '../../requirements.ts'
import { EVENT_LIST, EventRow } from '../../schemas.ts'
import { calendar } from '../../tool.ts'

export default defineOperation(calendar, {
  name: 'list_instances',
  core: true,
  summary: 'List the instances of a series',
  description:
    'Returns the occurrences of a series, page by page: one row per instance, with its ID, to change or delete only that instance. Moved or renamed instances appear with their current values. Use it before you change one instance of a series. For events in general, use list_events, which includes all series. For an endless series, set time_max. total is null; the last page is the one without next_cursor.',
  permission: 'read',
  http: 'GET /events/:event_id/instances',
  group: 'events',
  list: true,
  see_also: ['calendar_list_events', 'calendar_update_event', 'calendar_delete_event'],
  asked_as: {
    en: [
      'all dates of a recurring meeting',
      'when does the weekly standup take place next',
      'show each occurrence of a repeating event',
      'on which days does the recurring sync happen',
      'upcoming dates of the weekly call',
      'every date of the series',
      'when is the next one of the recurring meeting',
      'on what dates does the course take place',
      'how many more times will the meeting repeat',
      'when are the next three team meetings of the series',
      'all the days of the recurring lesson'
    ],
    de: ['alle Termine der Serie'],
    es: ['todas las repeticiones de un evento'],
    fr: ["toutes les occurrences d'une réunion récurrente"],
    ja: ['繰り返し予定の一覧'],
    pl: ['wszystkie wystąpienia cyklicznego spotkania']
  },
  input: Type.Object({ event_id: eventId('ID of the series'), calendar: calendarInput, ...span, include_deleted: includeDeleted }),
  requires: [bounds],
  output: listOf(EventRow, EVENT_LIST),
  errors: {
    upstream_not_found: 'No such calendar or series, or it is not visible to this account',
    upstream_gone: 'The series was deleted'
  },
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
      summary: 'A series that does not exist',
      input: { event_id: 'nowhere' },
      error: { reason: 'upstream_not_found', message: 'Google Calendar has no event nowhere that this account can see.' }
    }
  ],
  markdown: eventListText,
  handler: (input, call) => listInstances(call.client, input, call)
})
