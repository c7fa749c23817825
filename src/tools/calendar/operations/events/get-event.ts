import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { readFull } from '../../client/write.ts'
import { anEvent, calendarInput, timeZone } from '../../inputs.ts'
import { eventText } from '../../markdown.ts'
import { bounds } from '../../requirements.ts'
import { FullEvent, MISSING } from '../../schemas.ts'
import { calendar } from '../../tool.ts'

export default defineOperation(calendar, {
  name: 'get_event',
  core: true,
  summary: 'Read one event',
  description:
    'Answers all of one event: times, description, guests with their answers, rule of a series, reminders and its version (etag). Use it for an event that list_events found, and before you change one. An event that was deleted is answered with the status cancelled. Not to find events: use list_events.',
  permission: 'read',
  http: 'GET /events/:event_id',
  group: 'events',
  versioned: true,
  see_also: ['calendar_list_events', 'calendar_update_event', 'calendar_list_instances'],
  input: Type.Object({
    event_id: anEvent,
    calendar: calendarInput,
    time_zone: timeZone('Zone in which times are answered. Absent: that of the calendar')
  }),
  requires: [bounds],
  output: FullEvent,
  errors: MISSING,
  examples: [
    {
      name: 'board_meeting',
      summary: 'An event with two guests',
      input: { calendar: 'Playground', event_id: 's0000000000000000000000005' },
      output: {
        calendar_id: 'playground@group.calendar.google.com',
        id: 's0000000000000000000000005',
        summary: 'Board meeting',
        start: '2026-02-10T14:00:00+01:00',
        end: '2026-02-10T16:00:00+01:00',
        all_day: false,
        time_zone: 'Europe/Berlin',
        status: 'confirmed',
        location: '',
        guests_total: 2,
        my_response: null,
        kind: 'single',
        series_id: null,
        description: '',
        attendees: [
          {
            email: 'bo@example.com',
            name: '',
            response: 'accepted',
            optional: false,
            organizer: false,
            self: false,
            resource: false,
            comment: ''
          },
          {
            email: 'cy@partner.example',
            name: '',
            response: 'accepted',
            optional: false,
            organizer: false,
            self: false,
            resource: false,
            comment: ''
          }
        ],
        attendees_complete: true,
        organizer: { email: 'playground@group.calendar.google.com', name: 'Playground', self: true },
        recurrence: [],
        original_start: null,
        shows_as: 'busy',
        visibility: 'default',
        color_id: null,
        default_reminders: true,
        reminders: [],
        event_type: 'default',
        link: 'https://www.google.com/calendar/event?eid=czAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDUgcGxheWdyb3VuZEBncm91cC5jYWxlbmRhci5nb29nbGUuY29t',
        meeting_link: null,
        created: '2025-10-01T08:00:00.000Z',
        updated: '2025-10-01T08:05:00.000Z',
        etag: '"3530000000010000"',
        untrusted: true
      }
    },
    {
      name: 'missing',
      summary: 'An event that is not there',
      input: { event_id: 'nowhere' },
      error: { reason: 'upstream_not_found', message: 'Google Calendar has no event nowhere that this account can see.' }
    }
  ],
  markdown: eventText,
  async handler(input, call) {
    const event = await readFull(call.client, input, call)
    if (event.etag !== null) call.respond({ etag: event.etag })
    return { ...event, untrusted: true }
  }
})
