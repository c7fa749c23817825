import type { FastifyInstance } from 'fastify'
import { badRequest, deleted, emptyRange, notFound, syncExpired } from '../refusals.ts'
import { findEvent, instancesOf } from '../state/instances.ts'
import { type Calendar, type Event, etagOf, type State } from '../state/model.ts'
import { millisecondsOf, readBound } from '../state/time.ts'
import { eventView } from '../views.ts'
import { BASE, findCalendar, type OfCalendar, type OfEvent } from './find.ts'
import { digits, type Paged, pageOf } from './page.ts'

interface Span {
  from: number
  to: number
}

type ListQuery = Paged & {
  q?: string
  timeMin?: string
  timeMax?: string
  timeZone?: string
  updatedMin?: string
  singleEvents?: string
  orderBy?: string
  showDeleted?: string
  syncToken?: string
}

const PAGE_SIZES = { default: 250, max: 2500 }
/** Parameters that cannot be combined with a sync token. */
const NOT_WITH_SYNC = ['orderBy', 'q', 'timeMin', 'timeMax', 'updatedMin'] as const

export function addLists(app: FastifyInstance, state: State): void {
  const base = `${BASE}/calendars/:calendarId/events`
  app.get<OfCalendar & { Querystring: ListQuery }>(base, async ({ params, query }) => {
    const calendar = findCalendar(state, params.calendarId)
    const since = changesSince(state, query)
    const rows = rowsOf(calendar, query, spanOf(query), since)
    const showDeleted = query.showDeleted === 'true' || since > 0
    const page = pageOf(rows, query, PAGE_SIZES, event => (showDeleted || event.status !== 'cancelled') && matchesQuery(event, query.q))
    return listView(state, calendar, query, page)
  })
  app.get<OfEvent & { Querystring: ListQuery }>(`${base}/:eventId/instances`, async ({ params, query }) => {
    const calendar = findCalendar(state, params.calendarId)
    const series = findEvent(calendar, params.eventId)
    if (!series) throw notFound()
    if (series.status === 'cancelled') throw deleted()
    const span = spanOf(query)
    const events = [...instancesOf(calendar, series, span.to)].filter(isWithin(span, calendar))
    const rows = events.map(row => ({ key: startKey(row, calendar), row })).toSorted(byKey)
    const page = pageOf(rows, query, PAGE_SIZES, event => query.showDeleted === 'true' || event.status !== 'cancelled')
    return listView(state, calendar, { ...query, orderBy: 'startTime' }, page)
  })
}

function spanOf({ timeMin, timeMax }: ListQuery): Span {
  const span = { from: readBound(timeMin, Number.NEGATIVE_INFINITY), to: readBound(timeMax, Number.POSITIVE_INFINITY) }
  if (span.from >= span.to) throw emptyRange()
  return span
}

/** The lower bound applies to the end, the upper bound to the start. Both are exclusive. */
const isWithin =
  ({ from, to }: Span, { timeZone }: Calendar) =>
  ({ start, end }: Event): boolean =>
    millisecondsOf(end, timeZone) > from && millisecondsOf(start, timeZone) < to

const startKey = ({ start, id }: Event, { timeZone }: Calendar): string => `${digits(millisecondsOf(start, timeZone))} ${id}`
const byKey = (a: { key: string }, b: { key: string }): number => (a.key < b.key ? -1 : 1)

function rowsOf(calendar: Calendar, query: ListQuery, span: Span, since: number): { key: string; row: Event }[] {
  const { singleEvents, orderBy, updatedMin } = query
  if (orderBy === 'startTime' && singleEvents !== 'true')
    throw badRequest('The requested ordering is not available for the particular query.', 'invalid')
  const updated = readBound(updatedMin, 0)
  const keyOf = (event: Event): string =>
    orderBy === 'startTime' ? startKey(event, calendar) : `${digits(orderBy === 'updated' ? event.version : event.order)} ${event.id}`
  return [...calendar.events.values()]
    .flatMap(event => (singleEvents === 'true' ? singleEventsOf(calendar, event, span) : event))
    .filter(event => event.version > since && event.updated >= updated && overlaps(calendar, event, span))
    .map(row => ({ key: keyOf(row), row }))
    .toSorted(byKey)
}

/** Returns the single events of a list: a series is replaced by its instances. */
function singleEventsOf(calendar: Calendar, event: Event, { to }: Span): Event[] {
  if (event.recurringEventId !== undefined) return []
  return event.recurrence && event.status !== 'cancelled' ? [...instancesOf(calendar, event, to)] : [event]
}

/** A series overlaps the span if one of its instances does. */
const overlaps = (calendar: Calendar, event: Event, span: Span): boolean =>
  event.recurrence && event.status !== 'cancelled'
    ? instancesOf(calendar, event, span.to).some(isWithin(span, calendar))
    : isWithin(span, calendar)(event)

function matchesQuery({ summary = '', description = '', location = '', attendees = [], organizer }: Event, q = ''): boolean {
  const people = [...attendees, organizer].flatMap(({ email, displayName = '' }) => [email, displayName])
  const text = [summary, description, location, ...people].join(' ').toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}

function changesSince(state: State, query: ListQuery): number {
  if (query.syncToken === undefined) return 0
  const conflicting = NOT_WITH_SYNC.filter(name => query[name] !== undefined)
  if (conflicting.length > 0) throw badRequest(`The parameter ${conflicting[0]} cannot be combined with a sync token.`)
  const [, version] = /^sync-(\d+)$/.exec(Buffer.from(query.syncToken, 'base64url').toString()) ?? []
  if (version === undefined || Number(version) < state.oldest_change) throw syncExpired()
  return Number(version)
}

function listView(state: State, calendar: Calendar, query: ListQuery, page: { items: Event[]; nextPageToken?: string }) {
  const { items, nextPageToken } = page
  const hasSyncToken = !NOT_WITH_SYNC.some(name => query[name] !== undefined)
  const token = Buffer.from(`sync-${state.lastVersion()}`).toString('base64url')
  return {
    kind: 'calendar#events',
    etag: etagOf(state.lastVersion()),
    summary: calendar.summary,
    description: calendar.description ?? '',
    updated: new Date(Math.max(0, ...[...calendar.events.values()].map(({ updated }) => updated))).toISOString(),
    timeZone: query.timeZone ?? calendar.timeZone,
    accessRole: calendar.accessRole,
    defaultReminders: [],
    ...(nextPageToken === undefined ? hasSyncToken && { nextSyncToken: token } : { nextPageToken }),
    items: items.map(event => eventView(state, calendar, event, query.timeZone))
  }
}
