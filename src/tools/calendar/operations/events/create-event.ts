import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { MISSING_CALENDAR } from '../../calendar-schemas.ts'
import { createEvent } from '../../client/events/write.ts'
import {
  calendarInput,
  content,
  endTime,
  files,
  guests,
  guestsCan,
  ownId,
  recurrence,
  reminders,
  sendUpdates,
  startTime,
  timeZone
} from '../../inputs.ts'
import { eventText } from '../../markdown.ts'
import { eventTimes, requiresSendUpdates, seriesHasZone } from '../../requirements.ts'
import { FULL, untrusted } from '../../schemas.ts'
import { calendar } from '../../tool.ts'

export default defineOperation(calendar, {
  name: 'create_event',
  core: true,
  summary: 'Create an event',
  description:
    'Creates an event or, with recurrence, a series, and returns it. Use it to add something to a calendar, or to invite people. The event gets the ID in event_id, or one from the gateway. If the response is lost, repeating the call with the same ID or idempotency_key creates no second event: it returns the existing one with created_now false. video_meeting adds a Google Meet link. For an absence, use create_out_of_office. For many events, use bulk_create_events; to change an event, update_event.',
  permission: 'write',
  http: 'POST /events',
  group: 'events',
  success: [201, 200],
  see_also: [
    'calendar_update_event',
    'calendar_delete_event',
    'calendar_create_out_of_office',
    'calendar_query_free_busy',
    'calendar_list_events'
  ],
  asked_as: {
    en: [
      'book a meeting',
      'schedule a call with someone',
      'put an appointment on my calendar',
      'set up a one-on-one for tomorrow',
      'block time for focused work',
      'invite people to a meeting',
      'add lunch on Thursday to my diary',
      'remind me on a date',
      'put the dentist on my schedule',
      'reserve an hour on Friday',
      'organize a get-together with the team',
      'make a recurring weekly event',
      'set up a video call with a link',
      'pencil in a coffee with someone',
      'I have to be somewhere at 4, put that in',
      'book the physio',
      'enter a birthday',
      "I've got an interview at noon, note it",
      'keep an hour free for the report',
      'every Monday at nine we sync, set that up'
    ],
    de: ['einen Termin eintragen', 'eine Besprechung planen', 'lade das Team zu einem Meeting ein'],
    es: ['agenda una reunión', 'crear una cita en el calendario', 'pon una cita para mañana'],
    fr: ['planifier une réunion', 'ajoute un rendez-vous à mon agenda', "réserve un créneau avec quelqu'un"],
    ja: ['会議を予定に入れて', 'カレンダーに予定を追加', '打ち合わせを設定して'],
    pl: ['zaplanuj spotkanie', 'dodaj wydarzenie do kalendarza', 'umów wizytę']
  },
  input: Type.Object({
    calendar: calendarInput,
    start: startTime,
    end: endTime,
    time_zone: timeZone('Time zone of times without an offset (required for them), and of a series'),
    ...content('create'),
    attendees: guests('Guests to invite. Default: none'),
    guests_can: guestsCan('invite_others and see_other_guests'),
    recurrence,
    reminders: reminders('create'),
    video_meeting: Type.Boolean({
      default: false,
      description: 'true: add a Google Meet video meeting; meeting_link is its URL, and may be null for a few seconds. Default false'
    }),
    attachments: files('Files in Google Drive to attach. Guests need access to them. Default: none'),
    event_id: ownId,
    send_updates: Type.Optional(sendUpdates)
  }),
  requires: [eventTimes, seriesHasZone, requiresSendUpdates],
  output: Type.Object({
    ...FULL,
    created_now: Type.Boolean({ description: 'false: an earlier attempt already created the event' }),
    untrusted
  }),
  errors: { ...MISSING_CALENDAR, already_exists: 'Another event has or had this event_id; see details.current' },
  examples: [
    {
      name: 'an_hour',
      summary: 'An event in local time, with your own ID',
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
        guests_can: ['invite_others', 'see_other_guests'],
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
        attachments: [],
        created: '2026-11-22T05:30:45.059Z',
        updated: '2026-11-22T05:30:45.059Z',
        etag: '"3530000000592000"',
        created_now: true,
        untrusted: true
      }
    },
    {
      name: 'last_day_for_end',
      summary: 'The end of an all-day event is the day after its last day',
      input: { summary: 'Day off', start: '2026-03-03', end: '2026-03-03' },
      error: { reason: 'invalid_field_value' }
    },
    {
      name: 'no_send_updates',
      summary: 'With guests, send_updates is required',
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
    `Create ${summary.slice(0, 100)} on ${start} in the calendar ${name.slice(0, 60)}${attendees.length > 0 ? `, with ${attendees.length} guests` : ''}`,
  markdown: eventText,
  async handler({ send_updates = 'none', ...input }, call) {
    const event = await createEvent(call.client, { ...input, send_updates }, call.dedupeKey, call)
    call.respond({ status: event.created_now ? 201 : 200 })
    return { ...event, untrusted: true }
  }
})
