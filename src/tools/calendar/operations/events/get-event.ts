import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getFullEvent } from '../../client/events/write.ts'
import { anEvent, calendarInput, timeZone } from '../../inputs.ts'
import { eventText } from '../../markdown.ts'
import { validTimeZone } from '../../requirements.ts'
import { FullEvent, MISSING } from '../../schemas.ts'
import { calendar } from '../../tool.ts'

export default defineOperation(calendar, {
  name: 'get_event',
  core: true,
  summary: 'Get an event',
  description:
    'Returns all details of an event: times, description, guests with their responses, the rule of a series, reminders and the version (etag). Use it for an event that list_events found, or before you update or delete an event. A deleted event has the status cancelled. To find events, use list_events.',
  permission: 'read',
  http: 'GET /events/:event_id',
  group: 'events',
  versioned: true,
  see_also: ['calendar_list_events', 'calendar_update_event', 'calendar_list_instances'],
  asked_as: {
    en: [
      'show the details of this meeting',
      'who is invited to the meeting',
      'where does the appointment take place',
      'did everyone accept the invitation',
      'what time is the call',
      'where and when is the workshop',
      'is there a video link in the invite',
      'what is the agenda of the meeting',
      'has she accepted',
      'which room is the review in',
      'how long is the workshop',
      'who said yes to the party',
      "what's the dial-in of the call"
    ],
    de: ['wer nimmt an der Besprechung teil', 'Details zum Termin'],
    es: ['detalles de la reunión', 'quién está invitado'],
    fr: ['détails de la réunion', 'qui est invité'],
    ja: ['会議の詳細を見せて', '参加者は誰'],
    pl: ['szczegóły spotkania', 'kto jest zaproszony']
  },
  input: Type.Object({
    event_id: anEvent,
    calendar: calendarInput,
    time_zone: timeZone('Time zone of returned times', " Default: the calendar's")
  }),
  requires: [validTimeZone],
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
        guests_can: ['invite_others', 'see_other_guests'],
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
        attachments: [],
        created: '2025-10-01T08:00:00.000Z',
        updated: '2025-10-01T08:05:00.000Z',
        etag: '"3530000000010000"',
        untrusted: true
      }
    },
    {
      name: 'missing',
      summary: 'An event that does not exist',
      input: { event_id: 'nowhere' },
      error: { reason: 'upstream_not_found', message: 'Google Calendar has no event nowhere that this account can see.' }
    }
  ],
  markdown: eventText,
  async handler(input, call) {
    const event = await getFullEvent(call.client, input, call)
    if (event.etag !== null) call.respond({ etag: event.etag })
    return { ...event, untrusted: true }
  }
})
