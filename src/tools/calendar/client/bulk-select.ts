import { createHash } from 'node:crypto'
import type { BulkBatch, BulkItem, BulkPosition, Json } from '../../../contract/bulk.ts'
import type { Total } from '../../../contract/schema.ts'
import { type ApiEvent, eventsPath, readEvents } from './api.ts'
import { standing } from './bulk-each.ts'
import type { BulkTurn } from './connection.ts'
import { type Span, spanQuery } from './list.ts'
import { kindOf } from './shapes.ts'
import { shownWhen } from './when.ts'
import type { SendUpdates } from './write.ts'

export type Recurring = 'instances' | 'series' | 'skip'

/** Which events, as a caller says it. */
export interface Selection extends Span {
  calendar: string
  query?: string
  recurring?: Recurring
}

/** The same, with every name made an id. `skip` where the caller names the events. */
export type EventQuery = {
  calendar_id: string
  recurring: Recurring
  send_updates: SendUpdates
  q?: string
  timeMin?: string
  timeMax?: string
}

/** What an item's data is made of; undefined for an item that cannot be acted on in this way. */
export type DataOf = (event: ApiEvent) => Json | Promise<Json>

/** Google's most. To count, bodies are left out. */
const COUNTED = 2500
const COUNT_FIELDS = 'items(id,status,recurrence,recurringEventId),nextPageToken'

export async function selectEvents(input: Selection, send_updates: SendUpdates, call: BulkTurn): Promise<EventQuery> {
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

/** Google tells no number of events: those of one page are counted. */
export async function countEvents(query: EventQuery, call: BulkTurn): Promise<Total> {
  const { items = [], nextPageToken } = await pageOf(query, { maxResults: COUNTED, fields: COUNT_FIELDS }, call)
  return { value: items.filter(isMeant(query)).length, relation: nextPageToken === undefined ? 'eq' : 'gte' }
}

/** One page of the list, without what is not meant: it may be empty, and not the last. */
export async function nextEvents(query: EventQuery, { size, cursor }: BulkPosition, call: BulkTurn, dataOf: DataOf): Promise<BulkBatch> {
  const { items = [], nextPageToken } = await pageOf(query, { maxResults: size, pageToken: cursor }, call)
  const events = items.filter(isMeant(query))
  warnOf(events, query, call)
  return { items: await itemsOf(events, dataOf), next: nextPageToken }
}

/** Requests side by side, as they only read. */
const AT_ONCE = 8

/** The events that the caller names, as they are now; what is gone is left out. */
export async function namedEvents(ids: string[], query: EventQuery, call: BulkTurn, dataOf: DataOf): Promise<BulkItem[]> {
  const found: ApiEvent[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = await Promise.all(ids.slice(at, at + AT_ONCE).map(id => standing(query.calendar_id, id, call)))
    found.push(...some.filter(event => event !== undefined))
  }
  warnOf(found, query, call)
  return await itemsOf(found, dataOf)
}

const pageOf = async (
  { calendar_id, recurring, q, timeMin, timeMax }: EventQuery,
  more: Record<string, string | number | undefined>,
  call: BulkTurn
) => {
  const single = recurring === 'instances'
  const query = { q, timeMin, timeMax, singleEvents: single, ...(single && { orderBy: 'startTime' }), ...more }
  return readEvents(await call.client.send({ path: eventsPath(calendar_id), query }, call))
}

/** A series stands once for all its instances: those that were changed by themselves are listed beside it, and go with it. */
const isMeant =
  ({ recurring }: EventQuery) =>
  (event: ApiEvent): boolean =>
    event.status !== 'cancelled' &&
    (recurring === 'instances' || (recurring === 'series' ? kindOf(event) !== 'instance' : kindOf(event) === 'single'))

async function itemsOf(events: ApiEvent[], dataOf: DataOf): Promise<BulkItem[]> {
  const items: BulkItem[] = []
  for (const event of events)
    items.push({
      id: event.id,
      display_name: `${event.summary || '(no title)'} (${shownWhen(event.start) ?? 'no time'})`,
      ...(event.etag !== undefined && { etag: event.etag }),
      data: await dataOf(event)
    })
  return items
}

/** What is told of guests before anything happens. */
export const MAILED: Readonly<Record<SendUpdates, string>> = {
  all: 'Some of these events have guests: each of them gets mail about every single event (send_updates all)',
  external_only:
    'Some of these events have guests: those without Google Calendar get mail about every single event (send_updates external_only)',
  none: 'Some of these events have guests, and none of them is told (send_updates none)'
}
const OF_OTHERS =
  'Some of these events are organized by others: only what is on this calendar can be deleted, and what all share cannot be changed'

function warnOf(events: readonly ApiEvent[], { send_updates }: EventQuery, call: BulkTurn): void {
  if (events.some(({ attendees = [] }) => attendees.some(({ self }) => self !== true))) call.warn(MAILED[send_updates])
  if (events.some(({ organizer }) => organizer !== undefined && organizer.self !== true)) call.warn(OF_OTHERS)
}

/** Tells whether an event is still what it was, where its etag does not: that of an instance may be that of its series. */
export function digestOf({ summary, description, location, start, end, attendees = [], status }: ApiEvent): string {
  const guests = attendees.map(({ email, responseStatus }) => [email, responseStatus])
  const text = JSON.stringify([summary, description, location, shownWhen(start), shownWhen(end), guests, status])
  return createHash('sha256').update(text).digest('base64url').slice(0, 12)
}

/** What a job keeps of an item. */
const MOST_BYTES = 2048
export const isKeepable = (data: Json): boolean => Buffer.byteLength(JSON.stringify(data)) <= MOST_BYTES
