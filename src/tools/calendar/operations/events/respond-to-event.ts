import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { respondToEvent } from '../../client/events/respond.ts'
import { anEvent, calendarInput, sendUpdates, text } from '../../inputs.ts'
import { eventText } from '../../markdown.ts'
import { FullEvent, GONE, MISSING } from '../../schemas.ts'
import { calendar } from '../../tool.ts'

export default defineOperation(calendar, {
  name: 'respond_to_event',
  core: true,
  summary: 'Update your response to an invitation: accepted, declined or tentative',
  description:
    'Sets the response of the account to an invitation, optionally with a comment for the organizer, and returns the event. Use it to accept or decline a meeting; with the ID of an instance, it responds only to that one. The responses of other guests do not change. The account must be a guest: to cancel an event that it organizes, use delete_event.',
  permission: 'write',
  http: 'POST /events/:event_id/response',
  group: 'events',
  idempotent: true,
  see_also: ['calendar_get_event', 'calendar_list_events', 'calendar_delete_event'],
  asked_as: {
    en: [
      'accept the invitation',
      'decline the meeting',
      'tell them I might come to the dinner',
      'RSVP yes to the event',
      'say no to the webinar',
      'answer the meeting request',
      "I can't make it to the meeting",
      "confirm that I'm coming",
      "tell the organizer I won't be there",
      "I'll be at the dinner, let them know",
      'turn the invitation down',
      "maybe I'll come, answer tentatively",
      'I can join the workshop, say yes',
      'reject the appointment',
      "I'm not going to the party, decline"
    ]
  },
  input: Type.Object({
    event_id: anEvent,
    calendar: calendarInput,
    response: stringEnum(['accepted', 'declined', 'tentative'], { description: 'Response of the account' }),
    comment: Type.Optional(text(1000, 'Comment for the organizer. Default: unchanged')),
    send_updates: sendUpdates
  }),
  output: FullEvent,
  errors: {
    ...MISSING,
    version_conflict: 'Another user changed the event during the call',
    ...GONE,
    cannot_be_honoured: 'The account is not a guest of the event'
  },
  examples: [
    {
      name: 'maybe',
      summary: 'Respond to the invitation of someone else',
      input: { event_id: 's0000000000000000000000014', response: 'tentative', send_updates: 'none' },
      output: {
        calendar_id: 'primary',
        id: 's0000000000000000000000014',
        summary: 'Webinar about nothing',
        start: '2026-01-26T16:00:00+01:00',
        end: '2026-01-26T16:30:00+01:00',
        all_day: false,
        time_zone: 'Europe/Berlin',
        status: 'confirmed',
        location: '',
        guests_total: 1,
        my_response: 'tentative',
        kind: 'single',
        series_id: null,
        description: '',
        attendees: [
          {
            email: 'ada@example.com',
            name: '',
            response: 'tentative',
            optional: false,
            organizer: false,
            self: true,
            resource: false,
            comment: ''
          }
        ],
        attendees_complete: true,
        guests_can: ['invite_others', 'see_other_guests'],
        organizer: { email: 'events@vendor.example', name: '', self: false },
        recurrence: [],
        original_start: null,
        shows_as: 'busy',
        visibility: 'default',
        color_id: null,
        default_reminders: true,
        reminders: [],
        event_type: 'default',
        link: 'https://www.google.com/calendar/event?eid=czAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMTQgYWRhQGV4YW1wbGUuY29t',
        meeting_link: null,
        attachments: [],
        created: '2025-10-01T08:00:00.000Z',
        updated: '2026-11-22T05:30:46.228Z',
        etag: '"3530000000598000"',
        untrusted: true
      }
    },
    {
      name: 'not_invited',
      summary: 'An event to which the account is not invited',
      input: { event_id: 's0000000000000000000000016', response: 'accepted', send_updates: 'none' },
      error: { reason: 'cannot_be_honoured' }
    }
  ],
  message: ({ event_id, response, send_updates }) =>
    `Set the response to the event ${event_id.slice(0, 80)} to ${response} (mail to guests: ${send_updates})`,
  markdown: eventText,
  handler: async (input, call) => ({ ...(await respondToEvent(call.client, input, call)), untrusted: true })
})
