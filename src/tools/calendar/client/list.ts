import type { ListInput } from '../../../contract/operation.ts'
import { cursorOf, placeOf } from '../../../lib/google/cursor.ts'
import { type ApiCalendar, type ApiEvent, type ApiPage, eventPath, eventsPath, readCalendars, readEvents } from './api.ts'
import { nameOf } from './calendar-book.ts'
import type { GoogleCalendar } from './connection.ts'
import { type EventRow, rowOf } from './shapes.ts'
import type { Request, Turn } from './turn.ts'
import { boundOf } from './when.ts'

/** Pages without items that are passed over in one call: only a missing token is the end. */
const MOST_EMPTY = 5

interface Page<Item> {
  items: Item[]
  next: string | undefined
  last: ApiPage<unknown>
}

/** The next page that has something in it, or an empty one with its token where many are empty. */
async function nextPage<Item>(
  read: (pageToken: string | undefined) => Promise<ApiPage<Item>>,
  token: string | undefined
): Promise<Page<Item>> {
  let pageToken = token
  for (let empty = 0; ; empty++) {
    const page = await read(pageToken)
    const { items = [], nextPageToken } = page
    if (items.length > 0 || nextPageToken === undefined || empty === MOST_EMPTY) return { items, next: nextPageToken, last: page }
    pageToken = nextPageToken
  }
}

export interface CalendarWish extends ListInput {
  min_access: 'free_busy' | 'reader' | 'writer' | 'owner'
  include_hidden: boolean
}

const ROLES = { free_busy: 'freeBusyReader', reader: 'reader', writer: 'writer', owner: 'owner' } as const

export async function listCalendars(client: GoogleCalendar, { limit, cursor, ...wish }: CalendarWish, turn: Turn) {
  const question = ['calendars', wish.min_access, wish.include_hidden]
  const query = { maxResults: limit, minAccessRole: ROLES[wish.min_access], ...(wish.include_hidden && { showHidden: true }) }
  const { items, next } = await nextPage(
    async pageToken => readCalendars(await client.send({ path: 'users/me/calendarList', query: { ...query, pageToken } }, turn)),
    placeOf(cursor, question).token
  )
  return {
    items: items.map(calendarOf),
    next_cursor: next === undefined ? null : cursorOf(next, 0, question),
    total: null,
    untrusted: true
  }
}

const calendarOf = (calendar: ApiCalendar) => ({
  id: calendar.id,
  name: nameOf(calendar),
  description: calendar.description ?? '',
  time_zone: calendar.timeZone ?? null,
  access: calendar.accessRole ?? 'none',
  primary: calendar.primary ?? false,
  hidden: calendar.hidden ?? false
})

export interface Span {
  time_min?: string
  time_max?: string
  time_zone?: string
}

export interface EventWish extends Span, ListInput {
  calendar: string
  query?: string
  recurring: 'instances' | 'series'
  order_by?: 'start' | 'updated'
  updated_after?: string
  include_deleted: boolean
  sync_token?: string
}

export const spanQuery = ({ time_min, time_max, time_zone }: Span) => ({
  timeMin: boundOf(time_min, time_zone),
  timeMax: boundOf(time_max, time_zone)
})

export async function listEvents(client: GoogleCalendar, { limit, cursor, ...wish }: EventWish, turn: Turn) {
  const id = await client.calendars.id(wish.calendar, 'calendar', turn)
  const instances = wish.recurring === 'instances'
  const order =
    wish.order_by === 'updated' ? 'updated' : wish.order_by === 'start' || (instances && !wish.sync_token) ? 'startTime' : undefined
  const query = {
    maxResults: limit,
    ...spanQuery(wish),
    q: wish.query,
    singleEvents: instances,
    orderBy: order,
    updatedMin: boundOf(wish.updated_after, wish.time_zone),
    timeZone: wish.time_zone,
    syncToken: wish.sync_token,
    ...(wish.include_deleted && { showDeleted: true })
  }
  return await events(client, { path: eventsPath(id), query }, cursor, turn)
}

export interface InstanceWish extends Span, ListInput {
  calendar: string
  event_id: string
  include_deleted: boolean
}

export async function listInstances(client: GoogleCalendar, { limit, cursor, ...wish }: InstanceWish, turn: Turn) {
  const id = await client.calendars.id(wish.calendar, 'calendar', turn)
  const query = { maxResults: limit, ...spanQuery(wish), timeZone: wish.time_zone, ...(wish.include_deleted && { showDeleted: true }) }
  const { next_sync_token: _none, ...page } = await events(
    client,
    { path: `${eventPath(id, wish.event_id)}/instances`, query },
    cursor,
    turn
  )
  return page
}

async function events(client: GoogleCalendar, request: Request, cursor: string | undefined, turn: Turn) {
  const { maxResults: _size, ...asked } = request.query ?? {}
  const question = [request.path, asked]
  const { items, next, last } = await nextPage<ApiEvent>(
    async pageToken => readEvents(await client.send({ ...request, query: { ...request.query, pageToken } }, turn)),
    placeOf(cursor, question).token
  )
  return {
    items: items.map((event): EventRow => rowOf(event)),
    next_cursor: next === undefined ? null : cursorOf(next, 0, question),
    total: null,
    time_zone: last.timeZone ?? null,
    next_sync_token: last.nextSyncToken ?? null,
    untrusted: true
  }
}
