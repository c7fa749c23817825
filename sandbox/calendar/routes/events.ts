import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { changed, deleted, duplicate, notFound, notOrganizer, wrong } from '../refusals.ts'
import { findEvent } from '../state/instances.ts'
import { type Calendar, type Event, etagOf, inform, type Mail, type State } from '../state/model.ts'
import { eventView } from '../views.ts'
import { checkSeries, contentIn, type Sent, timesIn } from './content.ts'
import { BASE, calendarOf, type OfCalendar, type OfEvent, writableOf } from './find.ts'

type Query = { Querystring: { sendUpdates?: string; timeZone?: string; destination?: string } }

export function addEvents(app: FastifyInstance, state: State): void {
  const base = `${BASE}/calendars/:calendarId/events`
  app.get<OfEvent & Query>(`${base}/:eventId`, async ({ params, query }) => {
    const calendar = calendarOf(state, params.calendarId)
    const event = findEvent(calendar, params.eventId)
    if (!event) throw notFound()
    return eventView(state, calendar, event, query.timeZone)
  })
  app.post<OfCalendar & Query & { Body: Sent }>(base, async ({ params, query, body }) => {
    const calendar = writableOf(state, params.calendarId)
    const event = insert(state, calendar, body ?? {})
    inform(state, event, 'invitation', query.sendUpdates)
    return eventView(state, calendar, event)
  })
  app.patch<OfEvent & Query & { Body: Sent }>(`${base}/:eventId`, async ({ params, query, body, headers }) => {
    const calendar = writableOf(state, params.calendarId)
    const event = unchanged(findEvent(calendar, params.eventId), headers['if-match'])
    if (event.organizer.email !== calendar.id && !event.guestsCanModify) throw notOrganizer()
    return eventView(state, calendar, patch(state, calendar, event, body ?? {}, query.sendUpdates))
  })
  app.delete<OfEvent & Query>(`${base}/:eventId`, async ({ params, query, headers }, reply) => {
    const calendar = writableOf(state, params.calendarId)
    const event = unchanged(findEvent(calendar, params.eventId), headers['if-match'])
    if (event.status === 'cancelled') throw deleted()
    write(state, calendar, event, { status: 'cancelled' })
    if (event.organizer.email === calendar.id) inform(state, event, 'cancellation', query.sendUpdates)
    return reply.code(204).send()
  })
  app.post<OfEvent & Query>(`${base}/:eventId/move`, async ({ params, query, headers }) => {
    const source = writableOf(state, params.calendarId)
    const target = writableOf(state, query.destination ?? '')
    const event = unchanged(findEvent(source, params.eventId), headers['if-match'])
    if (event.status === 'cancelled') throw notFound()
    if (event.recurringEventId !== undefined) throw wrong('Cannot change the organizer of an instance.', 'cannotChangeOrganizerOfInstance')
    if (event.organizer.email !== source.id) throw notOrganizer()
    return eventView(state, target, move(state, source, target, event, query.sendUpdates))
  })
}

function unchanged(event: Event | undefined, etag: string | undefined): Event {
  if (!event) throw notFound()
  if (etag !== undefined && etag !== '*' && event.status !== 'cancelled' && etag !== etagOf(event.version)) throw changed()
  return event
}

function insert(state: State, calendar: Calendar, sent: Sent): Event {
  const id = sent.id ?? randomBytes(13).toString('hex')
  if (!/^[a-v0-9]{5,1024}$/.test(id)) throw wrong('Invalid resource id value.')
  if (calendar.events.has(id)) throw duplicate()
  const times = timesIn(sent, calendar)
  checkSeries(sent, times.start)
  const version = state.nextVersion()
  const organizer = calendar.primary ? { email: state.account } : { email: calendar.id, displayName: calendar.summary }
  const made = { id, order: version, version, created: Date.now(), updated: Date.now(), status: 'confirmed', sequence: 0 }
  const event = { ...made, ...times, ...contentIn(sent), organizer, creator: { email: state.account }, eventType: 'default' }
  calendar.events.set(id, event)
  return event
}

function patch(state: State, calendar: Calendar, event: Event, sent: Sent, sendUpdates: string | undefined): Event {
  if (sent.status === 'cancelled' && event.status !== 'cancelled') throw wrong('Cancel an event by deleting it.')
  const times = timesIn(sent, calendar, event)
  if (sent.recurrence) checkSeries({ ...sent, start: { timeZone: 'timeZone' in times.start ? times.start.timeZone : null } }, times.start)
  const content = { ...times, ...contentIn(sent), ...(sent.status && { status: sent.status }) }
  const after = write(state, calendar, event, { ...content, sequence: event.sequence + 1 })
  const what: Mail['what'] = 'update'
  inform(state, after, what, sendUpdates)
  return after
}

/** What happens to an instance by itself is kept beside its series, whose etag, and with it that of the other instances, it changes. */
function write(state: State, calendar: Calendar, event: Event, change: Partial<Event>): Event {
  const version = state.nextVersion()
  const written = { ...event, ...change, version, updated: Date.now() }
  calendar.events.set(event.id, written)
  const series = calendar.events.get(event.recurringEventId ?? '')
  if (series) calendar.events.set(series.id, { ...series, version, updated: Date.now() })
  return written
}

function move(state: State, source: Calendar, target: Calendar, event: Event, sendUpdates: string | undefined): Event {
  if (source === target) return event
  const below = [...source.events.values()].filter(({ recurringEventId }) => recurringEventId === event.id)
  const organizer = target.primary ? { email: state.account } : { email: target.id, displayName: target.summary }
  for (const one of [event, ...below]) {
    target.events.set(one.id, { ...one, organizer, version: state.nextVersion(), updated: Date.now() })
    write(state, source, one, { status: 'cancelled' })
  }
  const moved = target.events.get(event.id) ?? event
  inform(state, moved, 'update', sendUpdates)
  return moved
}
