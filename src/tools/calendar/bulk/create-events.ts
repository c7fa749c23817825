import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { MAX_BODY } from '../../../contract/operation.ts'
import type { Requirement } from '../../../contract/requires.ts'
import { brief, counted } from '../../../lib/format.ts'
import { MISSING_CALENDAR } from '../calendar-schemas.ts'
import { createEvents, deleteCreated, findCreated, nextPayloads, payloadsOf } from '../client/bulk/create.ts'
import { failureIfReadOnly, GUEST_WARNING } from '../client/bulk/select.ts'
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
import { eventTimes, requiresSendUpdates, seriesHasZone } from '../requirements.ts'
import { calendar } from '../tool.ts'

const noIds: Requirement = {
  text: 'Do not set ids: the events do not exist yet.',
  check: ({ ids }) => (ids === undefined ? undefined : { path: 'ids', message: 'cannot be set: the events do not exist yet' })
}

const MAX_NEW = 1000
const NewEvent = Type.Object({
  start: startTime,
  end: endTime,
  time_zone: timeZone('Time zone of times without an offset (required for them), and of a series'),
  ...content('create'),
  description: someDescription,
  attendees: Type.Optional(someGuests),
  recurrence: someRecurrence
})

/** Applies the requirements of a single event to each event. */
const eachEventIsValid: Requirement = {
  text: `In each event, ${eventTimes.text} ${seriesHasZone.text} ${requiresSendUpdates.text}`,
  check({ events, send_updates }) {
    const list: unknown[] = Array.isArray(events) ? events : []
    for (const [at, event] of list.entries()) {
      const input = { ...Object(event), send_updates }
      const issues = [eventTimes, seriesHasZone].flatMap(({ check }) => check(input) ?? [])
      if (issues.length > 0) return issues.map(issue => ({ ...issue, path: `events[${at}].${issue.path}` }))
      const missing = requiresSendUpdates.check(input)
      if (missing) return missing
    }
    return undefined
  }
}

export default defineBulk(calendar, {
  name: 'create_events',
  core: true,
  summary: 'Create many events in a calendar',
  description:
    'Creates a job that creates events in one calendar. Use it for a timetable or an import; for one event, for reminders or for a long description, use create_event. Each event gets its ID when the job is created, so no event is created twice, even after a lost response or a crash. With send_updates `all`, each guest gets one email per event. The job shows a preview, and creates nothing until you confirm it. Google accepts a few events per second. All properties of an event together may take up at most 2 KB. Undo deletes the events, except those that another user changed, or whose guests responded. Returns the job: poll it with jobs_get; the results contain the event IDs.',
  permission: 'write',
  max_body: MAX_BODY,
  see_also: ['calendar_create_event', 'calendar_list_calendars', 'jobs_undo'],
  asked_as: {
    en: [
      'put all these meetings on my calendar',
      'import a whole timetable',
      'add dozens of appointments at once',
      'load a list of dates into the calendar',
      'add all lectures of the semester to my calendar',
      'put the whole match schedule in my agenda',
      'get every lecture into my diary',
      'enter all the fixtures',
      'put these dates in',
      'copy the timetable into my calendar'
    ]
  },
  input: Type.Object({
    calendar: calendarInput,
    events: Type.Array(NewEvent, { minItems: 1, maxItems: MAX_NEW, description: 'Events to create, 1 to 1,000' }),
    send_updates: Type.Optional(sendUpdates)
  }),
  requires: [noIds, eachEventIsValid],
  errors: {
    ...MISSING_CALENDAR,
    version_conflict: 'On undo: the event was changed, or a guest responded, after the job created it, so undo did not delete it'
  },
  examples: [
    {
      name: 'timetable',
      summary: 'Create two lessons: the job shows a preview and waits for confirmation',
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
      summary: 'One invalid event: nothing is created',
      input: { events: [{ summary: 'Lesson', start: '2026-03-02T17:00:00Z', end: '2026-03-02T16:00:00Z' }] },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ events, calendar, send_updates = 'none' }) =>
    `Create ${counted(events.length, 'event')} in the calendar ${brief(calendar)} (mail to guests: ${send_updates})`,
  idempotent: true,
  max_batch: 1,
  keeps_data: true,
  async prepare({ calendar, events, send_updates = 'none' }, call) {
    const calendar_id = await call.client.calendars.id(calendar, 'calendar', call)
    if (events.some(({ attendees = [] }) => attendees.length > 0)) call.warn(GUEST_WARNING[send_updates])
    return { query: payloadsOf(events), action: { calendar_id, send_updates }, metadata: { calendar: calendar_id, send_updates } }
  },
  async count({ events }, { signal }) {
    signal.throwIfAborted()
    return { value: events.length, relation: 'eq' }
  },
  async nextBatch(query, at, call, { calendar_id }) {
    call.signal.throwIfAborted()
    const { items, next } = nextPayloads(query, at)
    const readOnly = await failureIfReadOnly(calendar_id, call)
    return { items: items.map(item => ({ ...item, ...readOnly })), next }
  },
  executeBatch: createEvents,
  reconcile: findCreated,
  undo: { idempotent: true, executeBatch: deleteCreated }
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
  const message = 'Create 2 events in the calendar Playground (mail to guests: none)'
  const job = awaitingJob({ operation: 'calendar_bulk_create_events', message, undoable: true, sample })
  const metadata = { calendar: 'playground@group.calendar.google.com', send_updates: 'none' }
  return { ...job, preview: job.preview && { ...job.preview, metadata } }
}
