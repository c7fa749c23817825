import { createHash, randomUUID } from 'node:crypto'
import { OperationError } from '../../../../contract/errors.ts'
import { isSameText } from '../../../../lib/format.ts'
import { type ApiEvent, eventPath, eventsPath, readEvent, writtenEvent } from '../api.ts'
import type { CalendarCall } from '../call.ts'
import type { GoogleCalendar } from '../connection.ts'
import { formatTime, isSameTime } from '../event-time.ts'
import {
  type Content,
  type File,
  type Guest,
  newMeeting,
  toApiContent,
  toApiFile,
  toApiGuest,
  WITH_FILES,
  WITH_MEETING
} from './content.ts'
import { toFullEvent } from './mappers.ts'

export type SendUpdates = 'all' | 'external_only' | 'none'

/** Returns the value of Google's `sendUpdates`. It is always sent, because Google's default differs between methods. */
export const sendUpdatesParameter = (updates: SendUpdates) => (updates === 'external_only' ? 'externalOnly' : updates)

/** For `.catch()`: returns false if an event with this ID already exists; throws any other error. */
export function falseIfIdTaken(error: unknown): false {
  if (error instanceof OperationError && error.reason === 'already_exists') return false
  throw error
}

/** Returns the headers that restrict a write to this version of the event. */
export const ifMatch = (etag: string | undefined) => (etag === undefined ? {} : { headers: { 'if-match': etag } })

export const getEvent = async (
  client: GoogleCalendar,
  calendar_id: string,
  id: string,
  call: CalendarCall,
  timeZone?: string
): Promise<ApiEvent> => readEvent(await client.send({ path: eventPath(calendar_id, id), query: { timeZone } }, call))

export const getFullEvent = async (
  client: GoogleCalendar,
  { calendar, event_id, time_zone }: { calendar: string; event_id: string; time_zone?: string },
  call: CalendarCall
) => {
  const id = await client.calendars.id(calendar, 'calendar', call)
  return toFullEvent(id, await getEvent(client, id, event_id, call, time_zone))
}

export type NewEvent = Content & {
  calendar: string
  event_id?: string
  attendees: Guest[]
  recurrence: string[]
  video_meeting?: boolean
  attachments?: File[]
  out_of_office?: { autoDeclineMode: string; declineMessage?: string }
  send_updates: SendUpdates
}

/** Returns the ID for a new event, the same for the same idempotency key, so that a repeated call creates no second event. Google accepts hex digits. */
const newId = (idempotencyKey: string | undefined): string =>
  idempotencyKey === undefined ? randomUUID().replaceAll('-', '') : createHash('sha256').update(idempotencyKey).digest('hex')

/** Creates an event. If an event with the same ID exists, because an earlier attempt created it, that one is returned. */
export async function createEvent(client: GoogleCalendar, input: NewEvent, idempotencyKey: string | undefined, call: CalendarCall) {
  const calendar_id = await client.calendars.id(input.calendar, 'calendar', call)
  const id = input.event_id ?? newId(idempotencyKey)
  const { video_meeting = false, attachments = [], out_of_office } = input
  const json = {
    id,
    ...toApiContent(input),
    ...(input.attendees.length > 0 && { attendees: input.attendees.map(toApiGuest) }),
    ...(input.recurrence.length > 0 && { recurrence: input.recurrence }),
    ...(video_meeting && { conferenceData: newMeeting(id) }),
    ...(attachments.length > 0 && { attachments: attachments.map(toApiFile) }),
    ...(out_of_office && { eventType: 'outOfOffice', outOfOfficeProperties: out_of_office })
  }
  const query = {
    sendUpdates: sendUpdatesParameter(input.send_updates),
    ...(video_meeting && WITH_MEETING),
    ...(attachments.length > 0 && WITH_FILES)
  }
  try {
    const event = writtenEvent(await client.send({ path: eventsPath(calendar_id), method: 'POST', query, json }, call))
    return { ...toFullEvent(calendar_id, event), created_now: true }
  } catch (error) {
    if (!(error instanceof OperationError) || !mayExist(error)) throw error
    const found = await findExisting(client, calendar_id, json, error, call)
    // An ID from the gateway belongs to this call, even if the event was changed since.
    if (input.event_id !== undefined && !isSameEvent(found, json)) throw idTaken(error, `Another event already has the ID ${id}.`, found)
    return { ...toFullEvent(calendar_id, found), created_now: false }
  }
}

