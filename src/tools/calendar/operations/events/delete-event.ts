import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteEvent } from '../../client/write.ts'
import { anEvent, calendarInput, etag, sendUpdates } from '../../inputs.ts'
import { MISSING } from '../../schemas.ts'
import { calendar } from '../../tool.ts'

export default defineOperation(calendar, {
  name: 'delete_event',
  core: true,
  summary: 'Delete an event or a series',
  description:
    'Deletes one event. The id of a series deletes all its instances, past ones too; that of an instance (list_instances) only this one. Of an event that somebody else organizes only the copy of this calendar is deleted, which declines the invitation. It is lost but for the bin in the browser, and there is no undo here. Use it when an event shall not take place; to put it off use update_event. An event that was deleted before is answered with already_gone true. For many events use bulk_delete_events.',
  permission: 'destructive',
  http: 'DELETE /events/:event_id',
  group: 'events',
  idempotent: true,
  see_also: ['calendar_get_event', 'calendar_update_event', 'calendar_list_instances'],
  input: Type.Object({ event_id: anEvent, calendar: calendarInput, send_updates: sendUpdates, etag }),
  output: Type.Object({
    calendar_id: Type.String({ description: 'Calendar that it was on' }),
    id: Type.String({ description: 'Id of the event' }),
    deleted: Type.Boolean({ description: 'Always true: it is gone' }),
    already_gone: Type.Boolean({ description: 'true: it was deleted before, and nothing was done now' })
  }),
  errors: { ...MISSING, version_conflict: 'etag was given, and it was changed since' },
  examples: [
    {
      name: 'made_before',
      summary: 'An event is gone',
      given: {
        operation: 'calendar_create_event',
        input: { calendar: 'Family', start: '2026-03-04', end: '2026-03-05', event_id: 'soon0gone' },
        as: { event_id: 'id' }
      },
      input: { calendar: 'Family', event_id: 'soon0gone', send_updates: 'none', confirm: true },
      output: { calendar_id: 'family@group.calendar.google.com', id: 'soon0gone', deleted: true, already_gone: false }
    },
    {
      name: 'missing',
      summary: 'An event that never was',
      input: { event_id: 'nowhere', send_updates: 'none', confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ event_id, calendar: name, send_updates }) =>
    `Delete the event ${event_id.slice(0, 80)} of the calendar ${name.slice(0, 60)} (mail to guests: ${send_updates})`,
  handler: (input, call) => deleteEvent(call.client, input, call)
})
