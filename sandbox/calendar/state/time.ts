import { wrong } from '../refusals.ts'

/** A day, or a moment with the zone in which it is meant. */
export type When = { date: string } | { instant: number; timeZone: string }

/** As it is sent. */
export interface SentWhen {
  date?: string | null
  dateTime?: string | null
  timeZone?: string | null
}

/** In what zone the days of a calendar begin. */
export const momentOf = (when: When, zone: string): number => ('instant' in when ? when.instant : midnight(when.date, zone))

export const midnight = (date: string, zone: string): number => Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds

export const zoned = (instant: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)

/** `2026-01-05T09:00:00+01:00`; in UTC with a Z. */
export function stamp(instant: number, zone: string): string {
  if (zone === 'UTC') return new Date(instant).toISOString().replace('.000Z', 'Z')
  return zoned(instant, zone).toString({ timeZoneName: 'never', calendarName: 'never', smallestUnit: 'second' })
}

export const rendered = (when: When, zone: string): SentWhen =>
  'date' in when ? { date: when.date } : { dateTime: stamp(when.instant, zone), timeZone: when.timeZone }

const OFFSET = /(Z|[+-]\d{2}:?\d{2})$/i

/** Reads what was sent; a time without an offset is one in its zone. */
export function readWhen(sent: SentWhen | undefined, which: 'start' | 'end', zone: string): When {
  if (!sent || (!sent.date && !sent.dateTime)) throw wrong(`Missing ${which} time.`, 'required')
  try {
    if (sent.date) return { date: Temporal.PlainDate.from(sent.date).toString() }
    const text = sent.dateTime ?? ''
    const timeZone = sent.timeZone ?? zone
    if (OFFSET.test(text)) return { instant: Date.parse(Temporal.Instant.from(text).toString()), timeZone: knownZone(timeZone) }
    if (!sent.timeZone) throw wrong(`Missing time zone definition for ${which} time.`, 'required')
    return { instant: Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds, timeZone }
  } catch (error) {
    if (error instanceof RangeError) throw wrong(`Invalid value for: ${which}`)
    throw error
  }
}

function knownZone(name: string): string {
  Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
  return name
}

/** A bound of a query: RFC 3339 with an offset, or it is refused. */
export function readBound(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  const instant = OFFSET.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(instant)) throw wrong('Bad Request', 'badRequest')
  return instant
}
