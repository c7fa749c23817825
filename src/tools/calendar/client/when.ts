import type { ApiWhen } from './api.ts'

const DATE = /^\d{4}-\d{2}-\d{2}$/
const OFFSET = /(Z|[+-]\d{2}:\d{2})$/

export const isDate = (text: string): boolean => DATE.test(text)
export const hasOffset = (text: string): boolean => OFFSET.test(text)

/** A moment, read in the zone where it has no offset of its own. Throws a RangeError where there is no such date, time or zone. */
export function instantOf(text: string, zone = 'UTC'): Temporal.Instant {
  if (isDate(text)) return Temporal.PlainDate.from(text).toZonedDateTime(zone).toInstant()
  return hasOffset(text) ? Temporal.Instant.from(text) : Temporal.PlainDateTime.from(text).toZonedDateTime(zone).toInstant()
}

/** A bound of a search, as Google takes it: never without an offset. */
export const boundOf = (text: string | undefined, zone: string | undefined): string | undefined =>
  text === undefined ? undefined : instantOf(text, zone).toString({ smallestUnit: 'second' })

/** A date for a whole day, else a time with the zone in which it is meant. */
export function sentWhen(text: string, zone: string | undefined): ApiWhen {
  if (isDate(text)) return { date: text }
  return { dateTime: withSeconds(text), ...(zone !== undefined && { timeZone: zone }) }
}

/** RFC 3339 has seconds always. */
const withSeconds = (text: string): string => text.replace(/T(\d{2}:\d{2})(?=$|Z|[+-])/, 'T$1:00')

/** What a patch merges with: of date and time, the one that is not wanted is taken away. */
export const patchedWhen = (when: ApiWhen): Record<string, string | null> =>
  when.date === undefined ? { date: null, ...when } : { dateTime: null, timeZone: null, ...when }

/** As Google tells it: a date, or a time with its offset. */
export const shownWhen = (when: ApiWhen | undefined): string | null => when?.dateTime ?? when?.date ?? null

/** Whether both are the same moment, or the same day, however they are written. */
export function isSameWhen(a: ApiWhen | undefined, b: ApiWhen | undefined): boolean {
  if (a?.date !== undefined || b?.date !== undefined) return a?.date === b?.date
  const [one, other] = [momentIn(a), momentIn(b)]
  return one !== undefined && one === other
}

/** Milliseconds since 1970. */
export function momentIn(when: ApiWhen | undefined): number | undefined {
  const text = when?.dateTime ?? when?.date
  if (text === undefined) return undefined
  try {
    return instantOf(text, when?.timeZone).epochMilliseconds
  } catch {
    return undefined
  }
}
