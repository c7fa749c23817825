import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { MISSING_CALENDAR, SHARE } from '../../calendar-schemas.ts'
import { listShares } from '../../client/sharing.ts'
import { toCalendar } from '../../inputs.ts'
import { calendar } from '../../tool.ts'

export default defineOperation(calendar, {
  name: 'list_shares',
  summary: 'List who has access to a calendar',
  description:
    'Returns the people, groups and domains that have access to a calendar, and what they may do, page by page. Use it before you share a calendar or remove access. Only owners can see this list. For the guests of an event, use get_event instead.',
  permission: 'read',
  http: 'GET /calendars/:calendar/shares',
  group: 'calendars',
  list: true,
  see_also: ['calendar_share_calendar', 'calendar_unshare_calendar', 'calendar_list_calendars'],
  asked_as: {
    en: [
      'who can see my calendar',
      'with whom is the team calendar shared',
      'is my calendar public',
      'who can look into our calendar',
      'who else sees my appointments',
      'who may edit the team calendar',
      'list the people my calendar is shared with',
      'what rights does Ben have on my calendar',
      'access list of the calendar',
      'can everybody at work see my diary'
    ]
  },
  input: Type.Object({ calendar: toCalendar('Calendar') }),
  output: listOf(Type.Object(SHARE), { calendar_id: Type.String({ description: 'ID of the calendar' }) }),
  errors: MISSING_CALENDAR,
  examples: [
    {
      name: 'own',
      summary: 'A calendar that only its owner can see',
      input: { calendar: 'archive@group.calendar.google.com' },
      output: {
        items: [{ id: 'user:ada@example.com', role: 'owner', with: 'user', name: 'ada@example.com' }],
        next_cursor: null,
        total: null,
        calendar_id: 'archive@group.calendar.google.com'
      }
    },
    {
      name: 'not_owner',
      summary: 'A calendar of someone else',
      input: { calendar: 'bo@example.com' },
      error: { reason: 'insufficient_permissions' }
    }
  ],
  handler: (input, call) => listShares(call.client, input, call)
})
