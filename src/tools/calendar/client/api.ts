import { type Static, type TObject, Type } from 'typebox'
import { type ResponseReader, responseReader } from '../../../lib/google/read-response.ts'
import { segment } from '../../../lib/http/segment.ts'

// Requests and responses of the Google Calendar API, reduced to the properties that are used. Google omits what is empty.

const text = Type.Optional(Type.String())
const flag = Type.Optional(Type.Boolean())
const anObject = Type.Optional(Type.Object({}))

const Time = Type.Object({ date: text, dateTime: text, timeZone: text })
export type ApiTime = Static<typeof Time>

const Person = Type.Object({ email: text, displayName: text, self: flag })
export type ApiPerson = Static<typeof Person>

const Attendee = Type.Object({
  ...Person.properties,
  responseStatus: text,
  optional: flag,
  organizer: flag,
  resource: flag,
  comment: text
})
export type ApiAttendee = Static<typeof Attendee>

const Attachment = Type.Object({ fileUrl: text, title: text, mimeType: text })
export type ApiAttachment = Static<typeof Attachment>

const Event = Type.Object({
  id: Type.String(),
  etag: text,
  status: text,
  summary: text,
  description: text,
  location: text,
  start: Type.Optional(Time),
  end: Type.Optional(Time),
  recurrence: Type.Optional(Type.Array(Type.String())),
  recurringEventId: text,
  originalStartTime: Type.Optional(Time),
  attendees: Type.Optional(Type.Array(Attendee)),
  attendeesOmitted: flag,
  organizer: Type.Optional(Person),
  creator: Type.Optional(Person),
  transparency: text,
  visibility: text,
  colorId: text,
  reminders: Type.Optional(
    Type.Object({
      useDefault: flag,
      overrides: Type.Optional(Type.Array(Type.Object({ method: text, minutes: Type.Optional(Type.Number()) })))
    })
  ),
  eventType: text,
  htmlLink: text,
  hangoutLink: text,
  created: text,
  updated: text,
  guestsCanModify: flag,
  guestsCanInviteOthers: flag,
  guestsCanSeeOtherGuests: flag,
  extendedProperties: anObject,
  conferenceData: anObject,
  attachments: Type.Optional(Type.Array(Attachment)),
  /** Whether this is a copy whose main properties cannot be changed. */
  locked: flag
})
export type ApiEvent = Static<typeof Event>

const AccessRule = Type.Object({ id: Type.String(), role: text, scope: Type.Optional(Type.Object({ type: text, value: text })) })
export type ApiAccessRule = Static<typeof AccessRule>

const Calendar = Type.Object({
  id: Type.String(),
  summary: text,
  summaryOverride: text,
  description: text,
  timeZone: text,
  accessRole: text,
  primary: flag,
  hidden: flag
})
export type ApiCalendar = Static<typeof Calendar>

export interface ApiPage<Item> {
  items?: Item[]
  nextPageToken?: string
  nextSyncToken?: string
  timeZone?: string
}

const pageOf = <Item extends TObject>(item: Item) =>
  Type.Object({
    kind: text,
    items: Type.Optional(Type.Array(item)),
    nextPageToken: text,
    nextSyncToken: text,
    timeZone: text
  })

const FreeBusy = Type.Object({
  calendars: Type.Record(
    Type.String(),
    Type.Object({
      busy: Type.Optional(Type.Array(Type.Object({ start: text, end: text }))),
      errors: Type.Optional(Type.Array(Type.Object({ reason: text })))
    })
  )
})

export const eventsPath = (calendar_id: string): string => `calendars/${segment(calendar_id, 'calendar_id')}/events`
export const eventPath = (calendar_id: string, id: string): string => `${eventsPath(calendar_id)}/${segment(id, 'event_id')}`

const reader = <Schema extends TObject>(kind: string, schema: Schema): ResponseReader<Static<Schema>> =>
  responseReader('Google Calendar', kind, schema)

export const { read: readEvent, written: writtenEvent } = reader('event', Event)
export const { read: readEvents } = reader('events', pageOf(Event))
/** Reads instances of a series of which only the times were requested. */
export const { read: readInstanceTimes } = reader(
  'instances',
  pageOf(Type.Object({ status: text, start: Type.Optional(Time), originalStartTime: Type.Optional(Time) }))
)
export const { read: readCalendars } = reader('calendars', pageOf(Calendar))
export const { written: writtenCalendar } = reader('calendar', Calendar)
export const { read: readAccess } = reader('access rules', pageOf(AccessRule))
export const { written: writtenAccess } = reader('access rule', AccessRule)
export const { read: readFreeBusy } = reader('busy times', FreeBusy)
