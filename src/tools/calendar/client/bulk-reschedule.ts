import type { ApiEvent, ApiWhen } from './api.ts'
import type { Change } from './bulk-change.ts'
import type { EventQuery } from './bulk-select.ts'
import { instantOf } from './when.ts'

export type RescheduleQuery = EventQuery & { shift_days: number; shift_minutes: number }

/** Parts of a rule that name days: shifted to another day, the series would contradict it. */
const NAMES_DAYS = /BYDAY|BYMONTHDAY|BYMONTH|BYYEARDAY|BYSETPOS|BYWEEKNO/

/**
 * New times of an event, absolute: to do it twice is to do it once. Days are days of the calendar in the zone of the event, so that its hour
 * stays when clocks change; minutes are minutes.
 */
export const rescheduleOf =
  ({ shift_days, shift_minutes }: RescheduleQuery): Change =>
  event => {
    const { start, end, recurrence = [] } = event
    const problem = problemOf(event, shift_days, shift_minutes)
    if (problem !== undefined || !start || !end) return problem ?? 'It has no times'
    if (recurrence.some(line => NAMES_DAYS.test(line)) && dayOf(shifted(start, shift_days, shift_minutes)) !== dayOf(start))
      return 'The rule of the series names days: to move it to other days give it a new rule by update_event'
    return { start: { ...shifted(start, shift_days, shift_minutes) }, end: { ...shifted(end, shift_days, shift_minutes) } }
  }

function problemOf({ start, recurrence = [] }: ApiEvent, days: number, minutes: number): string | undefined {
  if (start?.date !== undefined && minutes !== 0) return 'It lasts whole days, and cannot be shifted by minutes'
  const bounded = recurrence.some(line => /UNTIL=|^EXDATE|^RDATE/.test(line))
  if (bounded && days + minutes !== 0)
    return 'The rule of the series names dates (UNTIL, EXDATE or RDATE), which would not move along: use update_event'
  return undefined
}

function shifted(when: ApiWhen, days: number, minutes: number): ApiWhen {
  if (when.date !== undefined) return { date: Temporal.PlainDate.from(when.date).add({ days }).toString() }
  const zone = when.timeZone ?? offsetOf(when)
  const moved = instantOf(when.dateTime ?? '', zone)
    .toZonedDateTimeISO(zone)
    .add({ days })
    .add({ minutes })
  const dateTime = moved.toString({ timeZoneName: 'never', smallestUnit: 'second' })
  return { dateTime, ...(when.timeZone !== undefined && { timeZone: when.timeZone }) }
}

/** The zone of a time that tells none: that of its offset. */
const offsetOf = ({ dateTime = '' }: ApiWhen): string => /[+-]\d{2}:\d{2}$/.exec(dateTime)?.[0] ?? 'UTC'

const dayOf = ({ date, dateTime }: ApiWhen): string => (date ?? dateTime ?? '').slice(0, 10)
