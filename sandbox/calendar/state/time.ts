import { badRequest } from '../refusals.ts'

/** A day, or an instant with its zone. */
export type When = { date: string } | { instant: number; timeZone: string }

/** A time in a request or response. */
export interface SentWhen {
  date?: string | null
  dateTime?: string | null
  timeZone?: string | null
}

/** Returns milliseconds since 1970. A day begins at midnight in the zone. */
export const millisecondsOf = (when: When, zone: string): number => ('instant' in when ? when.instant : midnight(when.date, zone))

const midnight = (date: string, zone: string): number => Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds

export const zoned = (instant: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)

/** Formats an instant as `2026-01-05T09:00:00+01:00`, or with a Z in UTC. */
export function formatInstant(instant: number, zone: string): string {
  if (zone === 'UTC') return new Date(instant).toISOString().replace('.000Z', 'Z')
  return zoned(instant, zone).toString({ timeZoneName: 'never', calendarName: 'never', smallestUnit: 'second' })
}

export const toApiTime = (when: When, zone: string): SentWhen =>
  'date' in when ? { date: when.date } : { dateTime: formatInstant(when.instant, zone), timeZone: when.timeZone }

const OFFSET = /(Z|[+-]\d{2}:?\d{2})$/i

/** Parses a time in a request. A time without an offset is in its own zone. */
export function readWhen(sent: SentWhen | undefined, which: 'start' | 'end', zone: string): When {
  if (!sent || (!sent.date && !sent.dateTime)) throw badRequest(`Missing ${which} time.`, 'required')
  try {
    if (sent.date) return { date: Temporal.PlainDate.from(sent.date).toString() }
    const text = sent.dateTime ?? ''
    const timeZone = sent.timeZone ?? zone
    if (OFFSET.test(text)) return { instant: Date.parse(Temporal.Instant.from(text).toString()), timeZone: knownZone(timeZone) }
    if (!sent.timeZone) throw badRequest(`Missing time zone definition for ${which} time.`, 'required')
    return { instant: Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds, timeZone }
  } catch (error) {
    if (error instanceof RangeError) throw badRequest(`Invalid value for: ${which}`)
    throw error
  }
}

function knownZone(name: string): string {
  Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
  return name
}

/** Parses a bound of a query, which must be RFC 3339 with an offset. */
export function readBound(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  const instant = OFFSET.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(instant)) throw badRequest('Bad Request', 'badRequest')
  return instant
}
