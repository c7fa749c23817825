import { outsideConstraints, useOnly } from '../../../contract/constraints.ts'
import { isRow, type Row, rows } from '../../../lib/row.ts'
import { createCalendarCache } from './calendar-cache.ts'
import type { CalendarCall, Request, Send } from './call.ts'
import type { GoogleCalendar } from './connection.ts'

/**
 * Returns the client for a key that is limited to calendars. It checks each request: one that names no calendar, or another one, is not sent. The list of
 * calendars contains only the allowed ones, so that names of others are unknown.
 */
export function limitToCalendars({ send, calendars }: GoogleCalendar, limits: ReadonlyMap<string, readonly string[]>): GoogleCalendar {
  const only = limits.get('calendar') ?? []
  const allowed = new Set(only.map(id => id.toLowerCase()))
  const isAllowed = async (id: string, call: CalendarCall): Promise<boolean> => {
    if (allowed.has(id.toLowerCase())) return true
    // The primary calendar has two IDs.
    for (const other of only) if (await calendars.isSame(id, other, call)) return true
    return false
  }
  const isListed = ({ id, primary }: Row): boolean => allowed.has(String(id).toLowerCase()) || (primary === true && allowed.has('primary'))
  const limited: Send = async (request, call) => {
    if (isListOfCalendars(request)) return withOnly(await send(request, call), isListed)
    const named = calendarsIn(request)
    const areAllowed = named.length > 0 && (await Promise.all(named.map(id => isAllowed(id, call)))).every(Boolean)
    if (!areAllowed) throw outsideConstraints(useOnly('calendar', only, 'Google Calendar'))
    return await send(request, call)
  }
  const own = createCalendarCache(limited)
  const clear = (): void => {
    own.clear()
    calendars.clear()
  }
  return { send: limited, calendars: { ...own, clear } }
}

const isListOfCalendars = ({ path, method = 'GET' }: Request): boolean => path === 'users/me/calendarList' && method === 'GET'

/** Returns the IDs of all calendars that a request reads or changes; none if it is of another kind. */
function calendarsIn({ path, query = {}, json }: Request): string[] {
  if (path === 'freeBusy') return isRow(json) ? rows(json, 'items').map(({ id }) => String(id)) : []
  const [, id] = /^calendars\/([^/]+)(?:\/|$)/.exec(path) ?? []
  if (id === undefined) return []
  const { destination } = query
  return [decodeURIComponent(id), ...(destination === undefined ? [] : [String(destination)])]
}

const withOnly = (body: unknown, isIncluded: (row: Row) => boolean): unknown =>
  isRow(body) && Array.isArray(body['items']) ? { ...body, items: body['items'].filter(item => !isRow(item) || isIncluded(item)) } : body
