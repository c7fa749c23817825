import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import type { Requirement } from '../../../contract/requires.ts'
import { counted } from '../../../lib/format.ts'
import { jobOverLater, LATER, LATER_EVENTS, NO_SELECTION } from '../bulk-examples.ts'
import { CHANGE_BEHAVIOR, CHANGE_ERRORS, describeSelection, eventFilters, eventsOrIds } from '../bulk-inputs.ts'
import { eventChangeAdapter, planListing } from '../client/bulk/change.ts'
import { rescheduleOf } from '../client/bulk/reschedule.ts'
import { selectEvents } from '../client/bulk/select.ts'
import { bounds, requiresSearchTerms } from '../requirements.ts'
import { calendar } from '../tool.ts'

const SHIFT = 'Set shift_days, shift_minutes or both to a value other than 0.'

const shifts: Requirement = {
  text: SHIFT,
  check: ({ shift_days, shift_minutes }) =>
    shift_days === 0 && shift_minutes === 0 ? { path: 'shift_days', message: 'is 0, and so is shift_minutes', expected: SHIFT } : undefined
}

export default defineBulk(calendar, {
  name: 'reschedule_events',
  core: true,
  summary: 'Move many events to other times',
  description: `Creates a job that shifts the events that match, or the events in ids, by days and minutes. Use it to postpone a week, or to start an hour later; for one event, use update_event. The new times are computed and shown when the events are listed, so no event is shifted twice. Days are calendar days: the local time stays the same when clocks change. ${CHANGE_BEHAVIOR} The following fail, and the preview lists them: series with moved or cancelled instances, series whose rule names dates (such as UNTIL), series that would move to other days than their rule names, and all-day events shifted by minutes. Undo restores the previous times, except for events that another user has changed since.`,
  permission: 'write',
  see_also: ['calendar_update_event', 'calendar_bulk_update_events', 'jobs_undo'],
  asked_as: {
    en: [
      'push all my meetings back by an hour',
      'postpone everything by a week',
      "move all of tomorrow's appointments to a later time",
      'delay every event by a day',
      'everything on Monday should happen on Tuesday instead',
      'start all my calls half an hour later',
      'everything moves back by a week',
      'all meetings start later',
      'run the whole day an hour later',
      "shift all of today's meetings to tomorrow",
      'clear Friday by moving everything to Monday',
      'my whole day starts two hours later',
      'put off all appointments of the week'
    ]
  },
  input: Type.Object({
    ...eventFilters,
    shift_days: Type.Integer({ minimum: -3660, maximum: 3660, default: 0, description: 'Days to shift by; negative: earlier. Default 0' }),
    shift_minutes: Type.Integer({
      minimum: -10_080,
      maximum: 10_080,
      default: 0,
      description: 'Minutes to shift by, at most a week; negative: earlier. Default 0'
    })
  }),
  requires: [eventsOrIds, requiresSearchTerms, bounds, shifts],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'a_week_later',
      summary: 'Postpone all events by a week: the job previews the current and new times and waits for confirmation',
      input: { ...LATER, shift_days: 7, send_updates: 'none' },
      output: jobOverLater('calendar_bulk_reschedule_events', `Shift ${LATER_EVENTS} by 7 days (mail to guests: none)`, {
        metadata: { calendar: 'playground@group.calendar.google.com', send_updates: 'none' },
        data: [
          {
            before: {
              start: { dateTime: '2026-02-02T10:00:00+01:00', timeZone: 'Europe/Berlin' },
              end: { dateTime: '2026-02-02T11:00:00+01:00', timeZone: 'Europe/Berlin' }
            },
            after: {
              start: { dateTime: '2026-02-09T10:00:00+01:00', timeZone: 'Europe/Berlin' },
              end: { dateTime: '2026-02-09T11:00:00+01:00', timeZone: 'Europe/Berlin' }
            },
            digest: 'pITB1vPdpuyT'
          },
          {
            before: {
              start: { dateTime: '2026-02-03T10:00:00+01:00', timeZone: 'Europe/Berlin' },
              end: { dateTime: '2026-02-03T11:00:00+01:00', timeZone: 'Europe/Berlin' }
            },
            after: {
              start: { dateTime: '2026-02-10T10:00:00+01:00', timeZone: 'Europe/Berlin' },
              end: { dateTime: '2026-02-10T11:00:00+01:00', timeZone: 'Europe/Berlin' }
            },
            digest: 'e-e9WrWVRdlY'
          },
          {
            before: {
              start: { dateTime: '2026-02-04T10:00:00+01:00', timeZone: 'Europe/Berlin' },
              end: { dateTime: '2026-02-04T11:30:00+01:00', timeZone: 'Europe/Berlin' }
            },
            after: {
              start: { dateTime: '2026-02-11T10:00:00+01:00', timeZone: 'Europe/Berlin' },
              end: { dateTime: '2026-02-11T11:30:00+01:00', timeZone: 'Europe/Berlin' }
            },
            digest: 'DnQF6Y5mQsQB'
          }
        ]
      })
    },
    { ...NO_SELECTION, input: { shift_days: 1, send_updates: 'none' } },
    {
      name: 'no_shift',
      summary: 'No shift given',
      input: { ...LATER, send_updates: 'none' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ shift_days, shift_minutes, send_updates, ...events }) => {
    const parts = [
      ...(shift_days === 0 ? [] : [counted(shift_days, 'day')]),
      ...(shift_minutes === 0 ? [] : [counted(shift_minutes, 'minute')])
    ]
    return `Shift ${describeSelection(events)} by ${parts.join(' and ')} (mail to guests: ${send_updates})`
  },
  ...eventChangeAdapter,
  async prepare({ shift_days, shift_minutes, send_updates, ...events }, call) {
    const query = await selectEvents(events, send_updates, call)
    const { calendar_id } = query
    return {
      query: { ...query, shift_days, shift_minutes },
      action: { calendar_id, send_updates },
      metadata: { calendar: calendar_id, send_updates }
    }
  },
  ...planListing(rescheduleOf)
})
