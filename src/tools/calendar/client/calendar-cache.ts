import { OperationError } from '../../../contract/errors.ts'
import { near } from '../../../lib/spelling.ts'
import { type ApiCalendar, readCalendars } from './api.ts'
import type { CalendarCall, Send } from './call.ts'

/** Resolves calendar names. The account's calendar list is read on demand and cached for a minute. */
export interface CalendarCache {
  /** Returns the ID of a calendar given by ID or name. Throws invalid_field_value, with suggestions, for unknown and ambiguous names. */
  id: (nameOrId: string, path: string, call: CalendarCall) => Promise<string>
  /** Returns whether two IDs mean the same calendar: the primary calendar has two. */
  isSame: (one: string, other: string, call: CalendarCall) => Promise<boolean>
  /** Returns whether the account has only read access to a calendar in its list. */
  isReadOnly: (id: string, call: CalendarCall) => Promise<boolean>
  /** Empties the cache after a calendar was created, updated or deleted. */
  clear: () => void
}

const CACHE_MS = 60_000
const MAX_PAGE = 250
/** Calendars beyond these pages can be named only by ID. */
const MAX_PAGES = 10
const MAX_SUGGESTIONS = 10

export function createCalendarCache(send: Send): CalendarCache {
  let cached: { calendars: ApiCalendar[]; until: number } | undefined
  const reload = async (call: CalendarCall): Promise<ApiCalendar[]> => {
    const calendars = await allCalendars(send, call)
    cached = { calendars, until: performance.now() + CACHE_MS }
    return calendars
  }
  const current = async (call: CalendarCall): Promise<ApiCalendar[]> =>
    cached && cached.until > performance.now() ? cached.calendars : await reload(call)
  return {
    async id(nameOrId, path, call) {
      if (isId(nameOrId)) return nameOrId
      const known = cached && cached.until > performance.now() ? findByName(nameOrId, cached.calendars) : []
      const found = known.length === 1 ? known : findByName(nameOrId, await reload(call))
      const [only, ...others] = found
      if (only && others.length === 0) return only.id
      throw only ? ambiguous(nameOrId, path, found) : unknown(nameOrId, path, cached?.calendars ?? [])
    },
    async isSame(one, other, call) {
      if (one === other || (one !== PRIMARY && other !== PRIMARY)) return one === other
      return (await current(call)).some(({ id, primary }) => primary === true && (id === one || id === other))
    },
    async isReadOnly(id, call) {
      if (id === PRIMARY) return false
      return (await current(call)).some(calendar => calendar.id === id && READ_ONLY.includes(calendar.accessRole ?? ''))
    },
    clear() {
      cached = undefined
    }
  }
}

async function allCalendars(send: Send, call: CalendarCall): Promise<ApiCalendar[]> {
  const all: ApiCalendar[] = []
  let pageToken: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = { maxResults: MAX_PAGE, showHidden: true, pageToken }
    const { items = [], nextPageToken } = readCalendars(await send({ path: 'users/me/calendarList', query }, call))
    all.push(...items)
    if (nextPageToken === undefined) break
    pageToken = nextPageToken
  }
  return all
}

const PRIMARY = 'primary'

/** Roles without write access. */
const READ_ONLY: readonly string[] = ['freeBusyReader', 'reader']

/** IDs of calendars are email addresses, or `primary`. */
const isId = (nameOrId: string): boolean => nameOrId === PRIMARY || /^[^\s@]+@[^\s@]+$/.test(nameOrId)

export const nameOf = ({ summaryOverride, summary }: ApiCalendar): string => summaryOverride ?? summary ?? ''

/** Finds calendars by exact name; if there is none, case-insensitively. */
function findByName(nameOrId: string, calendars: readonly ApiCalendar[]): ApiCalendar[] {
  const exact = calendars.filter(calendar => nameOf(calendar) === nameOrId)
  const wanted = nameOrId.trim().toLowerCase()
  return exact.length > 0 ? exact : calendars.filter(calendar => nameOf(calendar).trim().toLowerCase() === wanted)
}

const describe = (calendar: ApiCalendar): string =>
  `${calendar.id} (${nameOf(calendar)}${calendar.description ? `: ${calendar.description}` : ''})`

function unknown(nameOrId: string, path: string, calendars: readonly ApiCalendar[]): OperationError {
  const names = calendars.map(nameOf)
  const close = near(nameOrId, names)
  return invalidField(
    path,
    `does not match any calendar: ${nameOrId.slice(0, 100)}`,
    (close.length > 0 ? close : names).slice(0, MAX_SUGGESTIONS)
  )
}

const ambiguous = (nameOrId: string, path: string, found: readonly ApiCalendar[]): OperationError =>
  invalidField(path, `matches ${found.length} calendars: ${nameOrId.slice(0, 100)}`, found.slice(0, MAX_SUGGESTIONS).map(describe))

export const invalidField = (path: string, message: string, suggestions: string[]): OperationError =>
  new OperationError('invalid_field_value', `${path} ${message}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    issues: [{ path, message }],
    suggestions
  })
