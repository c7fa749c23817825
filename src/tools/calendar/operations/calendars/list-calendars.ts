import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { listCalendars } from '../../client/events/list.ts'
import { Calendar, untrusted } from '../../schemas.ts'
import { calendar } from '../../tool.ts'

export default defineOperation(calendar, {
  name: 'list_calendars',
  core: true,
  summary: 'List the calendars of the account',
  description:
    "Returns the calendars in the account's list, page by page: ID, name, time zone, and the account's access. Use it to see which calendars exist and what they are called. For events, use list_events. total is null, since Google does not return it; the last page is the one without next_cursor.",
  permission: 'read',
  http: 'GET /calendars',
  group: 'calendars',
  list: true,
  see_also: ['calendar_list_events', 'calendar_query_free_busy'],
  asked_as: {
    en: [
      'which calendars do I have',
      'what calendars can I see',
      'is there a shared team calendar',
      'names of my calendars',
      'which calendar should I use',
      'which diaries do I have access to',
      'whose calendars are shared with me',
      'which agendas are there in my account',
      'what other calendars exist',
      'do I have a private calendar',
      'all the calendars I can write to'
    ],
    de: ['welche Kalender habe ich'],
    es: ['qué calendarios tengo'],
    fr: ['quels calendriers ai-je'],
    ja: ['カレンダーの一覧'],
    pl: ['jakie mam kalendarze']
  },
  input: Type.Object({
    min_access: stringEnum(['free_busy', 'reader', 'writer', 'owner'], {
      default: 'free_busy',
      description: 'Only calendars to which the account has at least this access. Default free_busy: all calendars'
    }),
    include_hidden: Type.Boolean({ default: false, description: 'true: include calendars that the account hides. Default false' })
  }),
  output: listOf(Calendar, { untrusted }),
  errors: {},
  examples: [
    {
      name: 'writable',
      summary: 'The first two calendars that the account owns',
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
    { name: 'wrong_cursor', summary: 'An invalid cursor', input: { cursor: '2' }, error: { reason: 'invalid_field_value' } }
  ],
  handler: (input, call) => listCalendars(call.client, input, call)
})
