import { badRequest } from '../refusals.ts'
import { type When, zoned } from './time.ts'

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** Google limits the expansion of an endless rule, too. */
const MAX_INSTANCES = 750

interface Rule {
  freq: string
  interval: number
  count: number
  until: string | undefined
  days: string[]
}

/** Yields the starts of a series, earliest first. Supports the common parts of rules: FREQ, INTERVAL, COUNT, UNTIL, weekly BYDAY, RDATE and EXDATE. */
export function* startsOf(first: When, lines: readonly string[]): Generator<When> {
  const added = listedIn(first, lines, 'RDATE')
  for (const start of ruledStartsOf(first, lines)) {
    while (added[0] && instanceSuffix(added[0]) <= instanceSuffix(start)) {
      const earlier = added.shift()
      if (earlier && instanceSuffix(earlier) < instanceSuffix(start)) yield earlier
    }
    yield start
  }
  yield* added
}

/** Returns the additional or the excluded dates of a series, earliest first. */
function listedIn(first: When, lines: readonly string[], name: 'RDATE' | 'EXDATE'): When[] {
  const found = lines
    .filter(line => line.startsWith(name))
    .flatMap(line => {
      const zone = /;TZID=([^:;]+)/.exec(line)?.[1]
      return (line.split(':')[1] ?? '').split(',').map(text => ({ text, zone }))
    })
    .map(({ text, zone }): When => {
      const [, year, month, day, hour = '00', minute = '00', second = '00', utc] = /^(....)(..)(..)(?:T(..)(..)(..)(Z)?)?/.exec(text) ?? []
      const date = Temporal.PlainDate.from(`${year}-${month}-${day}`)
      if ('date' in first) return { date: date.toString() }
      const timeZone = utc === undefined ? (zone ?? first.timeZone) : 'UTC'
      const zonedTime = date.toZonedDateTime({ timeZone, plainTime: `${hour}:${minute}:${second}` })
      return { instant: zonedTime.epochMilliseconds, timeZone: first.timeZone }
    })
  return found.toSorted((a, b) => (instanceSuffix(a) < instanceSuffix(b) ? -1 : 1))
}

function* ruledStartsOf(first: When, lines: readonly string[]): Generator<When> {
  const rule = ruleIn(lines)
  const excluded = listedIn(first, lines, 'EXDATE').map(instanceSuffix)
  let count = 0
  for (const date of datesOf(dayOf(first), rule)) {
    if (count >= Math.min(MAX_INSTANCES, rule.count)) return
    const start = onDay(first, date)
    if (rule.until !== undefined && instanceSuffix(start).slice(0, rule.until.length) > rule.until) return
    count++
    if (!excluded.includes(instanceSuffix(start))) yield start
  }
}

function ruleIn(lines: readonly string[]): Rule {
  const line = lines.find(line => line.startsWith('RRULE:')) ?? ''
  const parts = new Map(
    line
      .slice('RRULE:'.length)
      .split(';')
      .map(part => [part.split('=')[0] ?? '', part.split('=')[1] ?? ''])
  )
  const freq = parts.get('FREQ') ?? ''
  if (!['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'].includes(freq)) throw badRequest('Invalid recurrence rule.')
  return {
    freq,
    interval: Math.max(1, Number(parts.get('INTERVAL') ?? 1) || 1),
    count: Number(parts.get('COUNT') ?? Number.POSITIVE_INFINITY),
    until: parts.get('UNTIL'),
    days: parts.get('BYDAY')?.split(',') ?? []
  }
}

function* datesOf(first: Temporal.PlainDate, { freq, interval, days }: Rule): Generator<Temporal.PlainDate> {
  for (let step = 0; ; step += interval) {
    if (freq === 'DAILY') yield first.add({ days: step })
    else if (freq === 'MONTHLY') yield first.add({ months: step })
    else if (freq === 'YEARLY') yield first.add({ years: step })
    else yield* ofWeek(first, step, days)
  }
}

function* ofWeek(first: Temporal.PlainDate, step: number, days: string[]): Generator<Temporal.PlainDate> {
  const monday = first.subtract({ days: first.dayOfWeek - 1 }).add({ weeks: step })
  const wanted = days.length > 0 ? days.map(day => WEEKDAYS.indexOf(day)) : [first.dayOfWeek - 1]
  for (const day of wanted.toSorted((a, b) => a - b)) {
    const date = monday.add({ days: day })
    if (Temporal.PlainDate.compare(date, first) >= 0) yield date
  }
}

const dayOf = (when: When): Temporal.PlainDate =>
  'date' in when ? Temporal.PlainDate.from(when.date) : zoned(when.instant, when.timeZone).toPlainDate()

/** Returns the same local time on another day. It stays the same when clocks change. */
function onDay(first: When, date: Temporal.PlainDate): When {
  if ('date' in first) return { date: date.toString() }
  const plainTime = zoned(first.instant, first.timeZone).toPlainTime()
  return { instant: date.toZonedDateTime({ timeZone: first.timeZone, plainTime }).epochMilliseconds, timeZone: first.timeZone }
}

/** Returns the suffix of the ID of an instance: `20260105T080000Z` or `20260105`. */
export const instanceSuffix = (when: When): string =>
  'date' in when ? when.date.replaceAll('-', '') : `${new Date(when.instant).toISOString().replace(/[-:]|\.\d+/g, '')}`
