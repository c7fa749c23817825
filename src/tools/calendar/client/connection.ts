import type { BulkCall } from '../../../contract/bulk.ts'
import type { HttpSettings } from '../../../contract/http-settings.ts'
import type { Runtime } from '../../../contract/runtime.ts'
import type { Availability } from '../../../contract/tool.ts'
import { createGoogleClient } from '../../../lib/google/client.ts'
import type { GoogleSettings } from '../../../lib/google/settings.ts'
import { readCalendars } from './api.ts'
import { type CalendarCache, createCalendarCache } from './calendar-cache.ts'
import type { CalendarCall, Send } from './call.ts'

export interface GoogleCalendar {
  send: Send
  calendars: CalendarCache
}

/** The call that a job passes to each part of an adapter. */
export type CalendarBulkCall = CalendarCall & BulkCall & { client: GoogleCalendar }

const RESOURCES = {
  events: { kind: 'event', listed_by: 'calendar_list_events' },
  calendars: { kind: 'calendar', listed_by: 'calendar_list_calendars' },
  acl: { kind: 'access rule', listed_by: 'calendar_list_shares' }
}

/** Returns a client for the calendars of the account in the settings. */
export async function connect(settings: HttpSettings & GoogleSettings, runtime: Runtime): Promise<GoogleCalendar> {
  const google = await createGoogleClient('Google Calendar', settings, runtime, RESOURCES)
  const send: Send = async (request, call) => {
    const { body, rate_limit } = await google.request({ ...request, path: `calendar/v3/${request.path}`, signal: call.signal })
    if (rate_limit) call.observe(rate_limit)
    return body
  }
  return { send, calendars: createCalendarCache(send) }
}

const CHECK_TIMEOUT_MS = 3000
const ignore = (): void => undefined

/** Returns whether Google accepts the credentials, and the reason if it does not. */
export async function checkAvailability({ send }: GoogleCalendar): Promise<Availability> {
  try {
    const call = { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS), observe: ignore, warn: ignore }
    readCalendars(await send({ path: 'users/me/calendarList', query: { maxResults: 1 } }, call))
    return { available: true }
  } catch (error) {
    return { available: false, reason: error instanceof Error ? error.message : String(error) }
  }
}
