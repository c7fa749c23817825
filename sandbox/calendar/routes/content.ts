import { emptyRange, wrong } from '../refusals.ts'
import type { Attendee, Calendar, Content, Event } from '../state/model.ts'
import { startsOf } from '../state/recurrence.ts'
import { momentOf, readWhen, rendered, type SentWhen, type When } from '../state/time.ts'

/** What may be sent of an event. In a patch, null takes a property away. */
export type Sent = { [name in keyof Content]?: Content[name] | null } & {
  id?: string
  status?: string
  start?: SentWhen
  end?: SentWhen
}

const WRITABLE = [
  ...(['summary', 'description', 'location', 'colorId', 'transparency', 'visibility'] as const),
  ...(['recurrence', 'attendees', 'reminders', 'guestsCanModify'] as const)
]

/** What is written of an event: of a patch only what it names. */
export function contentIn(sent: Sent): Partial<Event> {
  const named = WRITABLE.filter(name => sent[name] !== undefined)
  const content = Object.fromEntries(named.map(name => [name, sent[name] ?? undefined]))
  if (sent.attendees) content['attendees'] = sent.attendees.map(guest)
  return content
}

function guest(attendee: Attendee): Attendee {
  if (!/^[^@\s]+@[^@\s]+$/.test(attendee.email ?? '')) throw wrong('Invalid attendee email.')
  return { responseStatus: 'needsAction', ...attendee }
}

/** The times of an event, those of a patch laid over those that it has. */
export function timesIn(sent: Sent, { timeZone }: Calendar, before?: { start: When; end: When }): { start: When; end: When } {
  const start = whenIn(sent.start, before?.start, 'start', timeZone)
  const end = whenIn(sent.end, before?.end, 'end', timeZone)
  if ('date' in start !== 'date' in end) throw wrong('The start and end times must either both be date or both be dateTime.')
  if (momentOf(end, timeZone) < momentOf(start, timeZone) || ('date' in start && momentOf(end, timeZone) === momentOf(start, timeZone)))
    throw emptyRange()
  return { start, end }
}

function whenIn(sent: SentWhen | undefined, before: When | undefined, which: 'start' | 'end', zone: string): When {
  if (!before) return readWhen(sent, which, zone)
  if (!sent) return before
  // A patch merges: a date beside the dateTime that was there is two.
  const merged = { ...rendered(before, zone), ...sent }
  if (merged.date && merged.dateTime) throw wrong('Invalid start time.')
  return readWhen(merged, which, zone)
}

/** A series needs a zone of its own, and a rule that can be read. */
export function checkSeries(sent: Sent, start: When): void {
  if (!sent.recurrence || sent.recurrence.length === 0) return
  if ('instant' in start && !sent.start?.timeZone) throw wrong('Missing time zone definition for start time.', 'required')
  startsOf(start, sent.recurrence).next()
}
