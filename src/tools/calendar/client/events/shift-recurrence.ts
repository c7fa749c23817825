import type { ApiTime } from '../api.ts'
import { instantOf } from '../event-time.ts'

/** A date or time of RFC 5545, such as 20260601, 20260601T080000 or 20260601T080000Z. */
const VALUE = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z)?)?$/

const zoneOf = ({ timeZone = 'UTC' }: ApiTime): string => timeZone

/** Returns the local date and time of a start. */
const localOf = (time: ApiTime, zone: string): Temporal.PlainDateTime =>
  time.date === undefined
    ? instantOf(time.dateTime ?? '', zone)
        .toZonedDateTimeISO(zone)
        .toPlainDateTime()
    : Temporal.PlainDate.from(time.date).toPlainDateTime()

const compact = (time: Temporal.PlainDate | Temporal.PlainDateTime | Temporal.Instant): string => time.toString().replace(/[-:]|\.\d+/g, '')

/**
 * Returns the lines of a series whose start moves: its additional dates, excluded dates and last day move by as many days, hours and
 * minutes in local time. Google moves only what follows from the rule.
 */
export function shiftRecurrence(lines: readonly string[], from: ApiTime, to: ApiTime): string[] {
  const fromZone = zoneOf(from)
  const toZone = to.timeZone ?? fromZone
  const start = localOf(from, fromZone)
  const moved = localOf(to, toZone)
  const distance = start.until(moved)
  const wasDay = from.date !== undefined
  const isDay = to.date !== undefined
  if (distance.blank && fromZone === toZone && wasDay === isDay) return [...lines]

  const shift = (text: string, zone: string | undefined): string => {
    const [, year, month, day, hour, minute, second, utc] = VALUE.exec(text) ?? []
    if (day === undefined) return text
    const date = Temporal.PlainDate.from({ year: Number(year), month: Number(month), day: Number(day) })
    const time = { hour: Number(hour), minute: Number(minute), second: Number(second) }
    const own = utc === undefined ? (zone ?? fromZone) : 'UTC'
    const local =
      hour === undefined
        ? date.toPlainDateTime(start.toPlainTime())
        : date.toPlainDateTime(time).toZonedDateTime(own).withTimeZone(fromZone).toPlainDateTime()
    const after = local.add(distance)
    if (isDay || (hour === undefined && !wasDay)) return compact(after.toPlainDate())
    const instant = after.toZonedDateTime(toZone)
    if (utc !== undefined || wasDay) return compact(instant.toInstant())
    return compact(zone === undefined ? after : instant.withTimeZone(zone).toPlainDateTime())
  }

  /** A period is a start with an end or a duration. */
  const shiftItem = (text: string, zone: string | undefined): string => {
    const [begin = '', end] = text.split('/')
    if (end === undefined || isDay) return shift(begin, zone)
    return `${shift(begin, zone)}/${shift(end, zone)}`
  }

  return lines.map(line => {
    if (!/^(?:RDATE|EXDATE)[:;]/.test(line))
      return line.replace(/([:;]UNTIL=)(\w+)/, (_, name: string, until: string) => name + shift(until, undefined))
    const colon = line.indexOf(':')
    const name = line.slice(0, line.startsWith('RDATE') ? 'RDATE'.length : 'EXDATE'.length)
    const head = isDay ? `${name};VALUE=DATE` : wasDay ? name : line.slice(0, colon)
    const zone = /;TZID=([^:;]+)/.exec(line)?.[1]
    const items = line.slice(colon + 1).split(',')
    return `${head}:${items.map(item => shiftItem(item, zone)).join(',')}`
  })
}
