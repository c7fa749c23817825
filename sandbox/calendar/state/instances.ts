import type { Calendar, Event } from './model.ts'
import { instanceSuffix, startsOf } from './recurrence.ts'
import { millisecondsOf, type When } from './time.ts'

/** Yields the instances of a series that begin before a time by the rule, earliest first. Changed and cancelled ones have their current values. */
export function* instancesOf(calendar: Calendar, series: Event, before = Number.POSITIVE_INFINITY): Generator<Event> {
  const length = millisecondsOf(series.end, 'UTC') - millisecondsOf(series.start, 'UTC')
  for (const start of startsOf(series.start, series.recurrence ?? [])) {
    if (millisecondsOf(start, calendar.timeZone) >= before) return
    const id = `${series.id}_${instanceSuffix(start)}`
    yield calendar.events.get(id) ?? instance(series, id, start, length)
  }
}

function instance({ recurrence: _rule, ...series }: Event, id: string, start: When, length: number): Event {
  return { ...series, id, start, end: after(start, length), recurringEventId: series.id, originalStart: start }
}

const after = (start: When, length: number): When =>
  'date' in start
    ? { date: new Date(Date.parse(start.date) + length).toISOString().slice(0, 10) }
    : { instant: start.instant + length, timeZone: start.timeZone }

/** Finds an event, a series or an instance by its ID. */
export function findEvent(calendar: Calendar, id: string): Event | undefined {
  const stored = calendar.events.get(id)
  if (stored) return stored
  const [, seriesId = ''] = /^(.+)_\d{8}(?:T\d{6}Z)?$/.exec(id) ?? []
  const series = calendar.events.get(seriesId)
  if (!series?.recurrence || series.status === 'cancelled') return undefined
  return instancesOf(calendar, series).find(event => event.id === id)
}
