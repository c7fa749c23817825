import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { moveEvent } from '../../client/events/write.ts'
import { calendarInput, eventId, sendUpdates, toCalendar } from '../../inputs.ts'
import { eventText } from '../../markdown.ts'
import { FullEvent, MISSING } from '../../schemas.ts'
import { calendar } from '../../tool.ts'

export default defineOperation(calendar, {
  name: 'move_event',
  core: true,
  summary: 'Move an event to another calendar',
  description:
    'Moves an event or a whole series to another calendar, which becomes its organizer; the event keeps its ID. Use it to sort events into calendars. Only events of type default that the current calendar organizes can be moved: not birthdays, focus time, events from Gmail, or single instances of a series. To change the time of an event, use update_event. If the response is lost, check the other calendar with get_event before you retry.',
  permission: 'write',
  http: 'POST /events/:event_id/move',
  group: 'events',
  see_also: ['calendar_update_event', 'calendar_list_calendars', 'calendar_get_event'],
  asked_as: {
    en: [
      'put this meeting on my work calendar instead',
      'transfer an appointment to the team calendar',
      'wrong calendar, switch it to the other one',
      'the appointment belongs in my private calendar',
      'this is in the wrong calendar',
      'keep that appointment in the work calendar',
      'swap the calendar of the event',
      'that meeting should be in the family calendar',
      'the appointment landed in the wrong calendar',
      'shift this one to my personal calendar',
      'file the party under the private calendar'
    ],
    de: ['den Termin in einen anderen Kalender verschieben'],
    es: ['pasa la cita a otro calendario'],
    fr: ["mets l'événement dans un autre calendrier"],
    ja: ['予定を別のカレンダーに移す'],
    pl: ['przenieś wydarzenie do innego kalendarza']
  },
  input: Type.Object({
    event_id: eventId('ID of the event or series'),
    calendar: calendarInput,
    to_calendar: toCalendar('Destination calendar'),
    send_updates: sendUpdates
  }),
  output: FullEvent,
  errors: MISSING,
  examples: [
    {
      name: 'to_another',
      summary: 'Move an event to another calendar',
      given: {
        operation: 'calendar_create_event',
        input: { calendar: 'Family', summary: 'Kick-off', start: '2026-03-04', end: '2026-03-05', event_id: 'kick0off' },
        as: { event_id: 'id' }
      },
      input: { calendar: 'Family', event_id: 'kick0off', to_calendar: 'projects-north@group.calendar.google.com', send_updates: 'none' },
      output: {
        calendar_id: 'projects-north@group.calendar.google.com',
        id: 'kick0off',
        summary: 'Kick-off',
        start: '2026-03-04',
        end: '2026-03-05',
        all_day: true,
        time_zone: null,
        status: 'confirmed',
        location: '',
        guests_total: 0,
        my_response: null,
        kind: 'single',
        series_id: null,
        description: '',
        attendees: [],
        attendees_complete: true,
        guests_can: ['invite_others', 'see_other_guests'],
        organizer: { email: 'projects-north@group.calendar.google.com', name: 'Projects', self: true },
        recurrence: [],
        original_start: null,
        shows_as: 'busy',
        visibility: 'default',
        color_id: null,
        default_reminders: true,
        reminders: [],
        event_type: 'default',
        link: 'https://www.google.com/calendar/event?eid=a2ljazBvZmYgcHJvamVjdHMtbm9ydGhAZ3JvdXAuY2FsZW5kYXIuZ29vZ2xlLmNvbQ',
        meeting_link: null,
        attachments: [],
        created: '2026-11-22T05:30:45.020Z',
        updated: '2026-11-22T05:30:45.431Z',
        etag: '"3530000000594000"',
        untrusted: true
      }
    },
    {
      name: 'two_of_that_name',
      summary: 'A name that two calendars share: the error lists both',
      input: { event_id: 's0000000000000000000000012', to_calendar: 'Projects', send_updates: 'none' },
      error: { reason: 'invalid_field_value', message: 'to_calendar matches 2 calendars: Projects.' }
    }
  ],
  message: ({ event_id, to_calendar, send_updates }) =>
    `Move the event ${event_id.slice(0, 80)} to the calendar ${to_calendar.slice(0, 60)} (mail to guests: ${send_updates})`,
  markdown: eventText,
  handler: async (input, call) => ({ ...(await moveEvent(call.client, input, call)), untrusted: true })
})
