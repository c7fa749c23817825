import { Type } from 'typebox'
import { lacking, type Requirement } from '../../contract/requires.ts'
import { words } from '../../contract/schema.ts'
import { brief } from '../../lib/format.ts'
import type { Selection } from './client/bulk-select.ts'
import { calendarInput, searchWords, sendUpdates, span } from './inputs.ts'
import { MISSING } from './schemas.ts'

const WAYS = {
  instances: 'instances: each time that a series takes place between time_min and time_max, by itself',
  series: 'series: the whole series once, past and future',
  skip: 'skip: no series, only events that take place once'
}
const EACH = 'Events that take place once are always among them. Needed unless ids are given'

const recurring = <const Ways extends (keyof typeof WAYS)[]>(ways: readonly [...Ways]) =>
  Type.Optional(words(ways, { description: `What to do about series. ${ways.map(way => WAYS[way]).join('; ')}. ${EACH}` }))

/** Which events of a calendar, and who is mailed about each. */
export const eventFilters = {
  calendar: calendarInput,
  query: searchWords,
  ...span,
  recurring: recurring(['instances', 'series', 'skip']),
  send_updates: sendUpdates
}

/** The same for what cannot be done to a single instance. */
export const wholeEventFilters = { ...eventFilters, recurring: recurring(['series', 'skip']) }

const RULE =
  'Give ids, or recurring with at least one of query, time_min, time_max; not both. Instances need time_max, since a series may be endless.'
const CONDITIONS = ['query', 'time_min', 'time_max'] as const

/** The events are named, or selected; never all that there are by leaving everything out. */
export const eventsOrIds: Requirement = {
  text: RULE,
  check(input) {
    const condition = CONDITIONS.find(name => input[name] !== undefined)
    if (input['ids'] !== undefined) {
      const extra = input['recurring'] === undefined ? condition : 'recurring'
      return extra === undefined ? undefined : { path: extra, message: 'does not go with ids', expected: RULE }
    }
    if (condition === undefined) return lacking('ids', `recurring with ${CONDITIONS.join(' or ')}`, RULE)
    if (input['recurring'] === undefined) return { path: 'recurring', message: 'is lacking', expected: RULE }
    return input['recurring'] === 'instances' && input['time_max'] === undefined
      ? { path: 'time_max', message: 'is lacking', expected: RULE }
      : undefined
  }
}

/** What a job may meet that changes events. */
export const CHANGE_ERRORS = {
  ...MISSING,
  version_conflict: 'Somebody changed the event after it was listed, or on undo since: it was left alone',
  cannot_be_honoured: 'This event cannot be changed so; the preview says why',
  upstream_gone: 'The event was deleted meanwhile'
} as const

/** Which events, as a question to a person says it. */
export function eventsSaid({ calendar, query, time_min, time_max, recurring }: Selection): string {
  const place = `of the calendar ${brief(calendar)}`
  if (recurring === undefined) return `the named events ${place}`
  const said = (word: string, value: string | undefined): string[] => (value === undefined ? [] : [`${word} ${brief(value)}`])
  const ways = { instances: 'instances of series one by one', series: 'whole series', skip: 'without series' }
  return [
    `the events ${place}`,
    ...said('with', query),
    ...said('from', time_min),
    ...said('until', time_max),
    `(${ways[recurring]})`
  ].join(' ')
}

/** What holds for every action on many events. */
export const HOW_IT_GOES =
  'The job shows a preview with what is and what will be; nothing is changed before it is confirmed. Google takes a few changes a second. An event that somebody changed after it was listed is left alone and skipped. Answers the job: poll it with jobs_get.'
