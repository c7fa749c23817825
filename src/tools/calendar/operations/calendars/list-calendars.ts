import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, words } from '../../../../contract/schema.ts'
import { listCalendars } from '../../client/list.ts'
import { Calendar, untrusted } from '../../schemas.ts'
import { calendar } from '../../tool.ts'

export default defineOperation(calendar, {
  name: 'list_calendars',
  core: true,
  summary: 'List the calendars of the account',
  description:
    'Answers the calendars that the account has in its list, page by page: id, name, time zone, and what the account may do on each. Use it to learn which calendars there are and what they are called. Not for events: list_events finds those. Total is null, since Google does not tell it; the last page is the one without next_cursor.',
  permission: 'read',
  http: 'GET /calendars',
  group: 'calendars',
  list: true,
  see_also: ['calendar_list_events', 'calendar_query_free_busy'],
  input: Type.Object({
    min_access: words(['free_busy', 'reader', 'writer', 'owner'], {
      default: 'free_busy',
      description: 'Only calendars on which the account may do at least this. Default free_busy: all of them'
    }),
    include_hidden: Type.Boolean({ default: false, description: 'true: also calendars that the account hides. Default false' })
  }),
  output: listOf(Calendar, { untrusted }),
  errors: {},
  examples: [
    {
      name: 'writable',
      summary: 'Calendars that the account owns, the first of them',
      input: { min_access: 'owner', limit: 2 },
      output: {
        items: [
          {
            id: 'ada@example.com',
            name: 'Ada Example',
            description: '',
            time_zone: 'Europe/Berlin',
            access: 'owner',
            primary: true,
            hidden: false
          },
          {
            id: 'family@group.calendar.google.com',
            name: 'Family',
            description: '',
            time_zone: 'Europe/Berlin',
            access: 'owner',
            primary: false,
            hidden: false
          }
        ],
        next_cursor: 'WyJjRHBtWVcxcGJIbEFaM0p2ZFhBdVkyRnNaVzVrWVhJdVoyOXZaMnhsTG1OdmJRIiwwLCJGdWZrSUtLVUVOIl0',
        total: null,
        untrusted: true
      }
    },
    { name: 'wrong_cursor', summary: 'A cursor that no page answered', input: { cursor: '2' }, error: { reason: 'invalid_field_value' } }
  ],
  handler: (input, call) => listCalendars(call.client, input, call)
})
