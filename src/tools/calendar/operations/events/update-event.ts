import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { notCleared } from '../../../../contract/requires.ts'
import { words } from '../../../../contract/schema.ts'
import { updateEvent } from '../../client/update.ts'
import {
  addresses,
  anEvent,
  calendarInput,
  content,
  endTime,
  etag,
  guests,
  newRecurrence,
  reminders,
  sendUpdates,
  startTime,
  timeZone
} from '../../inputs.ts'
import { eventText } from '../../markdown.ts'
import { changesSomething, eventTimes, seriesHasZone, zoneOfTimes } from '../../requirements.ts'
import { CHANGED, FullEvent, GONE, MISSING } from '../../schemas.ts'
import { calendar } from '../../tool.ts'

export default defineOperation(calendar, {
  name: 'update_event',
  core: true,
  summary: 'Change an event',
  description:
    'Changes what is given of one event and leaves the rest; answers it as it is now. Use it to move an event in time (start with end), rename it, or change who is invited: guests are added and removed one by one, all others stay with their answers. The id of a series changes all its instances, that of an instance (list_instances) only this one; with a new start of a series, instances that were moved or cancelled by themselves take place again at the times of its rule. With etag it is changed only if it is still as you saw it. Only the organizer can change what all guests share. For many events use bulk_update_events or bulk_reschedule_events; for another calendar move_event.',
  permission: 'write',
  http: 'PATCH /events/:event_id',
  group: 'events',
  idempotent: true,
  see_also: ['calendar_get_event', 'calendar_move_event', 'calendar_list_instances'],
  input: Type.Object({
    event_id: anEvent,
    calendar: calendarInput,
    start: Type.Optional(startTime),
    end: Type.Optional(endTime),
    time_zone: timeZone('Zone of times without offset. Absent: times need an offset'),
    ...content,
    add_attendees: guests('Whom to invite besides. Whoever is invited already stays as they are. Default: nobody'),
    remove_attendees: addresses('Addresses of guests to uninvite. Default: nobody'),
    recurrence: newRecurrence,
    reminders,
    clear: Type.Array(words(['summary', 'description', 'location', 'color_id'], { description: 'A property to empty' }), {
      maxItems: 4,
      default: [],
      description: 'Properties to empty: summary, description, location, color_id. Default: none'
    }),
    send_updates: sendUpdates,
    etag
  }),
  requires: [changesSomething, eventTimes, seriesHasZone, zoneOfTimes, notCleared()],
  output: FullEvent,
  errors: {
    ...MISSING,
    ...CHANGED,
    ...GONE,
    cannot_be_honoured: 'Google does not tell all its guests, so that changing some would remove others'
  },
  examples: [
    {
      name: 'guests',
      summary: 'A guest comes, another goes; the others stay',
      input: {
        event_id: 's0000000000000000000000012',
        add_attendees: [{ email: 'eli@example.com' }],
        remove_attendees: ['press@partner.example'],
        send_updates: 'none'
      },
      output: {
        calendar_id: 'primary',
        id: 's0000000000000000000000012',
        summary: 'Launch of the website',
        start: '2026-03-02T10:00:00+01:00',
        end: '2026-03-02T12:00:00+01:00',
        all_day: false,
        time_zone: 'Europe/Berlin',
        status: 'confirmed',
        location: 'Room 1, Hauptstraße 5, Berlin',
        guests_total: 5,
        my_response: null,
        kind: 'single',
        series_id: null,
        description: 'Who does what on the day. <b>Please</b> come.',
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
            email: 'cem@example.com',
            name: '',
            response: 'accepted',
            optional: false,
            organizer: false,
            self: false,
            resource: false,
            comment: ''
          },
          {
            email: 'dora@example.com',
            name: 'Dora Designer',
            response: 'tentative',
            optional: true,
            organizer: false,
            self: false,
            resource: false,
            comment: ''
          },
          {
            email: 'room1@resource.calendar.google.com',
            name: 'Room 1',
            response: 'accepted',
            optional: false,
            organizer: false,
            self: false,
            resource: true,
            comment: ''
          },
          {
            email: 'eli@example.com',
            name: '',
            response: 'needsAction',
            optional: false,
            organizer: false,
            self: false,
            resource: false,
            comment: ''
          }
        ],
        attendees_complete: true,
        organizer: { email: 'ada@example.com', name: '', self: true },
        recurrence: [],
        original_start: null,
        shows_as: 'busy',
        visibility: 'default',
        color_id: '11',
        default_reminders: false,
        reminders: [{ method: 'popup', minutes: 60 }],
        event_type: 'default',
        link: 'https://www.google.com/calendar/event?eid=czAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMTIgYWRhQGV4YW1wbGUuY29t',
        meeting_link: null,
        created: '2025-10-01T08:00:00.000Z',
        updated: '2026-11-22T05:30:46.228Z',
        etag: '"3530000000598000"',
        untrusted: true
      }
    },
    {
      name: 'start_alone',
      summary: 'Start and end are given together',
      input: { event_id: 's0000000000000000000000012', start: '2026-03-02T11:00:00+01:00', send_updates: 'none' },
      error: { reason: 'invalid_field_value' }
    },
    {
      name: 'changed_since',
      summary: 'Somebody changed it since etag was told',
      input: { event_id: 's0000000000000000000000012', location: 'Room 3', send_updates: 'none', etag: '"1"' },
      error: { reason: 'version_conflict' }
    }
  ],
  message: ({ event_id, calendar: name, send_updates }) =>
    `Change the event ${event_id.slice(0, 80)} of the calendar ${name.slice(0, 60)} (mail to guests: ${send_updates})`,
  markdown: eventText,
  handler: async (input, call) => ({ ...(await updateEvent(call.client, input, call)), untrusted: true })
})
