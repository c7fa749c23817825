import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { badRequest, changed, deleted, duplicate, notFound, notOrganizer } from '../refusals.ts'
import { findEvent, instancesOf } from '../state/instances.ts'
import { type Calendar, type Event, etagOf, type Mail, notifyGuests, type State } from '../state/model.ts'
import { eventView } from '../views.ts'
import { conferenceIn } from './conference.ts'
import { attachmentsIn, checkSeries, contentIn, type Sent, timesIn } from './content.ts'
import { BASE, findCalendar, findWritableCalendar, type OfCalendar, type OfEvent } from './find.ts'

type Query = {
  Querystring: {
    sendUpdates?: string
    timeZone?: string
    destination?: string
    conferenceDataVersion?: string
    supportsAttachments?: string
  }
}

export function addEvents(app: FastifyInstance, state: State): void {
  const base = `${BASE}/calendars/:calendarId/events`
  app.get<OfEvent & Query>(`${base}/:eventId`, async ({ params, query }) => {
    const calendar = findCalendar(state, params.calendarId)
    const event = findEvent(calendar, params.eventId)
    if (!event) throw notFound()
    return eventView(state, calendar, event, query.timeZone)
  })
  app.post<OfCalendar & Query & { Body: Sent }>(base, async ({ params, query, body }) => {
    const calendar = findWritableCalendar(state, params.calendarId)
    const event = insert(state, calendar, body ?? {}, query)
    notifyGuests(state, event, 'invitation', query.sendUpdates)
    return eventView(state, calendar, event)
  })
  app.patch<OfEvent & Query & { Body: Sent }>(`${base}/:eventId`, async ({ params, query, body, headers }) => {
    const calendar = findWritableCalendar(state, params.calendarId)
    const event = checkUnchanged(findEvent(calendar, params.eventId), headers['if-match'])
    if (body?.attendeesOmitted === true) return eventView(state, calendar, respond(state, calendar, event, body))
    if (event.organizer.email !== calendar.id && !event.guestsCanModify) throw notOrganizer()
    return eventView(state, calendar, patch(state, calendar, event, body ?? {}, query))
  })
  app.put<OfEvent & Query & { Body: Sent }>(`${base}/:eventId`, async ({ params, query, body, headers }) => {
    const calendar = findWritableCalendar(state, params.calendarId)
    const event = checkUnchanged(findEvent(calendar, params.eventId), headers['if-match'])
    if (event.organizer.email !== calendar.id && !event.guestsCanModify) throw notOrganizer()
    // Unlike a PATCH, it replaces the event: start and end are required, and whatever is missing is removed.
    timesIn(body ?? {}, calendar)
    const emptied = Object.fromEntries(REPLACED.map(name => [name, null]))
    return eventView(state, calendar, patch(state, calendar, event, { ...emptied, ...body }, query))
  })
  app.post<OfCalendar & Query & { Body: Sent & { iCalUID?: string } }>(`${base}/import`, async ({ params, query, body }) => {
    if (!body?.iCalUID) throw badRequest('Missing iCalUID.', 'required')
    const { id: _, ...sent } = body
    const calendar = findWritableCalendar(state, params.calendarId)
    return eventView(state, calendar, insert(state, calendar, sent, query))
  })
  app.post<OfCalendar & { Querystring: { text?: string; sendUpdates?: string } }>(`${base}/quickAdd`, async ({ params, query }) => {
    if (!query.text) throw badRequest('Missing text.', 'required')
    const calendar = findWritableCalendar(state, params.calendarId)
    // Google reads times in the text; the sandbox takes the next full hour.
    const start = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS
    const [from, to] = [start, start + HOUR_MS].map(time => ({ dateTime: new Date(time).toISOString() }))
    return eventView(
      state,
      calendar,
      insert(state, calendar, { summary: query.text, ...(from && { start: from }), ...(to && { end: to }) }, {})
    )
  })
  app.delete<OfEvent & Query>(`${base}/:eventId`, async ({ params, query, headers }, reply) => {
    const calendar = findWritableCalendar(state, params.calendarId)
    const event = checkUnchanged(findEvent(calendar, params.eventId), headers['if-match'])
    if (event.status === 'cancelled') throw deleted()
    write(state, calendar, event, { status: 'cancelled' })
    if (event.organizer.email === calendar.id) notifyGuests(state, event, 'cancellation', query.sendUpdates)
    return reply.code(204).send()
  })
  app.post<OfEvent & Query>(`${base}/:eventId/move`, async ({ params, query, headers }) => {
    const source = findWritableCalendar(state, params.calendarId)
    const target = findWritableCalendar(state, query.destination ?? '')
    const event = checkUnchanged(findEvent(source, params.eventId), headers['if-match'])
    if (event.status === 'cancelled') throw notFound()
    if (event.recurringEventId !== undefined)
      throw badRequest('Cannot change the organizer of an instance.', 'cannotChangeOrganizerOfInstance')
    if (event.organizer.email !== source.id) throw notOrganizer()
    return eventView(state, target, move(state, source, target, event, query.sendUpdates))
  })
}

