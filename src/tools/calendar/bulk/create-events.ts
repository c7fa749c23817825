import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import type { Requirement } from '../../../contract/requires.ts'
import { brief } from '../../../lib/format.ts'
import { CHANGE_ERRORS } from '../bulk-inputs.ts'
import { createEach, findCreated, nextPayloads, payloadsOf, takeBackEach } from '../client/bulk-create.ts'
import { MAILED } from '../client/bulk-select.ts'
import {
  calendarInput,
  content,
  endTime,
  sendUpdates,
  someDescription,
  someGuests,
  someRecurrence,
  startTime,
  timeZone
} from '../inputs.ts'
import { eventTimes, saysWhoIsMailed, seriesHasZone } from '../requirements.ts'
import { calendar } from '../tool.ts'

const noIds: Requirement = {
  text: 'Do not give ids: the events are yet to be made.',
  check: ({ ids }) => (ids === undefined ? undefined : { path: 'ids', message: 'mean nothing here: the events are yet to be made' })
}

const MOST_NEW = 1000
const NewEvent = Type.Object({
  start: startTime,
  end: endTime,
  time_zone: timeZone('Zone of times without offset, and of a series. Absent: times need an offset'),
  ...content,
  description: someDescription,
  attendees: Type.Optional(someGuests),
  recurrence: someRecurrence
})

/** The rules of a single event, for each of them. */
const eachFits: Requirement = {
  text: `Each event: ${eventTimes.text} ${seriesHasZone.text} ${saysWhoIsMailed.text}`,
  check({ events, send_updates }) {
    const list: unknown[] = Array.isArray(events) ? events : []
    for (const [at, event] of list.entries()) {
      const input = { ...Object(event), send_updates }
      const issues = [eventTimes, seriesHasZone].flatMap(({ check }) => check(input) ?? [])
      if (issues.length > 0) return issues.map(issue => ({ ...issue, path: `events[${at}].${issue.path}` }))
      const unsaid = saysWhoIsMailed.check(input)
      if (unsaid) return unsaid
    }
    return undefined
  }
}

export default defineBulk(calendar, {
  name: 'create_events',
  core: true,
  summary: 'Make many events in a calendar',
  description:
    'Makes a job that makes the given events in one calendar. Use it for a timetable or an import; for one event, reminders or a long description use create_event. Each event gets an id when the job is made, so none is made twice, whatever is lost or killed. Where there are attendees, send_updates must say who is mailed; with all each guest gets a mail about every single event. The job shows a preview; nothing is made before it is confirmed. Google takes a few a second. An event may take 2 KB in all. Undo deletes the events, but not those that somebody changed, or whose guests answered. Answers the job: poll it with jobs_get; the ids of the events are in the results.',
  permission: 'write',
  see_also: ['calendar_create_event', 'calendar_list_calendars', 'jobs_undo'],
  input: Type.Object({
    calendar: calendarInput,
    events: Type.Array(NewEvent, { minItems: 1, maxItems: MOST_NEW, description: 'The events, 1 to 1,000' }),
    send_updates: Type.Optional(sendUpdates)
  }),
  requires: [noIds, eachFits],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'timetable',
      summary: 'Two lessons: a job that shows what it would do and awaits confirmation',
      input: {
        calendar: 'Playground',
        events: [
          { summary: 'Lesson 1', start: '2026-03-02T17:00', end: '2026-03-02T18:00', time_zone: 'Europe/Berlin' },
          { summary: 'Lesson 2', start: '2026-03-09T17:00', end: '2026-03-09T18:00', time_zone: 'Europe/Berlin', location: 'Room 4' }
        ]
      },
      output: timetable()
    },
    {
      name: 'ends_before_it_begins',
      summary: 'One event is wrong: nothing is made',
      input: { events: [{ summary: 'Lesson', start: '2026-03-02T17:00:00Z', end: '2026-03-02T16:00:00Z' }] },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ events, calendar, send_updates = 'none' }) =>
    `Make ${events.length} events in the calendar ${brief(calendar)} (mail to guests: ${send_updates})`,
  idempotent: true,
  max_batch: 1,
  keeps_data: true,
  async prepare({ calendar, events, send_updates = 'none' }, call) {
    const calendar_id = await call.client.calendars.id(calendar, 'calendar', call)
    if (events.some(({ attendees = [] }) => attendees.length > 0)) call.warn(MAILED[send_updates])
    return { query: payloadsOf(events), action: { calendar_id, send_updates }, metadata: { calendar: calendar_id, send_updates } }
  },
  async count({ events }, { signal }) {
    signal.throwIfAborted()
    return { value: events.length, relation: 'eq' }
  },
  async nextBatch(query, at, { signal }) {
    signal.throwIfAborted()
    return nextPayloads(query, at)
  },
  executeBatch: createEach,
  reconcile: findCreated,
  undo: { idempotent: true, executeBatch: takeBackEach }
})

function timetable() {
  const zone = 'Europe/Berlin'
  const hour = (day: string) => ({
    start: { dateTime: `${day}T17:00:00`, timeZone: zone },
    end: { dateTime: `${day}T18:00:00`, timeZone: zone }
  })
  const base = '6f1e0c0aa7cc4f7a9d3b1c5e2f4a6081'
  const sample = [
    { item_id: 'event-1', display_name: 'Lesson 1', data: { id: `${base}0000`, summary: 'Lesson 1', ...hour('2026-03-02') } },
    {
      item_id: 'event-2',
      display_name: 'Lesson 2',
      data: { id: `${base}0001`, summary: 'Lesson 2', location: 'Room 4', ...hour('2026-03-09') }
    }
  ]
  const message = 'Make 2 events in the calendar Playground (mail to guests: none)'
  const job = awaitingJob({ operation: 'calendar_bulk_create_events', message, undoable: true, sample })
  const metadata = { calendar: 'playground@group.calendar.google.com', send_updates: 'none' }
  return { ...job, preview: job.preview && { ...job.preview, metadata } }
}
