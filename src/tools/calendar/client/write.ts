import { createHash, randomUUID } from 'node:crypto'
import { OperationError } from '../../../contract/errors.ts'
import { isSameText } from '../../../lib/format.ts'
import { type ApiEvent, eventPath, eventsPath, readEvent } from './api.ts'
import type { GoogleCalendar } from './connection.ts'
import { type Content, contentIn, type Guest, guestIn } from './content.ts'
import { fullOf } from './shapes.ts'
import type { Turn } from './turn.ts'
import { isSameWhen, shownWhen } from './when.ts'

export type SendUpdates = 'all' | 'external_only' | 'none'

/** As Google spells it. It is always sent: what is left out is decided there, and differs from method to method. */
export const sent = (updates: SendUpdates) => (updates === 'external_only' ? 'externalOnly' : updates)

/** In place of the refusal of an id that an event has already. */
export function isTaken(error: unknown): false {
  if (error instanceof OperationError && error.reason === 'already_exists') return false
  throw error
}

/** The headers that let only an unchanged event be changed. */
export const ifMatch = (etag: string | undefined) => (etag === undefined ? {} : { headers: { 'if-match': etag } })

export const getEvent = async (client: GoogleCalendar, calendar_id: string, id: string, turn: Turn, timeZone?: string): Promise<ApiEvent> =>
  readEvent(await client.send({ path: eventPath(calendar_id, id), query: { timeZone } }, turn))

export const readFull = async (
  client: GoogleCalendar,
  { calendar, event_id, time_zone }: { calendar: string; event_id: string; time_zone?: string },
  turn: Turn
) => {
  const id = await client.calendars.id(calendar, 'calendar', turn)
  return fullOf(id, await getEvent(client, id, event_id, turn, time_zone))
}

export type NewEvent = Content & {
  calendar: string
  event_id?: string
  attendees: Guest[]
  recurrence: string[]
  send_updates: SendUpdates
}

/** An id of ours: what has been made by it is not made twice. Hex digits are among those that Google takes. */
export const newId = (once: string | undefined): string =>
  once === undefined ? randomUUID().replaceAll('-', '') : createHash('sha256').update(once).digest('hex')

export async function createEvent(client: GoogleCalendar, input: NewEvent, once: string | undefined, turn: Turn) {
  const calendar_id = await client.calendars.id(input.calendar, 'calendar', turn)
  const id = input.event_id ?? newId(once)
  const json = {
    id,
    ...contentIn(input),
    ...(input.attendees.length > 0 && { attendees: input.attendees.map(guestIn) }),
    ...(input.recurrence.length > 0 && { recurrence: input.recurrence })
  }
  const query = { sendUpdates: sent(input.send_updates) }
  try {
    const event = readEvent(await client.send({ path: eventsPath(calendar_id), method: 'POST', query, json }, turn))
    return { ...fullOf(calendar_id, event), created_now: true }
  } catch (error) {
    if (!(error instanceof OperationError) || !mayBeThere(error)) throw error
    const found = await thereAlready(client, calendar_id, json, error, turn)
    // An id that we made belongs to this call, whatever became of the event since.
    if (input.event_id !== undefined && !isThat(found, json)) throw taken(error, `Another event has the id ${id} already.`, found)
    return { ...fullOf(calendar_id, found), created_now: false }
  }
}

const mayBeThere = ({ reason, details }: OperationError): boolean => reason === 'already_exists' || details.outcome === 'unknown'

/** The event that has this id, where there is one. */
async function thereAlready(
  client: GoogleCalendar,
  calendar_id: string,
  wanted: Pick<ApiEvent, 'id'>,
  error: OperationError,
  turn: Turn
): Promise<ApiEvent> {
  const found = await getEvent(client, calendar_id, wanted.id, turn).catch(() => undefined)
  if (!found) throw withId(error, wanted.id)
  if (found.status === 'cancelled')
    throw taken(error, `An event ${wanted.id} was there before, and was deleted: give another event_id.`, found)
  return found
}

/** Whether it is what was asked for: an id that a caller chose may have been given to another event. Rules come back in other words. */
const isThat = (found: ApiEvent, wanted: Partial<ApiEvent>): boolean =>
  isSameWhen(found.start, wanted.start) &&
  isSameWhen(found.end, wanted.end) &&
  (found.recurrence ?? []).length > 0 === (wanted.recurrence ?? []).length > 0 &&
  (['summary', 'description', 'location'] as const).every(name => isSameText(found[name] ?? '', wanted[name] ?? ''))

const taken = (cause: OperationError, message: string, { id, summary = '', start, status }: ApiEvent): OperationError =>
  new OperationError(
    'already_exists',
    message,
    { ...cause.details, outcome: 'not_executed', current: { id, summary, start: shownWhen(start), status } },
    { cause }
  )

/** Nobody knows whether it is made. With its id it can be asked for again. */
const withId = (error: OperationError, id: string): OperationError =>
  new OperationError(
    error.reason,
    error.message,
    { ...error.details, suggestions: [`Call again with event_id ${id}: that makes no second event.`] },
    { cause: error }
  )

export interface Deletion {
  calendar: string
  event_id: string
  send_updates: SendUpdates
  etag?: string
}

export async function deleteEvent(client: GoogleCalendar, { calendar, event_id: id, send_updates, etag }: Deletion, turn: Turn) {
  const calendar_id = await client.calendars.id(calendar, 'calendar', turn)
  const request = { path: eventPath(calendar_id, id), method: 'DELETE', query: { sendUpdates: sent(send_updates) } } as const
  const gone = await client.send({ ...request, ...ifMatch(etag) }, turn).then(() => false, isGone)
  return { calendar_id, id, deleted: true, already_gone: gone }
}

/** 410: it was deleted before. */
function isGone(error: unknown): true {
  if (error instanceof OperationError && error.reason === 'upstream_gone') return true
  throw error
}

export interface Move {
  calendar: string
  event_id: string
  to_calendar: string
  send_updates: SendUpdates
}

export async function moveEvent(client: GoogleCalendar, { calendar, event_id, to_calendar, send_updates }: Move, turn: Turn) {
  const from = await client.calendars.id(calendar, 'calendar', turn)
  const destination = await client.calendars.id(to_calendar, 'to_calendar', turn)
  const query = { destination, sendUpdates: sent(send_updates) }
  const event = readEvent(await client.send({ path: `${eventPath(from, event_id)}/move`, method: 'POST', query }, turn))
  return fullOf(destination, event)
}
