import { wrong } from './failures.ts'

const DATE = /^(\d{4})-(\d{2})-(\d{2})/

/** A time of the input as milliseconds: an instant with its zone, or a day, which stands for its beginning in UTC. `now` is now. */
export function instantIn(path: string, text: string): number {
  if (text === 'now') return Date.now()
  const at = Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text)
  const [, year, month, day] = DATE.exec(text) ?? []
  // JavaScript makes 1 March of 30 February.
  const exists = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
  if (Number.isNaN(at) || !exists) throw wrong(path, `is no date of the calendar: ${text}`, 'such as 2026-01-31 or 2026-01-31T12:00:00Z')
  if (at < EARLIEST || at > LATEST) throw wrong(path, `is outside of the years 0000 to 9999 in UTC: ${text}`, 'a time within them')
  return at
}

/** Beyond these, a year has no four digits. */
const [EARLIEST, LATEST] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

export const instantOr = (path: string, text: string | undefined): number | undefined =>
  text === undefined ? undefined : instantIn(path, text)

/** When something begins: `always` is null, since it has no beginning. */
export const startIn = (path: string, text: string | undefined): number | null | undefined =>
  text === 'always' ? null : instantOr(path, text)

/** The two times of a question about the past. */
export const asOf = ({ as_of, known_at }: { as_of?: string; known_at?: string }) => ({
  as_of: instantOr('as_of', as_of),
  known_at: instantOr('known_at', known_at)
})
