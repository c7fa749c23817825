import { readWriteResponse } from '../../../lib/google/write-response.ts'
import { segment } from '../../../lib/http/segment.ts'

/** Requests and responses of the Google Calendar API, reduced to the properties that are used. Any of them may be missing. */
export interface ApiTime {
  date?: string
  dateTime?: string
  timeZone?: string
}

export interface ApiPerson {
  email?: string
  displayName?: string
  self?: boolean
}

export interface ApiAttendee extends ApiPerson {
  responseStatus?: string
  optional?: boolean
  organizer?: boolean
  resource?: boolean
  comment?: string
}

export interface ApiEvent {
  id: string
  etag?: string
  status?: string
  summary?: string
  description?: string
  location?: string
  start?: ApiTime
  end?: ApiTime
  recurrence?: string[]
  recurringEventId?: string
  originalStartTime?: ApiTime
  attendees?: ApiAttendee[]
  attendeesOmitted?: boolean
  organizer?: ApiPerson
  creator?: ApiPerson
  transparency?: string
  visibility?: string
  colorId?: string
  reminders?: { useDefault?: boolean; overrides?: { method?: string; minutes?: number }[] }
  eventType?: string
  htmlLink?: string
  hangoutLink?: string
  created?: string
  updated?: string
  guestsCanModify?: boolean
  guestsCanInviteOthers?: boolean
  guestsCanSeeOtherGuests?: boolean
  extendedProperties?: object
  conferenceData?: object
  attachments?: ApiAttachment[]
  /** Whether this is a copy whose main properties cannot be changed. */
  locked?: boolean
}

export interface ApiAttachment {
  fileUrl?: string
  title?: string
  mimeType?: string
}

export interface ApiAccessRule {
  id: string
  role?: string
  scope?: { type?: string; value?: string }
}

export interface ApiCalendar {
  id: string
  summary?: string
  summaryOverride?: string
  description?: string
  timeZone?: string
  accessRole?: string
  primary?: boolean
  hidden?: boolean
}

export interface ApiPage<Item> {
  items?: Item[]
  nextPageToken?: string
  nextSyncToken?: string
  timeZone?: string
}

export interface ApiFreeBusy {
  calendars?: Record<string, { busy?: { start?: string; end?: string }[]; errors?: { reason?: string }[] }>
}

export const eventsPath = (calendar_id: string): string => `calendars/${segment(calendar_id, 'calendar_id')}/events`
export const eventPath = (calendar_id: string, id: string): string => `${eventsPath(calendar_id)}/${segment(id, 'event_id')}`

/** Reads the body of a response. A body that is not an object becomes an empty one. */
export const readEvent = (body: unknown): ApiEvent => Object(body)

/** Reads the body of the response to a write. Throws server_error with outcome unknown if it does not contain the event. */
export const writtenEvent = (body: unknown): ApiEvent => readWriteResponse<ApiEvent>('Google Calendar', 'event', ['id'], body)

export const readEvents = (body: unknown): ApiPage<ApiEvent> => Object(body)
export const readCalendars = (body: unknown): ApiPage<ApiCalendar> => Object(body)
export const readAccess = (body: unknown): ApiPage<ApiAccessRule> => Object(body)
export const writtenAccess = (body: unknown): ApiAccessRule =>
  readWriteResponse<ApiAccessRule>('Google Calendar', 'access rule', ['id'], body)
export const writtenCalendar = (body: unknown): ApiCalendar => readWriteResponse<ApiCalendar>('Google Calendar', 'calendar', ['id'], body)
export const readFreeBusy = (body: unknown): ApiFreeBusy => Object(body)
