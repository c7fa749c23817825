import { Type } from 'typebox'
import { defineBulk, willBeSkipped } from '../../../contract/bulk.ts'
import { jobOverLater, LATER, LATER_EVENTS, NO_SELECTION } from '../bulk-examples.ts'
import { describeSelection, eventFilters, eventsOrIds } from '../bulk-inputs.ts'
import { MISSING_CALENDAR } from '../calendar-schemas.ts'
import { EVENT_LISTING } from '../client/bulk/change.ts'
import { contentForUndo, deleteEvents, findDeleted, keepsBeforeDeletion, restoreCopies } from '../client/bulk/delete.ts'
import { namedEvents, nextEvents, selectEvents } from '../client/bulk/select.ts'
import { bounds, requiresSearchTerms } from '../requirements.ts'
import { calendar } from '../tool.ts'

export default defineBulk(calendar, {
  name: 'delete_events',
  core: true,
  summary: 'Delete many events of a calendar',
  description:
    "Creates a job that deletes the events that match, or the events in ids. Use it to clear a period or to delete series; for one event, use delete_event. recurring: series deletes a whole series, including past instances, as one item; recurring: instances deletes each instance separately. The job shows a preview, and deletes nothing until you confirm it. Google accepts a few deletions per second. With send_updates `all`, each guest gets one email per event. Events that another user changed after they were listed, and events that are already gone, are skipped. Undo creates a copy of each event with a new ID: guests' responses, video meetings and attached files are lost, an instance becomes a separate event, and a series is created from its rule again, without changes or cancellations of single instances. Undo does not restore events that someone else organizes. The preview warns about events that undo cannot restore, or only in part. Returns the job: poll it with jobs_get.",
  permission: 'destructive',
  see_also: ['calendar_delete_event', 'calendar_list_events', 'jobs_undo'],
  asked_as: {
    en: [
      'clear my calendar for next week',
      'wipe all the old meetings',
      'cancel everything on Friday',
      'remove all events matching a word',
      'empty my calendar',
      'delete every appointment in August',
      'get rid of all recurring syncs',
      "I'm ill, cancel all of today's meetings",
      'I quit the club, drop all its meetings',
      'free up my whole week',
      'wipe everything with this word out of my agenda',
      'cancel every meeting of next week',
      'none of the sessions will take place',
      'take all the old reminders off my calendar'
    ]
  },
  input: Type.Object(eventFilters),
  requires: [eventsOrIds, requiresSearchTerms, bounds],
  errors: {
    ...MISSING_CALENDAR,
    version_conflict: 'Another user changed the event after it was listed or, on undo, deleted the copy that an earlier attempt created',
    cannot_be_honoured: 'On undo: the event cannot be restored; the preview contains the reason'
  },
  examples: [
    {
      name: 'later',
      summary: 'Delete cancelled plans: the job shows a preview and waits for confirmation',
      input: { ...LATER, send_updates: 'none' },
      output: jobOverLater('calendar_bulk_delete_events', `Delete ${LATER_EVENTS} (mail to guests: none)`, {
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
      summary: 'A series may be endless: instances need time_max',
      input: { query: 'Stand-up', recurring: 'instances', send_updates: 'none' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ send_updates, ...events }) => `Delete ${describeSelection(events)} (mail to guests: ${send_updates})`,
  idempotent: true,
  keeps_data: true,
  ...EVENT_LISTING,
  async prepare({ send_updates, ...events }, call) {
    const query = await selectEvents(events, send_updates, call)
    const { calendar_id } = query
    return { query, action: { calendar_id, send_updates }, metadata: { calendar: calendar_id, send_updates } }
  },
  nextBatch: (query, at, call) => nextEvents(query, at, call, event => ({ data: contentForUndo(event, call) })),
  lookUp: (ids, query, call) =>
    namedEvents(ids, query, call, event => ({ data: contentForUndo(event, call) }), willBeSkipped('no such event on this calendar')),
  executeBatch: deleteEvents,
  keeps_before: keepsBeforeDeletion,
  reconcile: findDeleted,
  undo: { idempotent: true, cost_units: 2, executeBatch: restoreCopies }
})
