import { OperationError } from '../../../contract/errors.ts'
import { near } from '../../../contract/spelling.ts'
import { type ApiCalendar, readCalendars } from './api.ts'
import type { Send, Turn } from './turn.ts'

/** Which calendar a caller means by a name. */
export interface CalendarBook {
  /** The id of a calendar that is given by id or name. Unknown and ambiguous names are refused at the path, with those there are. */
  id: (given: string, path: string, turn: Turn) => Promise<string>
  /** Whether two ids mean one calendar: the account's own has two. */
  isSame: (one: string, other: string, turn: Turn) => Promise<boolean>
}

const KEPT_MS = 60_000
const LARGEST_PAGE = 250
/** Nobody has more calendars than that; whoever does gives ids. */
const MOST_PAGES = 10
const MOST_SUGGESTIONS = 10

/** The names of the calendars, read when one is given by name, and kept for a minute. */
export function openCalendarBook(send: Send): CalendarBook {
  let kept: { calendars: ApiCalendar[]; until: number } | undefined
  const reload = async (turn: Turn): Promise<ApiCalendar[]> => {
    const calendars = await allCalendars(send, turn)
    kept = { calendars, until: performance.now() + KEPT_MS }
    return calendars
  }
  return {
    async id(given, path, turn) {
      if (isId(given)) return given
      const known = kept && kept.until > performance.now() ? named(given, kept.calendars) : []
      const found = known.length === 1 ? known : named(given, await reload(turn))
      const [only, ...others] = found
      if (only && others.length === 0) return only.id
      throw only ? ambiguous(given, path, found) : unknown(given, path, kept?.calendars ?? [])
    },
    async isSame(one, other, turn) {
      if (one === other || (one !== PRIMARY && other !== PRIMARY)) return one === other
      const calendars = kept && kept.until > performance.now() ? kept.calendars : await reload(turn)
      return calendars.some(({ id, primary }) => primary === true && (id === one || id === other))
    }
  }
}

async function allCalendars(send: Send, turn: Turn): Promise<ApiCalendar[]> {
  const all: ApiCalendar[] = []
  let pageToken: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = { maxResults: LARGEST_PAGE, showHidden: true, pageToken }
    const { items = [], nextPageToken } = readCalendars(await send({ path: 'users/me/calendarList', query }, turn))
    all.push(...items)
    if (nextPageToken === undefined) break
    pageToken = nextPageToken
  }
  return all
}

const PRIMARY = 'primary'

/** Ids of calendars are addresses; the account's own has a word. */
const isId = (given: string): boolean => given === PRIMARY || /^[^\s@]+@[^\s@]+$/.test(given)

export const nameOf = ({ summaryOverride, summary }: ApiCalendar): string => summaryOverride ?? summary ?? ''

/** As it is called; else without regard to case. */
function named(given: string, calendars: readonly ApiCalendar[]): ApiCalendar[] {
  const exact = calendars.filter(calendar => nameOf(calendar) === given)
  const wanted = given.trim().toLowerCase()
  return exact.length > 0 ? exact : calendars.filter(calendar => nameOf(calendar).trim().toLowerCase() === wanted)
}

const told = (calendar: ApiCalendar): string =>
  `${calendar.id} (${nameOf(calendar)}${calendar.description ? `: ${calendar.description}` : ''})`

function unknown(given: string, path: string, calendars: readonly ApiCalendar[]): OperationError {
  const names = calendars.map(nameOf)
  const close = near(given, names)
  return refused(path, `names no calendar: ${given.slice(0, 100)}`, (close.length > 0 ? close : names).slice(0, MOST_SUGGESTIONS))
}

const ambiguous = (given: string, path: string, found: readonly ApiCalendar[]): OperationError =>
  refused(path, `names ${found.length} calendars: ${given.slice(0, 100)}`, found.slice(0, MOST_SUGGESTIONS).map(told))

export const refused = (path: string, message: string, suggestions: string[]): OperationError =>
  new OperationError('invalid_field_value', `${path} ${message}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    issues: [{ path, message }],
    suggestions
  })
