import type { HttpSettings } from '../../../contract/http-settings.ts'
import type { Availability, Runtime } from '../../../contract/tool.ts'
import { openGoogle } from '../../../lib/google/client.ts'
import type { GoogleSettings } from '../../../lib/google/settings.ts'
import { type CalendarBook, openCalendarBook } from './calendar-book.ts'
import type { Send, Turn } from './turn.ts'

export interface GoogleCalendar {
  send: Send
  calendars: CalendarBook
}

/** What a job hands to each part of an action. */
export type BulkTurn = Turn & { client: GoogleCalendar }

const THINGS = {
  events: { kind: 'event', listed: 'calendar_list_events' },
  calendars: { kind: 'calendar', listed: 'calendar_list_calendars' }
}

/** The calendars of the account that the settings name. */
export async function connect(settings: HttpSettings & GoogleSettings, runtime: Runtime): Promise<GoogleCalendar> {
  const google = await openGoogle('Google Calendar', settings, runtime, THINGS)
  const send: Send = async (request, turn) => {
    const { body, rate_limit } = await google.request({ ...request, path: `calendar/v3/${request.path}`, signal: turn.signal })
    if (rate_limit) turn.observe(rate_limit)
    return body
  }
  return { send, calendars: openCalendarBook(send) }
}

const CHECK_MS = 3000
const ignore = (): void => undefined

/** Whether the account lets itself be asked. */
export async function availabilityOf({ send }: GoogleCalendar): Promise<Availability> {
  try {
    const turn = { signal: AbortSignal.timeout(CHECK_MS), observe: ignore, warn: ignore }
    await send({ path: 'users/me/calendarList', query: { maxResults: 1 } }, turn)
    return { available: true }
  } catch (error) {
    return { available: false, reason: error instanceof Error ? error.message : String(error) }
  }
}
