/** What Google Calendar answers, as far as it is read here. Any of it may be lacking. */
export interface ApiWhen {
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
  start?: ApiWhen
  end?: ApiWhen
  recurrence?: string[]
  recurringEventId?: string
  originalStartTime?: ApiWhen
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
  attachments?: object[]
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

/** A word as one segment of a path. */
const segment = (word: string): string => encodeURIComponent(word)

export const eventsPath = (calendar_id: string): string => `calendars/${segment(calendar_id)}/events`
export const eventPath = (calendar_id: string, id: string): string => `${eventsPath(calendar_id)}/${segment(id)}`

/** Reads the body of an answer: an object, or nothing that can be found in it. */
export const readEvent = (body: unknown): ApiEvent => Object(body)
export const readEvents = (body: unknown): ApiPage<ApiEvent> => Object(body)
export const readCalendars = (body: unknown): ApiPage<ApiCalendar> => Object(body)
export const readFreeBusy = (body: unknown): ApiFreeBusy => Object(body)
