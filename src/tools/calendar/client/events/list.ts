import type { ListInput } from '../../../../contract/operation.ts'
import { decodePageCursor, encodePageCursor } from '../../../../lib/google/page-cursor.ts'
import { type ApiCalendar, type ApiEvent, type ApiPage, eventPath, eventsPath, readCalendars, readEvents } from '../api.ts'
import { nameOf } from '../calendar-cache.ts'
import type { CalendarCall, Request } from '../call.ts'
import type { GoogleCalendar } from '../connection.ts'
import { toBound } from '../event-time.ts'
import { type EventRow, toEventRow } from './mappers.ts'

/** Empty pages that one call skips. A page may be empty without being the last; only a missing token marks the end. */
const MAX_EMPTY_PAGES = 5

interface Page<Item> {
  items: Item[]
  next: string | undefined
  last: ApiPage<unknown>
}

/** Returns the next page with items. After too many empty pages, it returns an empty page with its token. */
async function nextPage<Item>(
  read: (pageToken: string | undefined) => Promise<ApiPage<Item>>,
  token: string | undefined
): Promise<Page<Item>> {
  let pageToken = token
  for (let empty = 0; ; empty++) {
    const page = await read(pageToken)
    const { items = [], nextPageToken } = page
    if (items.length > 0 || nextPageToken === undefined || empty === MAX_EMPTY_PAGES) return { items, next: nextPageToken, last: page }
    pageToken = nextPageToken
  }
}

export interface CalendarListInput extends ListInput {
  min_access: 'free_busy' | 'reader' | 'writer' | 'owner'
  include_hidden: boolean
}

const ROLES = { free_busy: 'freeBusyReader', reader: 'reader', writer: 'writer', owner: 'owner' } as const

export async function listCalendars(client: GoogleCalendar, { limit, cursor, ...input }: CalendarListInput, call: CalendarCall) {
  const listQuery = ['calendars', input.min_access, input.include_hidden]
  const query = { maxResults: limit, minAccessRole: ROLES[input.min_access], ...(input.include_hidden && { showHidden: true }) }
  const { items, next } = await nextPage(
    async pageToken => readCalendars(await client.send({ path: 'users/me/calendarList', query: { ...query, pageToken } }, call)),
    decodePageCursor(cursor, listQuery).token
  )
  return {
    items: items.map(toCalendarRow),
    next_cursor: next === undefined ? null : encodePageCursor(next, 0, listQuery),
    total: null,
    untrusted: true
  }
}

const toCalendarRow = (calendar: ApiCalendar) => ({
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

export interface EventListInput extends Span, ListInput {
  calendar: string
  query?: string
  recurring: 'instances' | 'series'
  order_by?: 'start' | 'updated'
  updated_after?: string
  include_deleted: boolean
  sync_token?: string
}

export const spanQuery = ({ time_min, time_max, time_zone }: Span) => ({
  timeMin: toBound(time_min, time_zone),
  timeMax: toBound(time_max, time_zone)
})

export async function listEvents(client: GoogleCalendar, { limit, cursor, ...input }: EventListInput, call: CalendarCall) {
  const id = await client.calendars.id(input.calendar, 'calendar', call)
  const instances = input.recurring === 'instances'
  const order =
    input.order_by === 'updated' ? 'updated' : input.order_by === 'start' || (instances && !input.sync_token) ? 'startTime' : undefined
  const query = {
    maxResults: limit,
    ...spanQuery(input),
    q: input.query,
    singleEvents: instances,
    orderBy: order,
    updatedMin: toBound(input.updated_after, input.time_zone),
    timeZone: input.time_zone,
    syncToken: input.sync_token,
    ...(input.include_deleted && { showDeleted: true })
  }
  return await pageOfEvents(client, { path: eventsPath(id), query }, cursor, call)
}

export interface InstanceListInput extends Span, ListInput {
  calendar: string
  event_id: string
  include_deleted: boolean
}

export async function listInstances(client: GoogleCalendar, { limit, cursor, ...input }: InstanceListInput, call: CalendarCall) {
  const id = await client.calendars.id(input.calendar, 'calendar', call)
  const query = { maxResults: limit, ...spanQuery(input), timeZone: input.time_zone, ...(input.include_deleted && { showDeleted: true }) }
  const { next_sync_token: _unused, ...page } = await pageOfEvents(
    client,
    { path: `${eventPath(id, input.event_id)}/instances`, query },
    cursor,
    call
  )
  return page
}

async function pageOfEvents(client: GoogleCalendar, request: Request, cursor: string | undefined, call: CalendarCall) {
  const { maxResults: _size, ...filters } = request.query ?? {}
  const listQuery = [request.path, filters]
  const { items, next, last } = await nextPage<ApiEvent>(
    async pageToken => readEvents(await client.send({ ...request, query: { ...request.query, pageToken } }, call)),
    decodePageCursor(cursor, listQuery).token
  )
  return {
    items: items.map((event): EventRow => toEventRow(event)),
    next_cursor: next === undefined ? null : encodePageCursor(next, 0, listQuery),
    total: null,
    time_zone: last.timeZone ?? null,
    next_sync_token: last.nextSyncToken ?? null,
    untrusted: true
  }
}
