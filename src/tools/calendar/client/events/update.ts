import { createHash } from 'node:crypto'
import { OperationError } from '../../../../contract/errors.ts'
import { type ApiEvent, eventPath, writtenEvent } from '../api.ts'
import type { CalendarCall } from '../call.ts'
import type { GoogleCalendar } from '../connection.ts'
import { toPatchTime } from '../event-time.ts'
import {
  type Content,
  type File,
  filesAfter,
  type Guest,
  guestsAfter,
  isGuest,
  newMeeting,
  toApiContent,
  WITH_FILES,
  WITH_MEETING
} from './content.ts'
import { toFullEvent } from './mappers.ts'
import { getEvent, ifMatch, type SendUpdates, sendUpdatesParameter } from './write.ts'

/** Properties that can be cleared, with their names in Google's API. */
export const CLEARABLE = { summary: 'summary', description: 'description', location: 'location', color_id: 'colorId' } as const
export type Clearable = keyof typeof CLEARABLE

export type Change = Content & {
  calendar: string
  event_id: string
  add_attendees: Guest[]
  remove_attendees: string[]
  recurrence?: string[]
  video_meeting?: 'add' | 'remove'
  add_attachments: File[]
  remove_attachments: string[]
  following: boolean
  clear: Clearable[]
  send_updates: SendUpdates
  etag?: string
}

/** Another client may change the guests between the read and the write, so the write is attempted again. */
const MAX_ATTEMPTS = 3

export async function updateEvent(client: GoogleCalendar, { calendar, event_id, etag, ...change }: Change, call: CalendarCall) {
  const calendar_id = await client.calendars.id(calendar, 'calendar', call)
  const patch = (json: object, version: string | undefined) =>
    patchEvent(client, { calendar_id, id: event_id, json, etag: version, query: parametersOf(change), ...change }, call)
  const json = patchOf(change)
  if (!dependsOnEvent(change)) return toFullEvent(calendar_id, await patch(json, etag))
  for (let attempt = 1; ; attempt++) {
    const before = await getEvent(client, calendar_id, event_id, call)
    try {
      return toFullEvent(calendar_id, await patch({ ...json, ...listsOf(before, change, call) }, etag ?? before.etag))
    } catch (error) {
      if (etag !== undefined || attempt === MAX_ATTEMPTS || !isChanged(error)) throw error
    }
  }
}

type ListChange = Pick<Change, 'add_attendees' | 'remove_attendees' | 'add_attachments' | 'remove_attachments' | 'video_meeting'>

const changesGuests = ({ add_attendees, remove_attendees }: ListChange): boolean => add_attendees.length + remove_attendees.length > 0
const changesFiles = ({ add_attachments, remove_attachments }: ListChange): boolean =>
  add_attachments.length + remove_attachments.length > 0

/** Whether the request depends on the current event: Google replaces lists, and a second meeting would replace the first. */
const dependsOnEvent = (change: ListChange): boolean => changesGuests(change) || changesFiles(change) || change.video_meeting === 'add'

/** Returns the parameters without which Google ignores parts of the change. */
const parametersOf = (change: ListChange) => ({
  ...(change.video_meeting !== undefined && WITH_MEETING),
  ...(changesFiles(change) && WITH_FILES)
})

/** Returns the properties whose new value depends on the current one. */
export function listsOf(before: ApiEvent, change: ListChange, call: CalendarCall): Partial<ApiEvent> {
  const { id, etag = '', attachments = [], hangoutLink, conferenceData } = before
  const hasMeeting = hangoutLink !== undefined || conferenceData !== undefined
  return {
    ...(changesGuests(change) && { attendees: changedGuests(before, change, call) }),
    ...(changesFiles(change) && { attachments: filesAfter(attachments, change.add_attachments, change.remove_attachments) }),
    ...(change.video_meeting === 'add' &&
      !hasMeeting && { conferenceData: newMeeting(createHash('sha256').update(`${id} ${etag}`).digest('hex')) })
  }
}

export interface Patch {
  calendar_id: string
  id: string
  json: object
  etag: string | undefined
  send_updates: SendUpdates
  query?: Record<string, string | number | boolean>
}

export const patchEvent = async (
  client: GoogleCalendar,
  { calendar_id, id, json, etag, send_updates, query: more }: Patch,
  call: CalendarCall
): Promise<ApiEvent> => {
  const query = { sendUpdates: sendUpdatesParameter(send_updates), ...more }
  const request = { path: eventPath(calendar_id, id), method: 'PATCH', query, json, ...ifMatch(etag) } as const
  return writtenEvent(await client.send(request, call))
}

/** Returns the body of the PATCH. Cleared properties are null. */
export function patchOf({
  clear,
  recurrence,
  video_meeting,
  ...content
}: Content & { clear: readonly Clearable[]; recurrence?: string[]; video_meeting?: 'add' | 'remove' }): object {
  const { start, end, ...rest } = toApiContent(content)
  return {
    ...rest,
    ...(start && { start: toPatchTime(start) }),
    ...(end && { end: toPatchTime(end) }),
    ...(recurrence !== undefined && { recurrence }),
    ...(video_meeting === 'remove' && { conferenceData: null }),
    ...Object.fromEntries(clear.map(name => [CLEARABLE[name], null]))
  }
}

function changedGuests(before: ApiEvent, { add_attendees, remove_attendees }: ListChange, call: CalendarCall) {
  const { id, attendees = [], attendeesOmitted } = before
  if (attendeesOmitted === true)
    throw new OperationError(
      'cannot_be_honoured',
      `Google did not return all guests of the event ${id}. Changing the list would remove those that are missing.`,
      {
        source: 'gateway',
        outcome: 'not_executed'
      }
    )
  for (const email of remove_attendees) if (!isGuest(attendees, email)) call.warn(`${email} was not a guest of this event`)
  return guestsAfter(attendees, add_attendees, remove_attendees)
}

/** Returns whether Google refused a write with 412, because the event is no longer the version in If-Match. */
export const isChanged = (error: unknown): error is OperationError => error instanceof OperationError && error.reason === 'version_conflict'
