import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import type { Requirement } from '../../../contract/requires.ts'
import { jobOverLater, LATER, LATER_SAID, NO_SELECTION } from '../bulk-examples.ts'
import { CHANGE_ERRORS, eventFilters, eventsOrIds, eventsSaid, HOW_IT_GOES } from '../bulk-inputs.ts'
import { changing, planning } from '../client/bulk-change.ts'
import { rescheduleOf } from '../client/bulk-reschedule.ts'
import { selectEvents } from '../client/bulk-select.ts'
import { bounds, querySaysSomething } from '../requirements.ts'
import { calendar } from '../tool.ts'

const SHIFT = 'Give shift_days, shift_minutes or both, other than 0.'

const shifts: Requirement = {
  text: SHIFT,
  check: ({ shift_days, shift_minutes }) =>
    shift_days === 0 && shift_minutes === 0 ? { path: 'shift_days', message: 'is 0, and so is shift_minutes', expected: SHIFT } : undefined
}

export default defineBulk(calendar, {
  name: 'reschedule_events',
  core: true,
  summary: 'Shift many events in time',
  description: `Makes a job that shifts the events that fit, or those named in ids, by days and minutes. Use it to put off a week, or to begin an hour later; for one event use update_event. The new times are computed when the events are listed, and shown: doing it twice shifts nothing twice. Days are days of the calendar, so that the hour stays when clocks change. ${HOW_IT_GOES} Series whose rule names days or dates cannot be shifted by it, nor those of which instances were moved or cancelled, nor whole days by minutes: these fail, and the preview says so. Undo brings back the times before, but for events that somebody changed since.`,
  permission: 'write',
  see_also: ['calendar_update_event', 'calendar_bulk_update_events', 'jobs_undo'],
  input: Type.Object({
    ...eventFilters,
    shift_days: Type.Integer({ minimum: -3660, maximum: 3660, default: 0, description: 'Days later; negative: earlier. Default 0' }),
    shift_minutes: Type.Integer({
      minimum: -10_080,
      maximum: 10_080,
      default: 0,
      description: 'Minutes later, at most a week; negative: earlier. Default 0'
    })
  }),
  requires: [eventsOrIds, querySaysSomething, bounds, shifts],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'a_week_later',
      summary: 'All are put off by a week: a job that shows when they are, when they will be, and awaits confirmation',
      input: { ...LATER, shift_days: 7, send_updates: 'none' },
      output: jobOverLater('calendar_bulk_reschedule_events', `Shift by 7 days ${LATER_SAID} (mail to guests: none)`, {
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
      summary: 'By how much is not said',
      input: { ...LATER, send_updates: 'none' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ shift_days, shift_minutes, send_updates, ...events }) => {
    const parts = [...(shift_days === 0 ? [] : [`${shift_days} days`]), ...(shift_minutes === 0 ? [] : [`${shift_minutes} minutes`])]
    return `Shift by ${parts.join(' and ')} ${eventsSaid(events)} (mail to guests: ${send_updates})`
  },
  ...changing,
  async prepare({ shift_days, shift_minutes, send_updates, ...events }, call) {
    const query = await selectEvents(events, send_updates, call)
    const { calendar_id } = query
    return {
      query: { ...query, shift_days, shift_minutes },
      action: { calendar_id, send_updates },
      metadata: { calendar: calendar_id, send_updates }
    }
  },
  ...planning(rescheduleOf)
})
