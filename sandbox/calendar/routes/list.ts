import type { FastifyInstance } from 'fastify'
import { deleted, emptyRange, notFound, syncExpired, wrong } from '../refusals.ts'
import { findEvent, instancesOf } from '../state/instances.ts'
import { type Calendar, type Event, etagOf, type State } from '../state/model.ts'
import { momentOf, readBound } from '../state/time.ts'
import { eventView } from '../views.ts'
import { BASE, calendarOf, type OfCalendar, type OfEvent } from './find.ts'
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

const SIZES = { usual: 250, most: 2500 }
/** What a sync token cannot be sent with. */
const NOT_WITH_SYNC = ['orderBy', 'q', 'timeMin', 'timeMax', 'updatedMin'] as const

export function addLists(app: FastifyInstance, state: State): void {
  const base = `${BASE}/calendars/:calendarId/events`
  app.get<OfCalendar & { Querystring: ListQuery }>(base, async ({ params, query }) => {
    const calendar = calendarOf(state, params.calendarId)
    const since = changesSince(state, query)
    const rows = rowsOf(calendar, query, spanOf(query), since)
    const shown = query.showDeleted === 'true' || since > 0
    const page = pageOf(rows, query, SIZES, event => (shown || event.status !== 'cancelled') && isAbout(event, query.q))
    return listView(state, calendar, query, page)
  })
  app.get<OfEvent & { Querystring: ListQuery }>(`${base}/:eventId/instances`, async ({ params, query }) => {
    const calendar = calendarOf(state, params.calendarId)
    const series = findEvent(calendar, params.eventId)
    if (!series) throw notFound()
    if (series.status === 'cancelled') throw deleted()
    const span = spanOf(query)
    const events = [...instancesOf(calendar, series, span.to)].filter(isWithin(span, calendar))
    const rows = events.map(row => ({ key: startKey(row, calendar), row })).toSorted(byKey)
    const page = pageOf(rows, query, SIZES, event => query.showDeleted === 'true' || event.status !== 'cancelled')
    return listView(state, calendar, { ...query, orderBy: 'startTime' }, page)
  })
}

function spanOf({ timeMin, timeMax }: ListQuery): Span {
  const span = { from: readBound(timeMin, Number.NEGATIVE_INFINITY), to: readBound(timeMax, Number.POSITIVE_INFINITY) }
  if (span.from >= span.to) throw emptyRange()
  return span
}

/** The lower bound is one of the end, the upper one of the start; both are exclusive. */
const isWithin =
  ({ from, to }: Span, { timeZone }: Calendar) =>
  ({ start, end }: Event): boolean =>
    momentOf(end, timeZone) > from && momentOf(start, timeZone) < to

const startKey = ({ start, id }: Event, { timeZone }: Calendar): string => `${digits(momentOf(start, timeZone))} ${id}`
const byKey = (a: { key: string }, b: { key: string }): number => (a.key < b.key ? -1 : 1)

function rowsOf(calendar: Calendar, query: ListQuery, span: Span, since: number): { key: string; row: Event }[] {
  const { singleEvents, orderBy, updatedMin } = query
  if (orderBy === 'startTime' && singleEvents !== 'true')
    throw wrong('The requested ordering is not available for the particular query.', 'invalid')
  const updated = readBound(updatedMin, 0)
  const keyOf = (event: Event): string =>
    orderBy === 'startTime' ? startKey(event, calendar) : `${digits(orderBy === 'updated' ? event.version : event.order)} ${event.id}`
  return [...calendar.events.values()]
    .flatMap(event => (singleEvents === 'true' ? singlesOf(calendar, event, span) : event))
    .filter(event => event.version > since && event.updated >= updated && overlaps(calendar, event, span))
    .map(row => ({ key: keyOf(row), row }))
    .toSorted(byKey)
}

/** Instances come with their series, and that is not shown. */
function singlesOf(calendar: Calendar, event: Event, { to }: Span): Event[] {
  if (event.recurringEventId !== undefined) return []
  return event.recurrence && event.status !== 'cancelled' ? [...instancesOf(calendar, event, to)] : [event]
}

/** A series does where one of its instances does. */
const overlaps = (calendar: Calendar, event: Event, span: Span): boolean =>
  event.recurrence && event.status !== 'cancelled'
    ? instancesOf(calendar, event, span.to).some(isWithin(span, calendar))
    : isWithin(span, calendar)(event)

function isAbout({ summary = '', description = '', location = '', attendees = [], organizer }: Event, q = ''): boolean {
  const people = [...attendees, organizer].flatMap(({ email, displayName = '' }) => [email, displayName])
  const text = [summary, description, location, ...people].join(' ').toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}

function changesSince(state: State, query: ListQuery): number {
  if (query.syncToken === undefined) return 0
  const both = NOT_WITH_SYNC.filter(name => query[name] !== undefined)
  if (both.length > 0) throw wrong(`The parameter ${both[0]} cannot be combined with a sync token.`)
  const [, version] = /^sync-(\d+)$/.exec(Buffer.from(query.syncToken, 'base64url').toString()) ?? []
  if (version === undefined || Number(version) < state.oldest_change) throw syncExpired()
  return Number(version)
}

function listView(state: State, calendar: Calendar, query: ListQuery, page: { items: Event[]; nextPageToken?: string }) {
  const { items, nextPageToken } = page
  const syncs = !NOT_WITH_SYNC.some(name => query[name] !== undefined)
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
    ...(nextPageToken === undefined ? syncs && { nextSyncToken: token } : { nextPageToken }),
    items: items.map(event => eventView(state, calendar, event, query.timeZone))
  }
}
