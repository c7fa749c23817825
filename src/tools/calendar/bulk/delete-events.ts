import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { jobOverLater, LATER, LATER_SAID, NO_SELECTION } from '../bulk-examples.ts'
import { CHANGE_ERRORS, eventFilters, eventsOrIds, eventsSaid } from '../bulk-inputs.ts'
import { ON_EVENTS } from '../client/bulk-change.ts'
import { copyEach, deleteEach, findDeleted, keptOf } from '../client/bulk-delete.ts'
import { namedEvents, nextEvents, selectEvents } from '../client/bulk-select.ts'
import { bounds, querySaysSomething } from '../requirements.ts'
import { calendar } from '../tool.ts'

export default defineBulk(calendar, {
  name: 'delete_events',
  core: true,
  summary: 'Delete many events of a calendar',
  description:
    'Makes a job that deletes the events that fit, or those named in ids. Use it to clear a stretch of time, or a series (recurring series deletes it whole and past instances too, as one event; instances deletes each by itself). For one event use delete_event. The job shows a preview; nothing is deleted before it is confirmed. Google takes a few deletions a second. With send_updates all each guest gets a mail about every single event. An event that somebody changed after it was listed is left alone and skipped; one that is gone already is skipped. Undo makes each anew, as a copy with another id: answers of guests, video meetings and attached files are lost, an instance becomes an event of its own, and a series is again as its rule says, without what was changed or cancelled of single instances. What somebody else organizes undo leaves alone. The preview warns of each. Answers the job: poll it with jobs_get.',
  permission: 'destructive',
  see_also: ['calendar_delete_event', 'calendar_list_events', 'jobs_undo'],
  input: Type.Object(eventFilters),
  requires: [eventsOrIds, querySaysSomething, bounds],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'later',
      summary: 'What was put off for ever: a job that shows what it would do and awaits confirmation',
      input: { ...LATER, send_updates: 'none' },
      output: jobOverLater('calendar_bulk_delete_events', `Delete ${LATER_SAID} (mail to guests: none)`, {
        metadata: { calendar: 'playground@group.calendar.google.com', send_updates: 'none' },
        data: [
          {
            digest: 'pITB1vPdpuyT',
            event: {
              summary: 'Later: paint the fence',
              location: 'Garden',
              start: { dateTime: '2026-02-02T10:00:00+01:00', timeZone: 'Europe/Berlin' },
              end: { dateTime: '2026-02-02T11:00:00+01:00', timeZone: 'Europe/Berlin' },
              reminders: { useDefault: true }
            }
          },
          {
            digest: 'e-e9WrWVRdlY',
            event: {
              summary: 'Later: mow the lawn',
              description: 'Before it rains.',
              start: { dateTime: '2026-02-03T10:00:00+01:00', timeZone: 'Europe/Berlin' },
              end: { dateTime: '2026-02-03T11:00:00+01:00', timeZone: 'Europe/Berlin' },
              reminders: { useDefault: true }
            }
          },
          {
            digest: 'DnQF6Y5mQsQB',
            event: {
              summary: 'Later: plant a tree',
              start: { dateTime: '2026-02-04T10:00:00+01:00', timeZone: 'Europe/Berlin' },
              end: { dateTime: '2026-02-04T11:30:00+01:00', timeZone: 'Europe/Berlin' },
              reminders: { useDefault: true }
            }
          }
        ]
      })
    },
    { ...NO_SELECTION, input: { calendar: 'Playground', send_updates: 'none' } },
    {
      name: 'instances_without_end',
      summary: 'A series may be endless: instances need an end',
      input: { query: 'Stand-up', recurring: 'instances', send_updates: 'none' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ send_updates, ...events }) => `Delete ${eventsSaid(events)} (mail to guests: ${send_updates})`,
  idempotent: true,
  keeps_data: true,
  ...ON_EVENTS,
  async prepare({ send_updates, ...events }, call) {
    const query = await selectEvents(events, send_updates, call)
    const { calendar_id } = query
    return { query, action: { calendar_id, send_updates }, metadata: { calendar: calendar_id, send_updates } }
  },
  nextBatch: (query, at, call) => nextEvents(query, at, call, event => keptOf(event, call)),
  lookUp: (ids, query, call) => namedEvents(ids, query, call, event => keptOf(event, call)),
  executeBatch: deleteEach,
  reconcile: findDeleted,
  undo: { idempotent: true, cost_units: 2, executeBatch: copyEach }
})
