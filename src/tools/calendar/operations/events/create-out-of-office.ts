import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import type { Requirement } from '../../../../contract/requires.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { isDate } from '../../client/event-time.ts'
import { createEvent } from '../../client/events/write.ts'
import { endTime, ownId, recurrence, startTime, text, timeZone } from '../../inputs.ts'
import { eventText } from '../../markdown.ts'
import { eventTimes, seriesHasZone } from '../../requirements.ts'
import { FULL, untrusted } from '../../schemas.ts'
import { calendar } from '../../tool.ts'

const DATES = 'Dates need time_zone: an absence lasts from midnight to midnight in that zone.'

const datesHaveZone: Requirement = {
  text: DATES,
  check: ({ start, time_zone }) =>
    typeof start === 'string' && isDate(start) && time_zone === undefined
      ? { path: 'time_zone', message: 'is missing', expected: DATES }
      : undefined
}

/** Google accepts no all-day events of this type. */
const atMidnight = (time: string): string => (isDate(time) ? `${time}T00:00:00` : time)

const DECLINE = {
  none: 'declineNone',
  new_conflicts: 'declineOnlyNewConflictingInvitations',
  all_conflicts: 'declineAllConflictingInvitations'
} as const

export default defineOperation(calendar, {
  name: 'create_out_of_office',
  summary: 'Create an out-of-office period in your calendar',
  description:
    "Creates an event of type outOfOffice in the account's primary calendar. The event shows others that you are absent, and can decline invitations automatically. Use it for vacations and other absences; for anything else, use create_event. Only Google Workspace accounts support this type. For an automatic email response, use gmail_update_vacation as well.",
  permission: 'write',
  http: 'POST /out_of_office',
  group: 'events',
  success: [201, 200],
  see_also: ['calendar_create_event', 'calendar_list_events', 'calendar_delete_event'],
  asked_as: {
    en: [
      'block my calendar while I am on holiday',
      'mark me as away next week',
      'decline meetings during my vacation',
      'I am on parental leave, put it in the calendar',
      'enter my days off as out of office',
      "I'm on holiday from Monday, decline my meetings",
      "I'm away for two weeks, decline invitations",
      "show that I'm out of office",
      "I'm off sick, reject all meetings",
      'put my vacation in as absence',
      "I'm not in the office next Friday",
      'mark those days as leave'
    ]
  },
  input: Type.Object({
    start: startTime,
    end: endTime,
    time_zone: timeZone('Time zone of dates and times without an offset (required for them), and of a series'),
    summary: Type.String({ minLength: 1, maxLength: 1000, default: 'Out of office', description: 'Title. Default Out of office' }),
    decline: stringEnum(['none', 'new_conflicts', 'all_conflicts'], {
      default: 'new_conflicts',
      description:
        'Conflicting invitations to decline. none: no invitations; new_conflicts: those that arrive later; all_conflicts: also those already accepted, whose organizers are notified. Default new_conflicts'
    }),
    decline_message: Type.Optional(text(1000, "Message to organizers whose invitation is declined. Default: Google's message")),
    recurrence,
    event_id: ownId
  }),
  requires: [eventTimes, datesHaveZone, seriesHasZone],
  output: Type.Object({
    ...FULL,
    created_now: Type.Boolean({ description: 'false: an earlier attempt already created the event' }),
    untrusted
  }),
  errors: { already_exists: 'Another event has or had this event_id; see details.current' },
  examples: [
    {
      name: 'a_week',
      summary: 'A week of vacation',
      input: { start: '2026-08-03', end: '2026-08-08', time_zone: 'Europe/Berlin', event_id: 'leave0in0august' },
      output: {
        calendar_id: 'primary',
        id: 'leave0in0august',
        summary: 'Out of office',
        start: '2026-08-03T00:00:00+02:00',
        end: '2026-08-08T00:00:00+02:00',
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
        organizer: { email: 'ada@example.com', name: '', self: true },
        recurrence: [],
        original_start: null,
        shows_as: 'busy',
        visibility: 'default',
        color_id: null,
        default_reminders: true,
        reminders: [],
        event_type: 'outOfOffice',
        link: 'https://www.google.com/calendar/event?eid=bGVhdmUwaW4wYXVndXN0IGFkYUBleGFtcGxlLmNvbQ',
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
      name: 'no_zone',
      summary: 'Dates without a time zone',
      input: { start: '2026-08-03', end: '2026-08-08' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ start, end, decline }) => `Create an out-of-office period from ${start} to ${end} (invitations to decline: ${decline})`,
  markdown: eventText,
  async handler({ decline, decline_message, start, end, ...input }, call) {
    const out_of_office = {
      autoDeclineMode: DECLINE[decline],
      ...(decline_message !== undefined && { declineMessage: decline_message })
    }
    const event = await createEvent(
      call.client,
      { ...input, calendar: 'primary', start: atMidnight(start), end: atMidnight(end), attendees: [], send_updates: 'none', out_of_office },
      call.dedupeKey,
      call
    )
    call.respond({ status: event.created_now ? 201 : 200 })
    return { ...event, untrusted: true }
  }
})
