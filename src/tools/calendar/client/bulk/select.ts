import { createHash } from 'node:crypto'
import pMap from 'p-map'
import { type BulkBatch, type BulkItem, type BulkPosition, type Json, willFail } from '../../../../contract/bulk.ts'
import type { Total } from '../../../../contract/schema.ts'
import { type ApiEvent, eventsPath, readEvents } from '../api.ts'
import type { CalendarBulkCall } from '../connection.ts'
import { formatTime } from '../event-time.ts'
import { type Span, spanQuery } from '../events/list.ts'
import { kindOf } from '../events/mappers.ts'
import type { SendUpdates } from '../events/write.ts'
import { currentEvent } from './current-event.ts'

type Recurring = 'instances' | 'series' | 'skip'

/** The selected events, as the caller describes them. */
export interface Selection extends Span {
  calendar: string
  query?: string
  recurring?: Recurring
}

/** The same with names resolved to IDs. `recurring` is `skip` if the caller selected the events by ID. */
export type EventQuery = {
  calendar_id: string
  recurring: Recurring
  send_updates: SendUpdates
  q?: string
  timeMin?: string
  timeMax?: string
}

/** Returns what the job stores of an event, and the outcome that its current state implies. */
export type DescribeEvent = (event: ApiEvent) => EventDescription | Promise<EventDescription>
export type EventDescription = { data: Json } & Pick<BulkItem, 'foreseen'>

/** Maximum page size of Google. Counting fetches only the properties that the filters need. */
const MAX_COUNTED = 2500
const COUNT_FIELDS = 'items(id,status,recurrence,recurringEventId),nextPageToken'

export async function selectEvents(input: Selection, send_updates: SendUpdates, call: CalendarBulkCall): Promise<EventQuery> {
  const { timeMin, timeMax } = spanQuery(input)
  return {
    calendar_id: await call.client.calendars.id(input.calendar, 'calendar', call),
    recurring: input.recurring ?? 'skip',
    send_updates,
    ...(input.query !== undefined && { q: input.query }),
    ...(timeMin !== undefined && { timeMin }),
    ...(timeMax !== undefined && { timeMax })
  }
}

/** Counts the events on one page, since Google returns no total. */
export async function countEvents(query: EventQuery, call: CalendarBulkCall): Promise<Total> {
  const { items = [], nextPageToken } = await fetchPage(query, { maxResults: MAX_COUNTED, fields: COUNT_FIELDS }, call)
  return { value: items.filter(isSelected(query)).length, relation: nextPageToken === undefined ? 'eq' : 'gte' }
}

/** Returns one page of the selected events. It may be empty without being the last. */
export async function nextEvents(
  query: EventQuery,
  { size, cursor }: BulkPosition,
  call: CalendarBulkCall,
  describe: DescribeEvent
): Promise<BulkBatch> {
  const { items = [], nextPageToken } = await fetchPage(query, { maxResults: size, pageToken: cursor }, call)
  const events = items.filter(isSelected(query))
  warnAboutGuests(events, query, call)
  return { items: await toItems(events, describe, await failureIfReadOnly(query.calendar_id, call)), next: nextPageToken }
}

/** Returns the expected outcome of every item if the account has only read access to the calendar. */
export const failureIfReadOnly = async (calendar_id: string, call: CalendarBulkCall): Promise<Pick<BulkItem, 'foreseen'>> =>
  (await call.client.calendars.isReadOnly(calendar_id, call)) ? willFail('the account has only read access to this calendar') : {}

const MAX_CONCURRENT_READS = 8

/** Returns the current state of the events with these IDs. `ifMissing`: the outcome of an event that does not exist. */
export async function namedEvents(
  ids: string[],
  query: EventQuery,
  call: CalendarBulkCall,
  describe: DescribeEvent,
  ifMissing: Pick<BulkItem, 'foreseen'> = willFail('no such event on this calendar')
): Promise<BulkItem[]> {
  const read = await pMap(ids, id => currentEvent(query.calendar_id, id, call), { concurrency: MAX_CONCURRENT_READS })
  const found = read.filter(event => event !== undefined)
  warnAboutGuests(found, query, call)
  const items = await toItems(found, describe, await failureIfReadOnly(query.calendar_id, call))
  const known = new Set(items.map(({ id }) => id))
  const absent = ids.filter(id => !known.has(id))
  return [...items, ...absent.map(id => ({ id, display_name: `${id} (not found)`, ...ifMissing }))]
}

const fetchPage = async (
  { calendar_id, recurring, q, timeMin, timeMax }: EventQuery,
  more: Record<string, string | number | undefined>,
  call: CalendarBulkCall
) => {
  const single = recurring === 'instances'
  const query = { q, timeMin, timeMax, singleEvents: single, ...(single && { orderBy: 'startTime' }), ...more }
  return readEvents(await call.client.send({ path: eventsPath(calendar_id), query }, call))
}

/** Google lists the changed instances of a series next to it. They are not separate items if the series is selected as a whole. */
const isSelected =
  ({ recurring }: EventQuery) =>
  (event: ApiEvent): boolean =>
    event.status !== 'cancelled' &&
    (recurring === 'instances' || (recurring === 'series' ? kindOf(event) !== 'instance' : kindOf(event) === 'single'))

async function toItems(events: ApiEvent[], describe: DescribeEvent, readOnly: Pick<BulkItem, 'foreseen'>): Promise<BulkItem[]> {
  const items: BulkItem[] = []
  for (const event of events)
    items.push({
      id: event.id,
      display_name: `${event.summary || '(no title)'} (${formatTime(event.start) ?? 'no time'})`,
      ...(event.etag !== undefined && { etag: event.etag }),
      ...(await describe(event)),
      ...readOnly
    })
  return items
}

/** Warning in the preview if events have guests. */
export const GUEST_WARNING: Readonly<Record<SendUpdates, string>> = {
  all: 'Some of these events have guests: each guest gets one email per event (send_updates all)',
  external_only: 'Some of these events have guests: those without Google Calendar get one email per event (send_updates external_only)',
  none: 'Some of these events have guests, and no guest is notified (send_updates none)'
}
const OTHER_ORGANIZERS =
  'Some of these events are organized by others: only the copies on this calendar can be deleted, and properties that all guests share cannot be changed'

function warnAboutGuests(events: readonly ApiEvent[], { send_updates }: EventQuery, call: CalendarBulkCall): void {
  if (events.some(({ attendees = [] }) => attendees.some(({ self }) => self !== true))) call.warn(GUEST_WARNING[send_updates])
  if (events.some(({ organizer }) => organizer !== undefined && organizer.self !== true)) call.warn(OTHER_ORGANIZERS)
}

/** Returns a digest that shows whether an event changed. The etag of an instance is not enough, since it changes with its series. */
export function digestOf({ summary, description, location, start, end, attendees = [], status }: ApiEvent): string {
  const guests = attendees.map(({ email, responseStatus }) => [email, responseStatus])
  const text = JSON.stringify([summary, description, location, formatTime(start), formatTime(end), guests, status])
  return createHash('sha256').update(text).digest('base64url').slice(0, 12)
}

/** Maximum size of the data that a job stores per item. */
const MAX_BYTES = 2048
export const isStorable = (data: Json): boolean => Buffer.byteLength(JSON.stringify(data)) <= MAX_BYTES
