import type { Instant } from '../store/database/tables.ts'
import { invalidValue } from './errors.ts'

/** From `valid_at` up to but not including `invalid_at`. null: unbounded. */
export interface Interval {
  valid_at: Instant | null
  invalid_at: Instant | null
}

/** Whether the link holds at that time. */
export const holdsAt = ({ valid_at, invalid_at }: Interval, at: Instant): boolean =>
  (valid_at === null || valid_at <= at) && (invalid_at === null || at < invalid_at)

export const hasEnded = ({ invalid_at }: Interval, at: Instant): boolean => invalid_at !== null && invalid_at <= at

export const isSame = (a: Interval, b: Interval): boolean => a.valid_at === b.valid_at && a.invalid_at === b.invalid_at

/** Whether the intervals overlap. An interval that ends when it starts overlaps nothing. */
export const overlap = (a: Interval, b: Interval): boolean =>
  !isEmpty(a) && !isEmpty(b) && before(a.valid_at, b.invalid_at) && before(b.valid_at, a.invalid_at)

/** Whether the interval ends when it starts. */
export const isEmpty = ({ valid_at, invalid_at }: Interval): boolean => valid_at !== null && valid_at === invalid_at

const before = (start: Instant | null, end: Instant | null): boolean => start === null || end === null || start < end

export const iso = (at: Instant): string => new Date(at).toISOString()
export const isoOrNull = (at: Instant | null): string | null => (at === null ? null : iso(at))

const DATE = /^(\d{4})-(\d{2})-(\d{2})/

/** Parses a time of the input into milliseconds: an instant with a time zone, `now`, or a date, which means its start in UTC. */
export function parseInstant(path: string, text: string): number {
  if (text === 'now') return Date.now()
  const at = Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text)
  const [, year, month, day] = DATE.exec(text) ?? []
  // JavaScript turns 30 February into 1 March.
  const exists = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
  if (Number.isNaN(at) || !exists) throw invalidValue(path, `is not a calendar date: ${text}`, 'such as 2026-01-31 or 2026-01-31T12:00:00Z')
  if (at < EARLIEST || at > LATEST) throw invalidValue(path, `is outside the years 0000 to 9999 in UTC: ${text}`, 'a time within them')
  return at
}

/** Outside these, a year does not have four digits. */
const [EARLIEST, LATEST] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

export const parseOptionalInstant = (path: string, text: string | undefined): number | undefined =>
  text === undefined ? undefined : parseInstant(path, text)

/** Parses a start: `always` returns null, because there is no beginning. */
export const parseStart = (path: string, text: string | undefined): number | null | undefined =>
  text === 'always' ? null : parseOptionalInstant(path, text)

/** Parses the two times of a query about the past. */
export const parseAsOf = ({ as_of, known_at }: { as_of?: string; known_at?: string }) => ({
  as_of: parseOptionalInstant('as_of', as_of),
  known_at: parseOptionalInstant('known_at', known_at)
})
