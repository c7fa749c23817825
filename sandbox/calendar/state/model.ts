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

/** What may be written of an event. */
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
}

export interface Event extends Content {
  id: string
  /** When it was made, among all that was made. */
  order: number
  /** When it was changed last, among all changes: tells its etag. */
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
  /** Those that were deleted, too, as cancelled ones; of a series itself and what was changed of single instances. */
  events: Map<string, Event>
}

/** A letter to a guest that Google would have sent. */
export interface Mail {
  event_id: string
  what: 'invitation' | 'update' | 'cancellation'
  to: string
}

export type State = ReturnType<typeof createState>

/** One account: its calendars, and the letters that were sent for it. */
export function createState(account: string) {
  const calendars = new Map<string, Calendar>()
  const mails: Mail[] = []
  let version = 0
  return {
    account,
    calendars,
    mails,
    /** Changes before this one are forgotten: sync tokens that are older have expired. */
    oldest_change: 0,
    nextVersion: (): number => ++version,
    lastVersion: (): number => version
  }
}

export const etagOf = (version: number): string => `"${3_530_000_000_000_000 + version * 2_000}"`

export const guestsOf = ({ attendees = [] }: Content, account: string): string[] =>
  attendees.flatMap(({ email, resource }) => (email === account || resource ? [] : [email]))

/** Whoever is not of the house has no Google Calendar. */
const isExternal = (email: string): boolean => !email.endsWith('@example.com')

/** Writes to the guests, as far as the caller lets it. */
export function inform(state: State, event: Event, what: Mail['what'], sendUpdates = 'none'): void {
  const guests = guestsOf(event, state.account)
  const told = sendUpdates === 'all' ? guests : sendUpdates === 'externalOnly' ? guests.filter(isExternal) : []
  for (const to of told) state.mails.push({ event_id: event.id, what, to })
}
