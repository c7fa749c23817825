import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { MISSING_CALENDAR } from '../../calendar-schemas.ts'
import { deleteCalendar } from '../../client/sharing.ts'
import { deletableCalendar } from '../../inputs.ts'
import { calendar } from '../../tool.ts'

export default defineOperation(calendar, {
  name: 'delete_calendar',
  summary: 'Delete a calendar with all its events',
  description:
    'Permanently deletes a calendar that the account owns, with all its events, for everyone who has access. There is no undo. Use it only for a calendar that no one needs; to delete events, use bulk_delete_events. The primary calendar of an account cannot be deleted.',
  permission: 'destructive',
  http: 'DELETE /calendars/:calendar',
  group: 'calendars',
  see_also: ['calendar_list_calendars', 'calendar_bulk_delete_events'],
  asked_as: {
    en: [
      'remove the whole project calendar',
      'get rid of an old calendar',
      'I no longer need that calendar',
      'no one uses the sports calendar any more',
      'throw the calendar of the old team away',
      'the whole calendar can go, with all its appointments',
      'erase a calendar completely',
      'we dropped the project, drop its calendar too'
    ]
  },
  input: Type.Object({ calendar: deletableCalendar }),
  output: Type.Object({
    id: Type.String({ description: 'ID of the calendar', 'x-volatile': true }),
    deleted: Type.Boolean({ description: 'Always true: the calendar is deleted' })
  }),
  errors: MISSING_CALENDAR,
  examples: [
    {
      name: 'made_before',
      summary: 'Delete a calendar',
      given: { operation: 'calendar_create_calendar', input: { name: 'Soon gone' }, as: { calendar: 'id' } },
      input: { calendar: 'zc0ffee@group.calendar.google.com', confirm: true },
      output: { id: 'zc0ffee@group.calendar.google.com', deleted: true }
    },
    {
      name: 'missing',
      summary: 'A calendar that does not exist',
      input: { calendar: 'nowhere@group.calendar.google.com', confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ calendar: id }) => `Permanently delete the calendar ${id.slice(0, 100)} with all its events`,
  handler: ({ calendar: id }, call) => deleteCalendar(call.client, id, call)
})
