import { wrong } from '../refusals.ts'
import { type When, zoned } from './time.ts'

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** Far more than anybody looks at: Google ends the expansion of an endless rule as well. */
const MOST = 750

interface Rule {
  freq: string
  interval: number
  count: number
  until: string | undefined
  days: string[]
}

/** The starts of a series, the first first. Reads what calendars are mostly made of: FREQ, INTERVAL, COUNT, UNTIL, BYDAY of weeks, EXDATE. */
export function* startsOf(first: When, lines: readonly string[]): Generator<When> {
  const rule = ruleIn(lines)
  const left = lines.filter(line => line.startsWith('EXDATE')).flatMap(line => (line.split(':')[1] ?? '').split(','))
  let made = 0
  for (const date of datesOf(dayOf(first), rule)) {
    if (made >= Math.min(MOST, rule.count)) return
    const start = onDay(first, date)
    if (rule.until !== undefined && markOf(start).slice(0, rule.until.length) > rule.until) return
    made++
    if (!left.includes(markOf(start))) yield start
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
  if (!['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'].includes(freq)) throw wrong('Invalid recurrence rule.')
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

/** The same time of another day: an hour by the clock stays what it is when clocks change. */
function onDay(first: When, date: Temporal.PlainDate): When {
  if ('date' in first) return { date: date.toString() }
  const plainTime = zoned(first.instant, first.timeZone).toPlainTime()
  return { instant: date.toZonedDateTime({ timeZone: first.timeZone, plainTime }).epochMilliseconds, timeZone: first.timeZone }
}

/** How ids of instances end: `20260105T080000Z`, or `20260105`. */
export const markOf = (when: When): string =>
  'date' in when ? when.date.replaceAll('-', '') : `${new Date(when.instant).toISOString().replace(/[-:]|\.\d+/g, '')}`