const HOUR_MS = 3_600_000

const REPLACED = ['summary', 'description', 'location', 'colorId', 'attendees', 'recurrence', 'transparency', 'visibility'] as const

function checkUnchanged(event: Event | undefined, etag: string | undefined): Event {
  if (!event) throw notFound()
  if (etag !== undefined && etag !== '*' && event.status !== 'cancelled' && etag !== etagOf(event.version)) throw changed()
  return event
}

/** Changes only the response of the account, as Google does for a list of attendees that is marked as incomplete. */
function respond(state: State, calendar: Calendar, event: Event, sent: Sent): Event {
  const own = sent.attendees?.find(({ email }) => email === state.account)
  const { attendees = [] } = event
  if (!own || !attendees.some(({ email }) => email === state.account)) throw badRequest('The account is not an attendee.')
  return write(state, calendar, event, {
    attendees: attendees.map(attendee => (attendee.email === state.account ? { ...attendee, ...own } : attendee))
  })
}

function insert(state: State, calendar: Calendar, sent: Sent, { conferenceDataVersion, supportsAttachments }: Query['Querystring']): Event {
  const { eventType = 'default' } = sent
  if (eventType === 'outOfOffice' ? calendar.primary !== true || sent.start?.date : eventType !== 'default')
    throw badRequest('Invalid event type for this calendar or time.', 'eventTypeRestriction')
  const id = sent.id ?? randomBytes(13).toString('hex')
  if (!/^[a-v0-9]{5,1024}$/.test(id)) throw badRequest('Invalid resource id value.')
  if (calendar.events.has(id)) throw duplicate()
  const times = timesIn(sent, calendar)
  checkSeries(sent, times.start)
  const content = { ...contentIn(sent), ...attachmentsIn(sent, supportsAttachments), ...conferenceIn(sent, conferenceDataVersion) }
  const version = state.nextVersion()
  const organizer = calendar.primary ? { email: state.account } : { email: calendar.id, displayName: calendar.summary }
  const metadata = { id, order: version, version, created: Date.now(), updated: Date.now(), status: 'confirmed', sequence: 0 }
  const event = { ...metadata, ...times, ...content, organizer, creator: { email: state.account }, eventType }
  calendar.events.set(id, event)
  return event
}

function patch(
  state: State,
  calendar: Calendar,
  event: Event,
  sent: Sent,
  { sendUpdates, conferenceDataVersion, supportsAttachments }: Query['Querystring']
): Event {
  if (sent.status === 'cancelled' && event.status !== 'cancelled') throw badRequest('Cancel an event by deleting it.')
  const times = timesIn(sent, calendar, event)
  if (sent.recurrence) checkSeries({ ...sent, start: { timeZone: 'timeZone' in times.start ? times.start.timeZone : null } }, times.start)
  const conference = conferenceIn(sent, conferenceDataVersion, event.conferenceData)
  const attachments = attachmentsIn(sent, supportsAttachments)
  const content = { ...times, ...contentIn(sent), ...attachments, ...conference, ...(sent.status && { status: sent.status }) }
  const after = write(state, calendar, event, { ...content, sequence: event.sequence + 1 })
  if (sent.recurrence) dropExceptions(calendar, after)
  const what: Mail['what'] = 'update'
  notifyGuests(state, after, what, sendUpdates)
  return after
}

/** Removes the changed instances of a series that its new rule no longer has. */
function dropExceptions(calendar: Calendar, series: Event): void {
  const kept = new Set([...instancesOf(calendar, series)].map(({ id }) => id))
  for (const [id, { recurringEventId }] of calendar.events) if (recurringEventId === series.id && !kept.has(id)) calendar.events.delete(id)
}

/** Stores a change. An instance is stored next to its series, and its change also changes the etag of the series and of the other instances. */
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
  const instances = [...source.events.values()].filter(({ recurringEventId }) => recurringEventId === event.id)
  const organizer = target.primary ? { email: state.account } : { email: target.id, displayName: target.summary }
  for (const one of [event, ...instances]) {
    target.events.set(one.id, { ...one, organizer, version: state.nextVersion(), updated: Date.now() })
    write(state, source, one, { status: 'cancelled' })
  }
  const moved = target.events.get(event.id) ?? event
  notifyGuests(state, moved, 'update', sendUpdates)
  return moved
}
