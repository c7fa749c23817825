import type { ApiTime } from './api.ts'

const DATE = /^\d{4}-\d{2}-\d{2}$/
const OFFSET = /(Z|[+-]\d{2}:\d{2})$/

export const isDate = (text: string): boolean => DATE.test(text)
export const hasOffset = (text: string): boolean => OFFSET.test(text)

/** Parses a date or time, in `zone` unless it has an offset. Throws a RangeError if the date, time or zone does not exist. */
export function instantOf(text: string, zone = 'UTC'): Temporal.Instant {
  if (isDate(text)) return Temporal.PlainDate.from(text).toZonedDateTime(zone).toInstant()
  return hasOffset(text) ? Temporal.Instant.from(text) : Temporal.PlainDateTime.from(text).toZonedDateTime(zone).toInstant()
}

/** Returns how a time is read that the clocks of the zone skip; undefined for any other time. */
export function afterGap(text: string, zone: string): string | undefined {
  if (isDate(text) || hasOffset(text)) return undefined
  const plain = Temporal.PlainDateTime.from(text)
  const zoned = plain.toZonedDateTime(zone)
  return zoned.toPlainDateTime().equals(plain) ? undefined : zoned.toString({ timeZoneName: 'never', smallestUnit: 'second' })
}

/** Returns a bound of a search in the form that Google requires, with an offset. */
export const toBound = (text: string | undefined, zone: string | undefined): string | undefined =>
  text === undefined ? undefined : instantOf(text, zone).toString({ smallestUnit: 'second' })

/** Returns a date for an all-day event, otherwise a time with its zone. */
export function toApiTime(text: string, zone: string | undefined): ApiTime {
  if (isDate(text)) return { date: text }
  return { dateTime: withSeconds(text), ...(zone !== undefined && { timeZone: zone }) }
}

/** RFC 3339 requires seconds. */
const withSeconds = (text: string): string => text.replace(/T(\d{2}:\d{2})(?=$|Z|[+-])/, 'T$1:00')

/** Returns the time for a PATCH, which merges: of date and time, the one that does not apply must be null. */
export const toPatchTime = (when: ApiTime): Record<string, string | null> =>
  when.date === undefined ? { date: null, ...when } : { dateTime: null, timeZone: null, ...when }

/** Returns the time as Google returned it: a date, or a time with its offset. */
export const formatTime = (when: ApiTime | undefined): string | null => when?.dateTime ?? when?.date ?? null

/** Returns whether both are the same instant or the same day, in whatever form. */
export function isSameTime(a: ApiTime | undefined, b: ApiTime | undefined): boolean {
  if (a?.date !== undefined || b?.date !== undefined) return a?.date === b?.date
  const [one, other] = [millisecondsOf(a), millisecondsOf(b)]
  return one !== undefined && one === other
}

/** Returns milliseconds since 1970. */
function millisecondsOf(when: ApiTime | undefined): number | undefined {
  const text = when?.dateTime ?? when?.date
  if (text === undefined) return undefined
  try {
    return instantOf(text, when?.timeZone).epochMilliseconds
  } catch {
    return undefined
  }
}
