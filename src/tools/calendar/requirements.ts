import type { Issue } from '../../contract/errors.ts'
import { missingProperty, type Requirement } from '../../contract/requires.ts'
import { EXPECTED_TERMS, hasSearchTerm } from '../../lib/google/search-terms.ts'
import { afterGap, hasOffset, instantOf, isDate } from './client/event-time.ts'

type Input = Record<string, unknown>

const textOf = (input: Input, name: string): string | undefined => (typeof input[name] === 'string' ? input[name] : undefined)

const TIME_FORM = 'a date such as 2026-11-23, or a time such as 2026-11-23T14:00:00+01:00'

/** Returns the instant of a property; undefined if it is missing or invalid. */
function instantIn(input: Input, path: string): Temporal.Instant | undefined {
  const [text, zone] = [textOf(input, path), textOf(input, 'time_zone')]
  try {
    return text === undefined ? undefined : instantOf(text, zone)
  } catch {
    return undefined
  }
}

/** Returns an issue for each property that is not a valid date or time. */
function timeIssues(input: Input, paths: readonly string[]): readonly Issue[] | undefined {
  const issues = paths
    .filter(path => textOf(input, path) !== undefined && instantIn(input, path) === undefined)
    .map(path => ({ path, message: `${textOf(input, path)} is not a valid date or time`, expected: TIME_FORM }))
  return issues.length > 0 ? issues : undefined
}

function zoneIssue(input: Input): Issue | undefined {
  const zone = textOf(input, 'time_zone')
  if (zone === undefined) return undefined
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
    return undefined
  } catch {
    return { path: 'time_zone', message: `${zone} is not a time zone`, expected: 'an IANA time zone, such as Europe/Berlin' }
  }
}

const EVENT_TIMES =
  'start and end must both be dates or both be times, end must be after start, and a time without an offset needs time_zone. The end of an all-day event is the day after its last day.'

const pairIssue = (input: Input): Issue | undefined => {
  const [start, end] = [textOf(input, 'start'), textOf(input, 'end')]
  if (start === undefined && end === undefined) return undefined
  if (start === undefined || end === undefined) {
    const path = start === undefined ? 'start' : 'end'
    return { path, message: `is missing, but ${path === 'start' ? 'end' : 'start'} is set`, expected: EVENT_TIMES }
  }
  if (isDate(start) !== isDate(end)) return { path: 'end', message: 'is a date but start is a time, or the reverse', expected: EVENT_TIMES }
  const bare = [['start', start] as const, ['end', end] as const].find(([, text]) => !isDate(text) && !hasOffset(text))
  if (bare && textOf(input, 'time_zone') === undefined)
    return { path: bare[0], message: 'has no offset, and time_zone is missing', expected: EVENT_TIMES }
  return orderIssue(input, 'start', 'end', EVENT_TIMES)
}

function orderIssue(input: Input, first: string, last: string, expected: string): Issue | undefined {
  const [from, to] = [instantIn(input, first), instantIn(input, last)]
  if (!from || !to || Temporal.Instant.compare(from, to) < 0) return undefined
  return gapIssue(input, first, last, expected) ?? { path: last, message: `is not after ${first}`, expected }
}

/** A time that is skipped when clocks go forward is read as one after the gap. The end may then no longer be after the start. */
function gapIssue(input: Input, first: string, last: string, expected: string): Issue | undefined {
  const [text, zone] = [textOf(input, first), textOf(input, 'time_zone')]
  const read = text === undefined || zone === undefined ? undefined : afterGap(text, zone)
  if (read === undefined) return undefined
  const message = `${text} does not exist in ${zone}, because clocks go forward: it is read as ${read}, and ${last} is not after that`
  return { path: first, message, expected }
}

/** Checks start and end of an event, if they are set. */
export const eventTimes: Requirement = {
  text: EVENT_TIMES,
  check: input => zoneIssue(input) ?? timeIssues(input, ['start', 'end']) ?? pairIssue(input)
}

export const validTimeZone: Requirement = { text: 'time_zone must be an IANA time zone.', check: zoneIssue }

