import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { brief } from '../../../lib/format.ts'
import { jobOverLater, LATER, LATER_SAID, NO_SELECTION } from '../bulk-examples.ts'
import { CHANGE_ERRORS, eventsOrIds, eventsSaid, wholeEventFilters } from '../bulk-inputs.ts'
import { ON_EVENTS } from '../client/bulk-change.ts'
import { findMoved, moveBackEach, moveEach } from '../client/bulk-move.ts'
import { namedEvents, nextEvents, selectEvents } from '../client/bulk-select.ts'
import { refused } from '../client/calendar-book.ts'
import { toCalendar } from '../inputs.ts'
import { bounds, querySaysSomething } from '../requirements.ts'
import { calendar } from '../tool.ts'

const nothing = (): null => null

export default defineBulk(calendar, {
  name: 'move_events',
  core: true,
  summary: 'Move many events to another calendar',
  description:
    'Makes a job that moves the events that fit, or those named in ids, to another calendar, which becomes their organizer; they keep their ids. Use it to sort events into calendars; for one use move_event, for other times bulk_reschedule_events. Series go whole: a single instance cannot be moved. Only events that the calendar organizes, and of the kind default, can be moved; others fail. The job shows a preview; nothing is moved before it is confirmed. Google takes a few a second. Where the answer was lost an event is unknown and not sent again: jobs_reconcile looks on both calendars. One that is there already is skipped. Undo moves each back, but for those that somebody moved on. Answers the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['calendar_move_event', 'calendar_list_calendars', 'jobs_reconcile'],
  input: Type.Object({ ...wholeEventFilters, to_calendar: toCalendar('Calendar to move them to') }),
  requires: [eventsOrIds, querySaysSomething, bounds],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'to_the_family',
      summary: 'Some events belong elsewhere: a job that shows what it would do and awaits confirmation',
      input: { ...LATER, to_calendar: 'Family', send_updates: 'none' },
      output: jobOverLater('calendar_bulk_move_events', `Move to the calendar Family ${LATER_SAID} (mail to guests: none)`, {
        metadata: {
          calendar: 'playground@group.calendar.google.com',
          to_calendar: 'family@group.calendar.google.com',
          send_updates: 'none'
        }
      })
    },
    { ...NO_SELECTION, input: { to_calendar: 'Family', send_updates: 'none' } },
    {
      name: 'two_of_that_name',
      summary: 'A name that two calendars have',
      input: { ...LATER, to_calendar: 'Projects', send_updates: 'none' },
      error: { reason: 'invalid_field_value', message: 'to_calendar names 2 calendars: Projects.' }
    }
  ],
  message: ({ to_calendar, send_updates, ...events }) =>
    `Move to the calendar ${brief(to_calendar)} ${eventsSaid(events)} (mail to guests: ${send_updates})`,
  idempotent: false,
  ...ON_EVENTS,
  async prepare({ to_calendar, send_updates, ...events }, call) {
    const query = await selectEvents(events, send_updates, call)
    const { calendar_id } = query
    const to_calendar_id = await call.client.calendars.id(to_calendar, 'to_calendar', call)
    if (await call.client.calendars.isSame(calendar_id, to_calendar_id, call)) throw refused('to_calendar', 'is where the events are', [])
    return {
      query,
      action: { calendar_id, to_calendar_id, send_updates },
      metadata: { calendar: calendar_id, to_calendar: to_calendar_id, send_updates }
    }
  },
  nextBatch: (query, at, call) => nextEvents(query, at, call, nothing),
  lookUp: (ids, query, call) => namedEvents(ids, query, call, nothing),
  executeBatch: moveEach,
  reconcile: findMoved,
  undo: { idempotent: false, executeBatch: moveBackEach }
})
