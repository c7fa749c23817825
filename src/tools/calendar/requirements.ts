import type { Issue } from '../../contract/errors.ts'
import { lacking, type Requirement } from '../../contract/requires.ts'
import { asksSomething, WORDS_EXPECTED } from '../../lib/google/words.ts'
import { hasOffset, instantOf, isDate } from './client/when.ts'

type Input = Record<string, unknown>

const textOf = (input: Input, name: string): string | undefined => (typeof input[name] === 'string' ? input[name] : undefined)

const MOMENT = 'a day such as 2026-11-23, or a time such as 2026-11-23T14:00:00+01:00'

/** Undefined where there is none, or none can be read. */
function momentOf(input: Input, path: string): Temporal.Instant | undefined {
  const [text, zone] = [textOf(input, path), textOf(input, 'time_zone')]
  try {
    return text === undefined ? undefined : instantOf(text, zone)
  } catch {
    return undefined
  }
}

/** Everything that is written as no date or time is; with a zone that there is. */
function momentIssues(input: Input, paths: readonly string[]): readonly Issue[] | undefined {
  const issues = paths
    .filter(path => textOf(input, path) !== undefined && momentOf(input, path) === undefined)
    .map(path => ({ path, message: `${textOf(input, path)} is no date or time`, expected: MOMENT }))
  return issues.length > 0 ? issues : undefined
}

function zoneIssue(input: Input): Issue | undefined {
  const zone = textOf(input, 'time_zone')
  if (zone === undefined) return undefined
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
    return undefined
  } catch {
    return { path: 'time_zone', message: `${zone} is no time zone`, expected: 'an IANA time zone, such as Europe/Berlin' }
  }
}

const EVENT_TIMES =
  'start and end are both dates or both times, end comes after start, and a time without an offset needs time_zone; the end of whole days is the day after the last.'

const pairIssue = (input: Input): Issue | undefined => {
  const [start, end] = [textOf(input, 'start'), textOf(input, 'end')]
  if (start === undefined && end === undefined) return undefined
  if (start === undefined || end === undefined) {
    const path = start === undefined ? 'start' : 'end'
    return { path, message: 'is lacking beside the other', expected: EVENT_TIMES }
  }
  if (isDate(start) !== isDate(end))
    return { path: 'end', message: 'is a date where start is a time, or the other way round', expected: EVENT_TIMES }
  const bare = [['start', start] as const, ['end', end] as const].find(([, text]) => !isDate(text) && !hasOffset(text))
  if (bare && textOf(input, 'time_zone') === undefined)
    return { path: bare[0], message: 'has no offset, and time_zone is absent', expected: EVENT_TIMES }
  return orderIssue(input, 'start', 'end', EVENT_TIMES)
}

function orderIssue(input: Input, first: string, last: string, expected: string): Issue | undefined {
  const [from, to] = [momentOf(input, first), momentOf(input, last)]
  return from && to && Temporal.Instant.compare(from, to) >= 0 ? { path: last, message: `is not after ${first}`, expected } : undefined
}

/** Start and end of an event, where they are given. */
export const eventTimes: Requirement = {
  text: EVENT_TIMES,
  check: input => zoneIssue(input) ?? momentIssues(input, ['start', 'end']) ?? pairIssue(input)
}

const BOUNDS = 'time_max comes after time_min, and a bound without an offset needs time_zone.'
const BOUND_NAMES = ['time_min', 'time_max', 'updated_after'] as const

/** What a list is bounded by. */
export const bounds: Requirement = {
  text: BOUNDS,
  check(input) {
    const misread = zoneIssue(input) ?? momentIssues(input, BOUND_NAMES)
    if (misread !== undefined) return misread
    const bare = BOUND_NAMES.find(name => !hasOffset(textOf(input, name) ?? 'Z'))
    if (bare !== undefined && textOf(input, 'time_zone') === undefined)
      return { path: bare, message: 'has no offset, and time_zone is absent', expected: BOUNDS }
    return orderIssue(input, 'time_min', 'time_max', BOUNDS)
  }
}

/** Google would pass over what is no word, and find everything. */
export const querySaysSomething: Requirement = {
  text: `query holds ${WORDS_EXPECTED}.`,
  check: input =>
    asksSomething(textOf(input, 'query') ?? 'absent')
      ? undefined
      : { path: 'query', message: 'looks for nothing, and would find everything', expected: WORDS_EXPECTED }
}

const many = (input: Input, name: string): boolean => {
  const value = input[name]
  return Array.isArray(value) && value.length > 0
}

const SERIES = 'A series of times needs time_zone: its instances keep their hour by the clock there.'

export const seriesHasZone: Requirement = {
  text: SERIES,
  check: input =>
    many(input, 'recurrence') && textOf(input, 'time_zone') === undefined && !isDate(textOf(input, 'start') ?? '2026-01-01')
      ? { path: 'time_zone', message: 'is lacking', expected: SERIES }
      : undefined
}

const MAIL = 'send_updates must be given where there are attendees: nobody is mailed, or left out, by default.'

export const saysWhoIsMailed: Requirement = {
  text: MAIL,
  check: input =>
    many(input, 'attendees') && input['send_updates'] === undefined
      ? { path: 'send_updates', message: 'is lacking', expected: MAIL }
      : undefined
}

const ZONE = 'time_zone goes with start and end.'

/** Without times it would change nothing, and not say so. */
export const zoneOfTimes: Requirement = {
  text: ZONE,
  check: input =>
    input['time_zone'] !== undefined && input['start'] === undefined
      ? { path: 'time_zone', message: 'means nothing without start', expected: ZONE }
      : undefined
}

const CHANGE = 'Give at least one property to change.'
const CHANGES = [
  'summary',
  'description',
  'location',
  'shows_as',
  'visibility',
  'color_id',
  'reminders',
  'recurrence',
  'start',
  'end'
] as const

export const changesSomething: Requirement = {
  text: CHANGE,
  check: input =>
    CHANGES.some(name => input[name] !== undefined) || ['add_attendees', 'remove_attendees', 'clear'].some(name => many(input, name))
      ? undefined
      : lacking('summary', 'any other property to change', CHANGE)
}

const ORDER = 'order_by start goes with recurring instances only, and neither it nor a bound or query goes with sync_token.'
const NOT_WITH_SYNC = ['query', 'time_min', 'time_max', 'updated_after', 'order_by'] as const

/** What Google refuses together. */
export const orderAndSync: Requirement = {
  text: ORDER,
  check(input) {
    if (input['order_by'] === 'start' && input['recurring'] === 'series')
      return { path: 'order_by', message: 'is start, and recurring is series', expected: ORDER }
    const other = input['sync_token'] === undefined ? undefined : NOT_WITH_SYNC.find(name => input[name] !== undefined)
    return other === undefined ? undefined : { path: other, message: 'does not go with sync_token', expected: ORDER }
  }
}
