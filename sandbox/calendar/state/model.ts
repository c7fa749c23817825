import type { When } from './time.ts'

export interface Attendee {
  email: string
  displayName?: string
  responseStatus?: string
  optional?: boolean
  organizer?: boolean
  self?: boolean
  resource?: boolean
  comment?: string
}

export interface Person {
  email: string
  displayName?: string
  self?: boolean
}

/** A video meeting of an event, in the form of Google's API. */
export interface Conference {
  createRequest?: { requestId?: string; conferenceSolutionKey?: { type?: string }; status?: { statusCode: string } }
  entryPoints?: { entryPointType: string; uri: string; label?: string }[]
  conferenceSolution?: { key: { type: string }; name: string }
  conferenceId?: string
}

/** A file of Google Drive. */
interface Attachment {
  fileUrl: string
  title?: string
  mimeType?: string
}

/** A rule of access to a calendar. */
export interface AccessRule {
  role: string
  scope: { type: string; value?: string }
}

/** The writable properties of an event. */
export interface Content {
  summary?: string
  description?: string
  location?: string
  colorId?: string
  transparency?: string
  visibility?: string
  recurrence?: string[]
  attendees?: Attendee[]
  reminders?: { useDefault?: boolean; overrides?: { method: string; minutes: number }[] }
  guestsCanModify?: boolean
  guestsCanInviteOthers?: boolean
  guestsCanSeeOtherGuests?: boolean
  conferenceData?: Conference | undefined
  /** URL of the video meeting. */
  hangoutLink?: string | undefined
  attachments?: Attachment[]
  outOfOfficeProperties?: { autoDeclineMode?: string; declineMessage?: string }
}

export interface Event extends Content {
  id: string
  /** Sequence number of its creation. */
  order: number
  /** Sequence number of its last change, from which the etag is derived. */
  version: number
  updated: number
  created: number
  status: string
  start: When
  end: When
  organizer: Person
  creator: Person
  eventType: string
  sequence: number
  recurringEventId?: string
  originalStart?: When
}

export interface Calendar {
  id: string
  summary: string
  description?: string
  timeZone: string
  accessRole: 'owner' | 'writer' | 'reader' | 'freeBusyReader'
  primary?: boolean
  hidden?: boolean
  colorId: string
  /** All events, including deleted ones as cancelled. A series is stored as itself and its changed instances. */
  events: Map<string, Event>
  /** Further access, by the ID of the rule. */
  access: Map<string, AccessRule>
}

/** An email that Google would have sent to a guest. */
export interface Mail {
  event_id: string
  what: 'invitation' | 'update' | 'cancellation'
  to: string
}

export type State = ReturnType<typeof createState>

/** Creates the state of one account: its calendars and the emails to guests. */
export function createState(account: string) {
  const calendars = new Map<string, Calendar>()
  const mails: Mail[] = []
  let version = 0
  return {
    account,
    calendars,
    mails,
    /** Sync tokens before this change have expired. */
    oldest_change: 0,
    nextVersion: (): number => ++version,
    lastVersion: (): number => version
  }
}

export const etagOf = (version: number): string => `"${3_530_000_000_000_000 + version * 2_000}"`

const guestsOf = ({ attendees = [] }: Content, account: string): string[] =>
  attendees.flatMap(({ email, resource }) => (email === account || resource ? [] : [email]))

/** Guests outside example.com do not use Google Calendar. */
const isExternal = (email: string): boolean => !email.endsWith('@example.com')

/** Emails the guests, depending on sendUpdates. */
export function notifyGuests(state: State, event: Event, what: Mail['what'], sendUpdates = 'none'): void {
  const guests = guestsOf(event, state.account)
  const recipients = sendUpdates === 'all' ? guests : sendUpdates === 'externalOnly' ? guests.filter(isExternal) : []
  for (const to of recipients) state.mails.push({ event_id: event.id, what, to })
}
