import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { createEvent } from '../../client/write.ts'
import { calendarInput, content, endTime, guests, ownId, recurrence, reminders, sendUpdates, startTime, timeZone } from '../../inputs.ts'
import { eventText } from '../../markdown.ts'
import { eventTimes, saysWhoIsMailed, seriesHasZone } from '../../requirements.ts'
import { FULL, MISSING, untrusted } from '../../schemas.ts'
import { calendar } from '../../tool.ts'

export default defineOperation(calendar, {
  name: 'create_event',
  core: true,
  summary: 'Make an event',
  description:
    'Makes one event, or with recurrence one series, and answers it. Use it to put something on a calendar, or to invite people. Each event gets an id of the gateway, or yours (event_id): where the answer was lost, the same call with the same id or idempotency_key makes no second one, and an event that is there already is answered with created_now false. With attendees, send_updates must say who is mailed. For many events use bulk_create_events; to change one use update_event.',
  permission: 'write',
  http: 'POST /events',
  group: 'events',
  success: [201, 200],
  see_also: ['calendar_update_event', 'calendar_delete_event', 'calendar_query_free_busy'],
  input: Type.Object({
    calendar: calendarInput,
    start: startTime,
    end: endTime,
    time_zone: timeZone('Zone of times without offset, and of a series. Absent: times need an offset'),
    ...content,
    attendees: guests('Whom to invite. Default: nobody'),
    recurrence,
    reminders,
    event_id: ownId,
    send_updates: Type.Optional(sendUpdates)
  }),
  requires: [eventTimes, seriesHasZone, saysWhoIsMailed],
  output: Type.Object({
    ...FULL,
    created_now: Type.Boolean({ description: 'false: an earlier attempt had made it already, and nothing was done now' }),
    untrusted
  }),
  errors: { ...MISSING, already_exists: 'Another event has event_id, or it was deleted; details.current says which' },
  examples: [
    {
      name: 'an_hour',
      summary: 'An event by the clock of a place, with an id of ones own',
      input: {
        calendar: 'Family',
        summary: 'Parents’ evening',
        start: '2026-03-03T19:00',
        end: '2026-03-03T20:30',
        time_zone: 'Europe/Berlin',
        event_id: 'parents0evening0march'
      },
      output: {
        calendar_id: 'family@group.calendar.google.com',
        id: 'parents0evening0march',
        summary: 'Parents’ evening',
        start: '2026-03-03T19:00:00+01:00',
        end: '2026-03-03T20:30:00+01:00',
        all_day: false,
        time_zone: 'Europe/Berlin',
        status: 'confirmed',
        location: '',
        guests_total: 0,
        my_response: null,
        kind: 'single',
        series_id: null,
        description: '',
        attendees: [],
        attendees_complete: true,
        organizer: { email: 'family@group.calendar.google.com', name: 'Family', self: true },
        recurrence: [],
        original_start: null,
        shows_as: 'busy',
        visibility: 'default',
        color_id: null,
        default_reminders: true,
        reminders: [],
        event_type: 'default',
        link: 'https://www.google.com/calendar/event?eid=cGFyZW50czBldmVuaW5nMG1hcmNoIGZhbWlseUBncm91cC5jYWxlbmRhci5nb29nbGUuY29t',
        meeting_link: null,
        created: '2026-11-22T05:30:45.059Z',
        updated: '2026-11-22T05:30:45.059Z',
        etag: '"3530000000592000"',
        created_now: true,
        untrusted: true
      }
    },
    {
      name: 'last_day_for_end',
      summary: 'The end of whole days is the day after the last one',
      input: { summary: 'Day off', start: '2026-03-03', end: '2026-03-03' },
      error: { reason: 'invalid_field_value' }
    },
    {
      name: 'nobody_said_who_is_mailed',
      summary: 'Guests are not mailed, or left out, by default',
      input: {
        summary: 'Lunch',
        start: '2026-03-03T12:00:00+01:00',
        end: '2026-03-03T13:00:00+01:00',
        attendees: [{ email: 'bo@example.com' }]
      },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ summary = 'an event', start, calendar: name, attendees }) =>
    `Make ${summary.slice(0, 100)} on ${start} in the calendar ${name.slice(0, 60)}${attendees.length > 0 ? `, with ${attendees.length} guests` : ''}`,
  markdown: eventText,
  async handler({ send_updates = 'none', ...input }, call) {
    const event = await createEvent(call.client, { ...input, send_updates }, call.once, call)
    call.respond({ status: event.created_now ? 201 : 200 })
    return { ...event, untrusted: true }
  }
})
