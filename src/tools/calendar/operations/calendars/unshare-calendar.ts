import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { unshareCalendar } from '../../client/sharing.ts'
import { eventId, toCalendar } from '../../inputs.ts'
import { calendar } from '../../tool.ts'

export default defineOperation(calendar, {
  name: 'unshare_calendar',
  summary: "Remove someone's access to a calendar",
  description:
    'Removes an access rule of a calendar, so that the person, group or domain can no longer see the calendar. Use it to stop sharing; to give less access, use share_calendar with another role. Find the ID with list_shares. Guests keep the events that they are invited to.',
  permission: 'write',
  http: 'DELETE /calendars/:calendar/shares/:share_id',
  group: 'calendars',
  see_also: ['calendar_list_shares', 'calendar_share_calendar'],
  asked_as: {
    en: [
      'stop sharing my calendar',
      'my former colleague must not see the calendar',
      'make the calendar private again',
      "she shouldn't see my appointments any longer",
      "take the intern's access to the calendar away",
      'he has left, close our calendar for him',
      'no one else should be able to see my calendar',
      'hide my calendar from a colleague',
      'revoke the access to my diary',
      'the old team must not get into our calendar'
    ]
  },
  input: Type.Object({ calendar: toCalendar('Calendar'), share_id: eventId('ID of the access rule, as calendar_list_shares returns it') }),
  output: Type.Object({
    calendar_id: Type.String({ description: 'ID of the calendar' }),
    id: Type.String({ description: 'ID of the access rule' }),
    removed: Type.Boolean({ description: 'Always true: the access rule is removed' })
  }),
  errors: { upstream_not_found: 'No such calendar or access rule' },
  examples: [
    {
      name: 'made_before',
      summary: 'Remove the access of a person',
      given: {
        operation: 'calendar_share_calendar',
        input: { calendar: 'Family', email: 'eli@example.com', role: 'reader', notify: false },
        as: { share_id: 'id' }
      },
      input: { calendar: 'Family', share_id: 'user:eli@example.com' },
      output: { calendar_id: 'family@group.calendar.google.com', id: 'user:eli@example.com', removed: true }
    },
    {
      name: 'missing',
      summary: 'A person who has no access',
      input: { calendar: 'Family', share_id: 'user:cem@example.com' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ calendar: id, share_id }) => `Remove the access rule ${share_id.slice(0, 100)} from the calendar ${id.slice(0, 80)}`,
  handler: (input, call) => unshareCalendar(call.client, input, call)
})