const BOUNDS = 'time_max must be after time_min, and a date or a time without an offset needs time_zone.'
const BOUND_NAMES = ['time_min', 'time_max', 'updated_after'] as const

/** Checks the time bounds of a list. */
export const bounds: Requirement = {
  text: BOUNDS,
  check(input) {
    const invalid = zoneIssue(input) ?? timeIssues(input, BOUND_NAMES)
    if (invalid !== undefined) return invalid
    const bare = BOUND_NAMES.find(name => !hasOffset(textOf(input, name) ?? 'Z'))
    if (bare !== undefined && textOf(input, 'time_zone') === undefined)
      return { path: bare, message: 'has no offset, and time_zone is missing', expected: BOUNDS }
    return orderIssue(input, 'time_min', 'time_max', BOUNDS)
  }
}

/** Refuses a query without any search term: Google would ignore it and match everything. */
export const requiresSearchTerms: Requirement = {
  text: `query needs ${EXPECTED_TERMS}.`,
  check(input) {
    const query = textOf(input, 'query')
    return query === undefined || hasSearchTerm(query)
      ? undefined
      : { path: 'query', message: 'has no search term, so it would match everything', expected: EXPECTED_TERMS }
  }
}

const hasItems = (input: Input, name: string): boolean => {
  const value = input[name]
  return Array.isArray(value) && value.length > 0
}

const SERIES = 'A series with times needs time_zone: its instances keep their local time in that zone.'

export const seriesHasZone: Requirement = {
  text: SERIES,
  check: input =>
    hasItems(input, 'recurrence') && textOf(input, 'time_zone') === undefined && !isDate(textOf(input, 'start') ?? '2026-01-01')
      ? { path: 'time_zone', message: 'is missing', expected: SERIES }
      : undefined
}

const MAIL = 'send_updates is required if there are attendees.'

export const requiresSendUpdates: Requirement = {
  text: MAIL,
  check: input =>
    hasItems(input, 'attendees') && input['send_updates'] === undefined
      ? { path: 'send_updates', message: 'is missing', expected: MAIL }
      : undefined
}

const ZONE = 'time_zone needs start and end.'

/** Refuses a time zone without times, which would have no effect. */
export const zoneOfTimes: Requirement = {
  text: ZONE,
  check: input =>
    input['time_zone'] !== undefined && input['start'] === undefined
      ? { path: 'time_zone', message: 'has no effect without start', expected: ZONE }
      : undefined
}

const CHANGE = 'Set at least one property to update.'
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
  'end',
  'video_meeting',
  'guests_can'
] as const

export const changesSomething: Requirement = {
  text: CHANGE,
  check: input =>
    CHANGES.some(name => input[name] !== undefined) ||
    ['add_attendees', 'remove_attendees', 'add_attachments', 'remove_attachments', 'clear'].some(name => hasItems(input, name))
      ? undefined
      : missingProperty('summary', 'any other property to update', CHANGE)
}

const FOLLOWING = 'following cannot be combined with etag, which is the version of one event.'

export const followingWithoutEtag: Requirement = {
  text: FOLLOWING,
  check: ({ following, etag }) =>
    following === true && etag !== undefined
      ? { path: 'etag', message: 'cannot be combined with following', expected: FOLLOWING }
      : undefined
}

const ORDER = 'order_by: start needs recurring: instances. sync_token cannot be combined with query, time bounds or order_by.'
const NOT_WITH_SYNC = ['query', 'time_min', 'time_max', 'updated_after', 'order_by'] as const

/** Refuses combinations that Google refuses. */
export const orderAndSync: Requirement = {
  text: ORDER,
  check(input) {
    if (input['order_by'] === 'start' && input['recurring'] === 'series')
      return { path: 'order_by', message: 'is start, but recurring is series', expected: ORDER }
    const other = input['sync_token'] === undefined ? undefined : NOT_WITH_SYNC.find(name => input[name] !== undefined)
    return other === undefined ? undefined : { path: other, message: 'cannot be combined with sync_token', expected: ORDER }
  }
}
