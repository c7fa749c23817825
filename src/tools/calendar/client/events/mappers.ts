import type { ApiAttachment, ApiAttendee, ApiEvent, ApiPerson } from '../api.ts'
import { formatTime } from '../event-time.ts'
import { guestRightsOf } from './content.ts'

/** An event in a list. */
export type EventRow = ReturnType<typeof toEventRow>
export type FullEvent = ReturnType<typeof toFullEvent>

export const kindOf = ({ recurrence, recurringEventId }: ApiEvent): 'single' | 'series' | 'instance' =>
  recurringEventId !== undefined ? 'instance' : recurrence && recurrence.length > 0 ? 'series' : 'single'

export function toEventRow(event: ApiEvent) {
  const { id, summary = '', start, end, status = 'confirmed', location = '', attendees = [], recurringEventId = null } = event
  return {
    id,
    summary,
    start: formatTime(start),
    end: formatTime(end),
    all_day: start?.date !== undefined,
    time_zone: start?.timeZone ?? null,
    status,
    location,
    guests_total: attendees.length,
    my_response: attendees.find(({ self }) => self)?.responseStatus ?? null,
    kind: kindOf(event),
    series_id: recurringEventId
  }
}

export function toFullEvent(calendar_id: string, event: ApiEvent) {
  const { description = '', attendees = [], recurrence = [], transparency, visibility = 'default', eventType = 'default' } = event
  const { useDefault = false, overrides = [] } = event.reminders ?? {}
  return {
    calendar_id,
    ...toEventRow(event),
    description,
    attendees: attendees.map(guestOf),
    attendees_complete: event.attendeesOmitted !== true,
    guests_can: guestRightsOf(event),
    organizer: personOf(event.organizer),
    recurrence,
    original_start: formatTime(event.originalStartTime),
    shows_as: transparency === 'transparent' ? ('free' as const) : ('busy' as const),
    visibility,
    color_id: event.colorId ?? null,
    default_reminders: useDefault,
    reminders: overrides.map(({ method = '', minutes = 0 }) => ({ method, minutes })),
    event_type: eventType,
    link: event.htmlLink ?? null,
    meeting_link: event.hangoutLink ?? null,
    attachments: (event.attachments ?? []).map(attachmentOf),
    created: event.created ?? null,
    updated: event.updated ?? null,
    etag: event.etag ?? null
  }
}

const attachmentOf = ({ fileUrl = '', title = '', mimeType }: ApiAttachment) => ({ url: fileUrl, title, media_type: mimeType ?? null })

const guestOf = ({
  email = '',
  displayName = '',
  responseStatus = 'needsAction',
  optional,
  organizer,
  self,
  resource,
  comment
}: ApiAttendee) => ({
  email,
  name: displayName,
  response: responseStatus,
  optional: optional ?? false,
  organizer: organizer ?? false,
  self: self ?? false,
  resource: resource ?? false,
  comment: comment ?? ''
})

const personOf = (person: ApiPerson | undefined) =>
  person ? { email: person.email ?? '', name: person.displayName ?? '', self: person.self ?? false } : null
