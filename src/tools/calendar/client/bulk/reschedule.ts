import { type ApiEvent, type ApiTime, eventPath, readInstanceTimes } from '../api.ts'
import type { CalendarBulkCall } from '../connection.ts'
import { instantOf, isSameTime } from '../event-time.ts'
import type { Change, Properties } from './change.ts'
import type { EventQuery } from './select.ts'

export type RescheduleQuery = EventQuery & { shift_days: number; shift_minutes: number }

/** Parts of a rule that name days. If the series is shifted to another day, it contradicts them. */
const NAMES_DAYS = /BYDAY|BYMONTHDAY|BYMONTH|BYYEARDAY|BYSETPOS|BYWEEKNO/

/**
 * Returns the new times of an event. They are absolute, so applying them twice is the same as applying them once. Days are calendar days in the zone of
 * the event, so its local hour stays the same when clocks change; minutes are elapsed time.
 */
export const rescheduleOf =
  (query: RescheduleQuery, call: CalendarBulkCall): Change =>
  async event => {
    const times = timesOf(event, query)
    const isSeries = (event.recurrence ?? []).length > 0
    return isSeries && typeof times !== 'string' && (await hasExceptions(query.calendar_id, event.id, call)) ? HAS_EXCEPTIONS : times
  }

function timesOf(event: ApiEvent, { shift_days, shift_minutes }: RescheduleQuery): Properties | string {
  const { start, end, recurrence = [] } = event
  const problem = problemOf(event, shift_days, shift_minutes)
  if (problem !== undefined || !start || !end) return problem ?? 'It has no start or end'
  const times = shiftedTimes({ start, end }, shift_days, shift_minutes)
  if (recurrence.some(line => NAMES_DAYS.test(line)) && dayOf(times.start) !== dayOf(inOwnZone(start)))
    return 'The rule of the series names days. To move it to other days, set a new rule with update_event'
  return times
}

const HAS_EXCEPTIONS =
  'Single instances of the series were moved or cancelled, and would return to the times of the rule. Set recurring to instances'

/** Maximum page size of Google. */
const MAX_INSTANCES = 2500

/** Google identifies an exception by the time that the rule gave it, so a series that is shifted loses its exceptions. */
async function hasExceptions(calendar_id: string, id: string, call: CalendarBulkCall): Promise<boolean> {
  const query = { showDeleted: true, maxResults: MAX_INSTANCES, fields: 'items(status,start,originalStartTime)' }
  const { items = [] } = readInstanceTimes(await call.client.send({ path: `${eventPath(calendar_id, id)}/instances`, query }, call))
  return items.some(
    ({ status, start, originalStartTime }) =>
      status === 'cancelled' || (originalStartTime !== undefined && !isSameTime(start, originalStartTime))
  )
}

function problemOf({ start, recurrence = [] }: ApiEvent, days: number, minutes: number): string | undefined {
  if (start?.date !== undefined && minutes !== 0) return 'It is an all-day event, which cannot be shifted by minutes'
  const bounded = recurrence.some(line => /UNTIL=|^EXDATE|^RDATE/.test(line))
  if (bounded && (days !== 0 || minutes !== 0))
    return 'The rule of the series names dates (UNTIL, EXDATE or RDATE), which would not be shifted: use update_event'
  return undefined
}

/** Start and end keep their local hour. If that hour is skipped when clocks go forward, the event starts later and keeps its duration. */
function shiftedTimes({ start, end }: { start: ApiTime; end: ApiTime }, days: number, minutes: number) {
  const [from, to] = [zonedIn(start), zonedIn(end)]
  if (!from || !to) return { start: shiftedDate(start, days), end: shiftedDate(end, days) }
  const onNewDay = from.add({ days })
  const newStart = onNewDay.add({ minutes })
  const keepsHour = onNewDay.toPlainTime().equals(from.toPlainTime())
  const duration = from.toInstant().until(to.toInstant())
  const newEnd = keepsHour ? to.add({ days }).add({ minutes }) : newStart.add(duration).withTimeZone(to.timeZoneId)
  return { start: formatIn(newStart, start), end: formatIn(newEnd, end) }
}

const shiftedDate = ({ date = '' }: ApiTime, days: number) => ({ date: Temporal.PlainDate.from(date).add({ days }).toString() })

/** Returns a time in its own zone; undefined for a date. */
function zonedIn(when: ApiTime): Temporal.ZonedDateTime | undefined {
  if (when.dateTime === undefined) return undefined
  const zone = when.timeZone ?? offsetOf(when)
  return instantOf(when.dateTime, zone).toZonedDateTimeISO(zone)
}

const formatIn = (time: Temporal.ZonedDateTime, { timeZone }: ApiTime) => ({
  dateTime: time.toString({ timeZoneName: 'never', smallestUnit: 'second' }),
  ...(timeZone !== undefined && { timeZone })
})

/** Google returns times in the zone of the calendar, but a rule names days in the zone of the event. */
function inOwnZone(when: ApiTime): ApiTime {
  const time = zonedIn(when)
  return time ? formatIn(time, when) : when
}

/** Returns the offset of a time without a zone. */
const offsetOf = ({ dateTime = '' }: ApiTime): string => /[+-]\d{2}:\d{2}$/.exec(dateTime)?.[0] ?? 'UTC'

const dayOf = ({ date, dateTime }: ApiTime): string => (date ?? dateTime ?? '').slice(0, 10)
