import { type ApiEvent, type ApiWhen, eventPath, readEvents } from './api.ts'
import type { Change, Properties } from './bulk-change.ts'
import type { EventQuery } from './bulk-select.ts'
import type { BulkTurn } from './connection.ts'
import { instantOf, isSameWhen } from './when.ts'

export type RescheduleQuery = EventQuery & { shift_days: number; shift_minutes: number }

/** Parts of a rule that name days: shifted to another day, the series would contradict it. */
const NAMES_DAYS = /BYDAY|BYMONTHDAY|BYMONTH|BYYEARDAY|BYSETPOS|BYWEEKNO/

/**
 * New times of an event, absolute: to do it twice is to do it once. Days are days of the calendar in the zone of the event, so that its hour
 * stays when clocks change; minutes are minutes.
 */
export const rescheduleOf =
  (query: RescheduleQuery, call: BulkTurn): Change =>
  async event => {
    const times = timesOf(event, query)
    const isSeries = (event.recurrence ?? []).length > 0
    return isSeries && typeof times !== 'string' && (await hasExceptions(query.calendar_id, event.id, call)) ? OWN_WAYS : times
  }

function timesOf(event: ApiEvent, { shift_days, shift_minutes }: RescheduleQuery): Properties | string {
  const { start, end, recurrence = [] } = event
  const problem = problemOf(event, shift_days, shift_minutes)
  if (problem !== undefined || !start || !end) return problem ?? 'It has no times'
  const times = shiftedTimes({ start, end }, shift_days, shift_minutes)
  if (recurrence.some(line => NAMES_DAYS.test(line)) && dayOf(times.start) !== dayOf(inItsZone(start)))
    return 'The rule of the series names days: to move it to other days give it a new rule by update_event'
  return times
}

const OWN_WAYS =
  'Instances of the series were moved or cancelled by themselves, and would take place again at the times of the rule: choose instances instead'

/** Google's most. */
const LOOKED_AT = 2500

/** Google ties an instance that goes its own way to the time that the rule had for it: shifted, the series forgets it. */
async function hasExceptions(calendar_id: string, id: string, call: BulkTurn): Promise<boolean> {
  const query = { showDeleted: true, maxResults: LOOKED_AT, fields: 'items(status,start,originalStartTime)' }
  const { items = [] } = readEvents(await call.client.send({ path: `${eventPath(calendar_id, id)}/instances`, query }, call))
  return items.some(
    ({ status, start, originalStartTime }) =>
      status === 'cancelled' || (originalStartTime !== undefined && !isSameWhen(start, originalStartTime))
  )
}

function problemOf({ start, recurrence = [] }: ApiEvent, days: number, minutes: number): string | undefined {
  if (start?.date !== undefined && minutes !== 0) return 'It lasts whole days, and cannot be shifted by minutes'
  const bounded = recurrence.some(line => /UNTIL=|^EXDATE|^RDATE/.test(line))
  if (bounded && (days !== 0 || minutes !== 0))
    return 'The rule of the series names dates (UNTIL, EXDATE or RDATE), which would not move along: use update_event'
  return undefined
}

/** Both ends keep their hour. In the night when clocks go forward there may be no such hour to begin at: then it begins later, and keeps its length. */
function shiftedTimes({ start, end }: { start: ApiWhen; end: ApiWhen }, days: number, minutes: number) {
  const [from, to] = [zonedIn(start), zonedIn(end)]
  if (!from || !to) return { start: shiftedDate(start, days), end: shiftedDate(end, days) }
  const onThatDay = from.add({ days })
  const begins = onThatDay.add({ minutes })
  const keepsHour = onThatDay.toPlainTime().equals(from.toPlainTime())
  const length = from.toInstant().until(to.toInstant())
  const ends = keepsHour ? to.add({ days }).add({ minutes }) : begins.add(length).withTimeZone(to.timeZoneId)
  return { start: whenOf(begins, start), end: whenOf(ends, end) }
}

const shiftedDate = ({ date = '' }: ApiWhen, days: number) => ({ date: Temporal.PlainDate.from(date).add({ days }).toString() })

/** A time in the zone in which it is meant; undefined of a whole day. */
function zonedIn(when: ApiWhen): Temporal.ZonedDateTime | undefined {
  if (when.dateTime === undefined) return undefined
  const zone = when.timeZone ?? offsetOf(when)
  return instantOf(when.dateTime, zone).toZonedDateTimeISO(zone)
}

const whenOf = (time: Temporal.ZonedDateTime, { timeZone }: ApiWhen) => ({
  dateTime: time.toString({ timeZoneName: 'never', smallestUnit: 'second' }),
  ...(timeZone !== undefined && { timeZone })
})

/** Google tells times in the zone of the calendar; a rule names days of the zone of the event. */
function inItsZone(when: ApiWhen): ApiWhen {
  const time = zonedIn(when)
  return time ? whenOf(time, when) : when
}

/** The zone of a time that tells none: that of its offset. */
const offsetOf = ({ dateTime = '' }: ApiWhen): string => /[+-]\d{2}:\d{2}$/.exec(dateTime)?.[0] ?? 'UTC'

const dayOf = ({ date, dateTime }: ApiWhen): string => (date ?? dateTime ?? '').slice(0, 10)
