import type { Calendar, Event } from './model.ts'
import { markOf, startsOf } from './recurrence.ts'
import { momentOf, type When } from './time.ts'

/** The instances of a series that are to begin before then, the first first; those that were changed or cancelled as they are now. */
export function* instancesOf(calendar: Calendar, series: Event, before = Number.POSITIVE_INFINITY): Generator<Event> {
  const length = momentOf(series.end, 'UTC') - momentOf(series.start, 'UTC')
  for (const start of startsOf(series.start, series.recurrence ?? [])) {
    if (momentOf(start, calendar.timeZone) >= before) return
    const id = `${series.id}_${markOf(start)}`
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

/** An event, a series, or an instance of one, by its id. */
export function findEvent(calendar: Calendar, id: string): Event | undefined {
  const kept = calendar.events.get(id)
  if (kept) return kept
  const [, seriesId = ''] = /^(.+)_\d{8}(?:T\d{6}Z)?$/.exec(id) ?? []
  const series = calendar.events.get(seriesId)
  if (!series?.recurrence || series.status === 'cancelled') return undefined
  return instancesOf(calendar, series).find(event => event.id === id)
}
