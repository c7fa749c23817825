import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { notCleared } from '../../../../contract/requires.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { updateFollowing } from '../../client/events/following.ts'
import { updateEvent } from '../../client/events/update.ts'
import {
  addresses,
  anEvent,
  calendarInput,
  content,
  endTime,
  etag,
  files,
  fileUrls,
  following,
  guests,
  guestsCan,
  newRecurrence,
  reminders,
  sendUpdates,
  startTime,
  timeZone
} from '../../inputs.ts'
import { eventText } from '../../markdown.ts'
import { changesSomething, eventTimes, followingWithoutEtag, seriesHasZone, zoneOfTimes } from '../../requirements.ts'
import { CHANGED, FullEvent, GONE, MISSING } from '../../schemas.ts'
import { calendar } from '../../tool.ts'

export default defineOperation(calendar, {
  name: 'update_event',
  core: true,
  summary: 'Update an event',
  description:
    'Updates the given properties of an event, keeps the others, and returns the updated event. Use it to reschedule an event (start together with end), to rename it, or to change its guests: guests are added and removed individually, and all others keep their responses. The ID of a series changes all its instances; the ID of an instance (from list_instances) changes only that one or, with following, all later ones as well, which become a new series. If you set a new start on a series, instances that were moved or cancelled separately return to the times of the rule. With etag, the event is updated only if it has not changed since that version. Only the organizer can change what all guests share, unless guests_can includes modify. For many events, use bulk_update_events or bulk_reschedule_events; to move an event to another calendar, move_event.',
  permission: 'write',
  http: 'PATCH /events/:event_id',
  group: 'events',
  idempotent: true,
  see_also: ['calendar_get_event', 'calendar_move_event', 'calendar_list_instances'],
  asked_as: {
    en: [
      'reschedule the meeting',
      'push my call to 4pm',
      'change the location of an appointment',
      'invite another person to the meeting',
      'make the meeting longer',
      'rename an event',
      'move the meeting to Friday',
      'the meeting starts an hour later now',
      'add a guest to the appointment',
      'cut the call to 15 minutes',
      'put the room into the invite',
      'uninvite someone',
      'add a Meet link to the meeting',
      'from next week on the standup is at 10',
      'attach the slides to the meeting',
      'the session got a new room',
      'make the standup 15 minutes longer',
      'she wants to join the meeting, add her',
      'start the call half an hour later',
      'turn the meeting into a video call'
    ],
    de: ['die Besprechung verschieben', 'den Termin ändern', 'einen Gast hinzufügen'],
    es: ['cambia la hora de la reunión', 'aplaza la cita'],
    fr: ['décaler la réunion', "changer l'heure du rendez-vous"],
    ja: ['会議の時間を変更', '予定をずらす'],
    pl: ['przełóż spotkanie', 'zmień godzinę spotkania']
  },
  input: Type.Object({
    event_id: anEvent,
    calendar: calendarInput,
    start: Type.Optional(startTime),
    end: Type.Optional(endTime),
    time_zone: timeZone('Time zone of times without an offset (required for them), and of a series'),
    ...content('update'),
    add_attendees: guests('Guests to add. Guests who are already invited do not change. Default: none'),
    remove_attendees: addresses('Email addresses of guests to remove. Default: none'),
    guests_can: guestsCan('unchanged'),
    recurrence: newRecurrence,
    reminders: reminders('update'),
    video_meeting: Type.Optional(
      stringEnum(['add', 'remove'], {
        description: 'add: add a Google Meet video meeting, unless there is one; remove: remove it. Default: unchanged'
      })
    ),
    add_attachments: files('Files in Google Drive to attach. Default: none'),
    remove_attachments: fileUrls('URLs of attached files to remove. Default: none'),
    following: following('update that instance and all later ones, as a new series'),
    clear: Type.Array(stringEnum(['summary', 'description', 'location', 'color_id'], { description: 'A property to clear' }), {
      maxItems: 4,
      default: [],
      description: 'Properties to clear: summary, description, location, color_id. Default: none'
    }),
    send_updates: sendUpdates,
    etag
  }),
  requires: [changesSomething, eventTimes, seriesHasZone, zoneOfTimes, notCleared(), followingWithoutEtag],
  output: FullEvent,
  errors: {
    ...MISSING,
    ...CHANGED,
    ...GONE,
    cannot_be_honoured: 'Google did not return all guests of the event, so a change would remove those that are missing'
  },
  examples: [
    {
      name: 'guests',
      summary: 'Add a guest and remove another; the others stay',
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
        guests_can: ['invite_others', 'see_other_guests'],
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
        attachments: [],
        created: '2025-10-01T08:00:00.000Z',
        updated: '2026-11-22T05:30:46.228Z',
        etag: '"3530000000598000"',
        untrusted: true
      }
    },
    {
      name: 'start_alone',
      summary: 'Start and end are required together',
      input: { event_id: 's0000000000000000000000012', start: '2026-03-02T11:00:00+01:00', send_updates: 'none' },
      error: { reason: 'invalid_field_value' }
    },
    {
      name: 'changed_since',
      summary: 'The event changed since the etag was read',
      input: { event_id: 's0000000000000000000000012', location: 'Room 3', send_updates: 'none', etag: '"1"' },
      error: { reason: 'version_conflict' }
    }
  ],
  message: ({ event_id, calendar: name, send_updates, following: andLater }) =>
    `Update the event ${event_id.slice(0, 80)}${andLater ? ' and all later instances of its series' : ''} of the calendar ${name.slice(0, 60)} (mail to guests: ${send_updates})`,
  markdown: eventText,
  handler: async (input, call) => ({
    ...(await (input.following ? updateFollowing : updateEvent)(call.client, input, call)),
    untrusted: true
  })
})