const mayExist = ({ reason, details }: OperationError): boolean => reason === 'already_exists' || details.outcome === 'unknown'

/** Returns the existing event with this ID. Throws if there is none or if it was deleted. */
async function findExisting(
  client: GoogleCalendar,
  calendar_id: string,
  wanted: Pick<ApiEvent, 'id'>,
  error: OperationError,
  call: CalendarCall
): Promise<ApiEvent> {
  const found = await getEvent(client, calendar_id, wanted.id, call).catch(() => undefined)
  if (!found) throw withId(error, wanted.id)
  if (found.status === 'cancelled')
    throw idTaken(error, `An event with the ID ${wanted.id} existed before and was deleted. Use another event_id.`, found)
  return found
}

/** Returns whether an event is the requested one: a caller may have used its ID for another event. Google rewrites recurrence rules, so they are not compared. */
const isSameEvent = (found: ApiEvent, wanted: Partial<ApiEvent>): boolean =>
  isSameTime(found.start, wanted.start) &&
  isSameTime(found.end, wanted.end) &&
  (found.recurrence ?? []).length > 0 === (wanted.recurrence ?? []).length > 0 &&
  (['summary', 'description', 'location'] as const).every(name => isSameText(found[name] ?? '', wanted[name] ?? ''))

const idTaken = (cause: OperationError, message: string, { id, summary = '', start, status }: ApiEvent): OperationError =>
  new OperationError(
    'already_exists',
    message,
    { ...cause.details, outcome: 'not_executed', current: { id, summary, start: formatTime(start), status } },
    { cause }
  )

/** Adds the ID to an error with an unknown outcome, so that the caller can repeat the call with the same ID. */
const withId = (error: OperationError, id: string): OperationError =>
  new OperationError(
    error.reason,
    error.message,
    { ...error.details, suggestions: [`Or call again with event_id ${id}: this creates no second event.`] },
    { cause: error }
  )

export interface Deletion {
  calendar: string
  event_id: string
  send_updates: SendUpdates
  etag?: string
  following?: boolean
}

export async function deleteEvent(client: GoogleCalendar, { calendar, event_id: id, send_updates, etag }: Deletion, call: CalendarCall) {
  const calendar_id = await client.calendars.id(calendar, 'calendar', call)
  return await deleteById(client, { calendar_id, id, send_updates, etag }, call)
}

export async function deleteById(
  client: GoogleCalendar,
  { calendar_id, id, send_updates, etag }: { calendar_id: string; id: string; send_updates: SendUpdates; etag: string | undefined },
  call: CalendarCall
) {
  const request = {
    path: eventPath(calendar_id, id),
    method: 'DELETE',
    query: { sendUpdates: sendUpdatesParameter(send_updates) }
  } as const
  const already_gone = await client.send({ ...request, ...ifMatch(etag) }, call).then(() => false, trueIfGone)
  return { calendar_id, id, deleted: true, already_gone }
}

/** For `.catch()`: returns true if Google responds 410, because the event was already deleted; throws any other error. */
function trueIfGone(error: unknown): true {
  if (error instanceof OperationError && error.reason === 'upstream_gone') return true
  throw error
}

export interface Move {
  calendar: string
  event_id: string
  to_calendar: string
  send_updates: SendUpdates
}

export async function moveEvent(client: GoogleCalendar, { calendar, event_id, to_calendar, send_updates }: Move, call: CalendarCall) {
  const from = await client.calendars.id(calendar, 'calendar', call)
  const destination = await client.calendars.id(to_calendar, 'to_calendar', call)
  const query = { destination, sendUpdates: sendUpdatesParameter(send_updates) }
  const event = writtenEvent(await client.send({ path: `${eventPath(from, event_id)}/move`, method: 'POST', query }, call))
  return toFullEvent(destination, event)
}
