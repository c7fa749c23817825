import type { FastifyInstance } from 'fastify'
import { badRequest, emptyRange } from '../refusals.ts'
import { instancesOf } from '../state/instances.ts'
import type { Calendar, Event, State } from '../state/model.ts'
import { formatInstant, millisecondsOf, readBound } from '../state/time.ts'
import { BASE } from './find.ts'

interface FreeBusyRequest {
  timeMin?: string
  timeMax?: string
  timeZone?: string
  items?: { id: string }[]
}

const MAX_CALENDARS = 50

export function addFreeBusy(app: FastifyInstance, state: State): void {
  app.post<{ Body: FreeBusyRequest }>(`${BASE}/freeBusy`, async ({ body }) => {
    const { timeMin, timeMax, timeZone = 'UTC', items = [] } = body ?? {}
    if (timeMin === undefined || timeMax === undefined)
      throw badRequest(`Missing ${timeMin === undefined ? 'timeMin' : 'timeMax'}`, 'required')
    const [from, to] = [readBound(timeMin, 0), readBound(timeMax, 0)]
    if (from >= to) throw emptyRange()
    if (items.length > MAX_CALENDARS) throw badRequest('Too many calendars requested.', 'tooManyCalendarsRequested')
    const calendars = items.map(({ id }) => {
      const calendar = state.calendars.get(id === 'primary' ? state.account : id)
      if (!calendar) return [id, { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] }]
      const busy = busyPeriods(state, calendar, from, to)
      return [id, { busy: busy.map(([start, end]) => ({ start: formatInstant(start, timeZone), end: formatInstant(end, timeZone) })) }]
    })
    return { kind: 'calendar#freeBusy', timeMin, timeMax, calendars: Object.fromEntries(calendars) }
  })
}

/** Returns the busy periods of a calendar, merged if they touch or overlap. */
function busyPeriods(state: State, calendar: Calendar, from: number, to: number): [number, number][] {
  const spans = [...calendar.events.values()]
    .flatMap(event => (event.recurringEventId !== undefined ? [] : event.recurrence ? [...instancesOf(calendar, event, to)] : [event]))
    .filter(event => event.status !== 'cancelled' && event.transparency !== 'transparent' && !isDeclined(event, state.account))
    .map((event): [number, number] => [millisecondsOf(event.start, calendar.timeZone), millisecondsOf(event.end, calendar.timeZone)])
    .filter(([start, end]) => end > from && start < to)
    .toSorted(([a], [b]) => a - b)
  const merged: [number, number][] = []
  for (const [start, end] of spans) {
    const last = merged.at(-1)
    if (last && last[1] >= start) last[1] = Math.max(last[1], end)
    else merged.push([Math.max(start, from), end])
  }
  return merged.map(([start, end]) => [start, Math.min(end, to)])
}

const isDeclined = ({ attendees = [] }: Event, account: string): boolean =>
  attendees.some(({ email, responseStatus }) => email === account && responseStatus === 'declined')
