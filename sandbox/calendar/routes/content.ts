import { badRequest, emptyRange } from '../refusals.ts'
import type { Attendee, Calendar, Content, Event } from '../state/model.ts'
import { startsOf } from '../state/recurrence.ts'
import { millisecondsOf, readWhen, type SentWhen, toApiTime, type When } from '../state/time.ts'

/** An event in a request. In a PATCH, null removes a property. */
export type Sent = { [name in keyof Content]?: Content[name] | null } & {
  id?: string
  status?: string
  eventType?: string
  attendeesOmitted?: boolean
  start?: SentWhen
  end?: SentWhen
}

const WRITABLE = [
  ...(['summary', 'description', 'location', 'colorId', 'transparency', 'visibility'] as const),
  ...(['recurrence', 'attendees', 'reminders', 'outOfOfficeProperties'] as const),
  ...(['guestsCanModify', 'guestsCanInviteOthers', 'guestsCanSeeOtherGuests'] as const)
]

/** Responses omit these if they have their default. */
const DEFAULTS: Partial<Content> = { guestsCanModify: false, guestsCanInviteOthers: true, guestsCanSeeOtherGuests: true }

const MAX_ATTACHMENTS = 25

/** Returns the attachments that the request sets. Clients that do not send `supportsAttachments=true` know none. */
export function attachmentsIn({ attachments }: Sent, supported: string | undefined): Pick<Event, 'attachments'> {
  if (attachments === undefined || supported !== 'true') return {}
  const files = attachments ?? []
  if (files.length > MAX_ATTACHMENTS) throw badRequest('Too many attachments.')
  if (files.some(({ fileUrl }) => !/^https?:\/\//.test(fileUrl ?? ''))) throw badRequest('Invalid attachment URL.')
  return { attachments: files.map(file => ({ mimeType: 'application/octet-stream', title: file.fileUrl, ...file })) }
}

/** Returns the properties that the request sets. */
export function contentIn(sent: Sent): Partial<Event> {
  const named = WRITABLE.filter(name => sent[name] !== undefined)
  const content = Object.fromEntries(named.map(name => [name, sent[name] === DEFAULTS[name] ? undefined : (sent[name] ?? undefined)]))
  if (sent.attendees) content['attendees'] = sent.attendees.map(guest)
  return content
}

function guest(attendee: Attendee): Attendee {
  if (!/^[^@\s]+@[^@\s]+$/.test(attendee.email ?? '')) throw badRequest('Invalid attendee email.')
  return { responseStatus: 'needsAction', ...attendee }
}

/** Returns the times of an event. A PATCH is merged into its current times. */
export function timesIn(sent: Sent, { timeZone }: Calendar, before?: { start: When; end: When }): { start: When; end: When } {
  const start = whenIn(sent.start, before?.start, 'start', timeZone)
  const end = whenIn(sent.end, before?.end, 'end', timeZone)
  if ('date' in start !== 'date' in end) throw badRequest('The start and end times must either both be date or both be dateTime.')
  if (
    millisecondsOf(end, timeZone) < millisecondsOf(start, timeZone) ||
    ('date' in start && millisecondsOf(end, timeZone) === millisecondsOf(start, timeZone))
  )
    throw emptyRange()
  return { start, end }
}

function whenIn(sent: SentWhen | undefined, before: When | undefined, which: 'start' | 'end', zone: string): When {
  if (!before) return readWhen(sent, which, zone)
  if (!sent) return before
  // A PATCH merges, so a date next to an existing dateTime sets both.
  const merged = { ...toApiTime(before, zone), ...sent }
  if (merged.date && merged.dateTime) throw badRequest('Invalid start time.')
  return readWhen(merged, which, zone)
}

/** Checks that a series has a zone and a valid rule. */
export function checkSeries(sent: Sent, start: When): void {
  if (!sent.recurrence || sent.recurrence.length === 0) return
  if ('instant' in start && !sent.start?.timeZone) throw badRequest('Missing time zone definition for start time.', 'required')
  startsOf(start, sent.recurrence).next()
}
