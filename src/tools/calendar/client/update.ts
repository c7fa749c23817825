import { OperationError } from '../../../contract/errors.ts'
import { type ApiEvent, eventPath, readEvent } from './api.ts'
import type { GoogleCalendar } from './connection.ts'
import { type Content, contentIn, type Guest, guestsAfter, isGuest } from './content.ts'
import { fullOf } from './shapes.ts'
import type { Turn } from './turn.ts'
import { patchedWhen } from './when.ts'
import { getEvent, ifMatch, type SendUpdates, sent } from './write.ts'

/** What can be emptied, and how Google calls it. */
export const CLEARABLE = { summary: 'summary', description: 'description', location: 'location', color_id: 'colorId' } as const
export type Clearable = keyof typeof CLEARABLE

export type Change = Content & {
  calendar: string
  event_id: string
  add_attendees: Guest[]
  remove_attendees: string[]
  recurrence?: string[]
  clear: Clearable[]
  send_updates: SendUpdates
  etag?: string
}

/** Others may add guests, too, between the look at the list and its replacement. */
const MOST_ATTEMPTS = 3

export async function updateEvent(client: GoogleCalendar, { calendar, event_id, etag, ...change }: Change, turn: Turn) {
  const calendar_id = await client.calendars.id(calendar, 'calendar', turn)
  const patch = (json: object, version: string | undefined) =>
    patchEvent(client, { calendar_id, id: event_id, json, etag: version, ...change }, turn)
  const json = patchOf(change)
  if (change.add_attendees.length + change.remove_attendees.length === 0) return fullOf(calendar_id, await patch(json, etag))
  for (let attempt = 1; ; attempt++) {
    const before = await getEvent(client, calendar_id, event_id, turn)
    const attendees = changedGuests(before, change, turn)
    try {
      return fullOf(calendar_id, await patch({ ...json, attendees }, etag ?? before.etag))
    } catch (error) {
      if (etag !== undefined || attempt === MOST_ATTEMPTS || !isChanged(error)) throw error
    }
  }
}

export interface Patch {
  calendar_id: string
  id: string
  json: object
  etag: string | undefined
  send_updates: SendUpdates
}

export const patchEvent = async (
  client: GoogleCalendar,
  { calendar_id, id, json, etag, send_updates }: Patch,
  turn: Turn
): Promise<ApiEvent> => {
  const query = { sendUpdates: sent(send_updates) }
  const request = { path: eventPath(calendar_id, id), method: 'PATCH', query, json, ...ifMatch(etag) } as const
  return readEvent(await client.send(request, turn))
}

/** In Google's words; what is emptied is null. */
export function patchOf({ clear, recurrence, ...content }: Content & { clear: readonly Clearable[]; recurrence?: string[] }): object {
  const { start, end, ...rest } = contentIn(content)
  return {
    ...rest,
    ...(start && { start: patchedWhen(start) }),
    ...(end && { end: patchedWhen(end) }),
    ...(recurrence !== undefined && { recurrence }),
    ...Object.fromEntries(clear.map(name => [CLEARABLE[name], null]))
  }
}

function changedGuests(
  before: ApiEvent,
  { add_attendees, remove_attendees }: Pick<Change, 'add_attendees' | 'remove_attendees'>,
  turn: Turn
) {
  const { id, attendees = [], attendeesOmitted } = before
  if (attendeesOmitted === true)
    throw new OperationError('cannot_be_honoured', `Google does not tell all guests of ${id}: to change some would remove the others.`, {
      source: 'gateway',
      outcome: 'not_executed'
    })
  for (const email of remove_attendees) if (!isGuest(attendees, email)) turn.warn(`${email} was no guest of this event`)
  return guestsAfter(attendees, add_attendees, remove_attendees)
}

/** 412: somebody changed it meanwhile. */
export const isChanged = (error: unknown): error is OperationError => error instanceof OperationError && error.reason === 'version_conflict'
