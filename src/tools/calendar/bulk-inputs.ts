import { Type } from 'typebox'
import { missingProperty, type Requirement } from '../../contract/requires.ts'
import { stringEnum } from '../../contract/schema.ts'
import { brief } from '../../lib/format.ts'
import type { Selection } from './client/bulk/select.ts'
import { calendarInput, jobSpan, searchQuery, sendUpdates } from './inputs.ts'
import { MISSING } from './schemas.ts'

const RECURRING = {
  instances: 'instances: each occurrence between time_min and time_max separately',
  series: 'series: the whole series once, past and future',
  skip: 'skip: no series, only single events'
}
const SINGLE_EVENTS = 'Single events are always included. Required unless ids is set'

const recurring = <const Values extends (keyof typeof RECURRING)[]>(values: readonly [...Values]) =>
  Type.Optional(
    stringEnum(values, { description: `How to treat series. ${values.map(value => RECURRING[value]).join('; ')}. ${SINGLE_EVENTS}` })
  )

/** Filters of events, and who is notified by email. */
export const eventFilters = {
  calendar: calendarInput,
  query: searchQuery,
  ...jobSpan,
  recurring: recurring(['instances', 'series', 'skip']),
  send_updates: sendUpdates
}

/** The same for actions that cannot apply to a single instance. */
export const wholeEventFilters = { ...eventFilters, recurring: recurring(['series', 'skip']) }

const RULE = 'Set either ids, or recurring with at least one of query, time_min and time_max.'
const FILTERS = ['query', 'time_min', 'time_max'] as const

/** Requires IDs or a filter: without either, the job would act on all events. */
const eventsOrIdsBy = (rule: string): Requirement => ({
  text: rule,
  check(input) {
    const filter = FILTERS.find(name => input[name] !== undefined)
    if (input['ids'] !== undefined) {
      const extra = input['recurring'] === undefined ? filter : 'recurring'
      return extra === undefined ? undefined : { path: extra, message: 'cannot be combined with ids', expected: rule }
    }
    if (filter === undefined) return missingProperty('ids', `recurring with ${FILTERS.join(' or ')}`, rule)
    if (input['recurring'] === undefined) return { path: 'recurring', message: 'is missing', expected: rule }
    return input['recurring'] === 'instances' && input['time_max'] === undefined
      ? { path: 'time_max', message: 'is missing', expected: rule }
      : undefined
  }
})

export const eventsOrIds = eventsOrIdsBy(`${RULE} recurring: instances needs time_max, since a series may be endless.`)

/** The same for actions that cannot apply to a single instance. */
export const wholeEventsOrIds = eventsOrIdsBy(RULE)

/** Errors of the items of a job that changes events. */
export const CHANGE_ERRORS = {
  ...MISSING,
  version_conflict: 'Another user changed the event after it was listed or, on undo, after the job changed it',
  cannot_be_honoured: 'The event cannot be changed in this way; the preview contains the reason',
  upstream_gone: 'The event was deleted after it was listed'
} as const

/** Describes the selected events for the confirmation prompt. */
export function describeSelection({ calendar, query, time_min, time_max, recurring }: Selection): string {
  const ofCalendar = `of the calendar ${brief(calendar)}`
  if (recurring === undefined) return `the given events ${ofCalendar}`
  const part = (word: string, value: string | undefined): string[] => (value === undefined ? [] : [`${word} ${brief(value)}`])
  const series = { instances: 'instances of series separately', series: 'whole series', skip: 'without series' }
  return [
    `the events ${ofCalendar}`,
    ...part('matching', query),
    ...part('from', time_min),
    ...part('until', time_max),
    `(${series[recurring]})`
  ].join(' ')
}

/** Description of how every job that changes events runs. */
export const CHANGE_BEHAVIOR =
  'The job shows a preview with current and new values, and changes nothing until you confirm it. Google accepts a few changes per second. Events that another user changed after they were listed are skipped. Returns the job: poll it with jobs_get.'
