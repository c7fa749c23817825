import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne } from '../../../../contract/requires.ts'
import { CALENDAR, calendarDescription, MISSING_CALENDAR, zoneOfCalendar } from '../../calendar-schemas.ts'
import { updateCalendar } from '../../client/sharing.ts'
import { text, toCalendar } from '../../inputs.ts'
import { validTimeZone } from '../../requirements.ts'
import { calendar } from '../../tool.ts'

export default defineOperation(calendar, {
  name: 'update_calendar',
  summary: 'Update a calendar: its name, description or time zone',
  description:
    'Updates the given properties of a calendar that the account owns and keeps the others; everyone with access sees the change. Use it to rename a calendar. Events keep their times. To change who has access, use share_calendar instead.',
  permission: 'write',
  http: 'PATCH /calendars/:calendar',
  group: 'calendars',
  idempotent: true,
  see_also: ['calendar_list_calendars', 'calendar_share_calendar'],
  asked_as: {
    en: [
      'rename my calendar',
      'change the time zone of the team calendar',
      'the calendar needs a better description',
      'the calendar should have another name',
      'call my calendar differently',
      'our calendar is in the wrong time zone',
      'give the team calendar a new title',
      'describe what the calendar is for',
      'the calendar is called wrong'
    ]
  },
  input: Type.Object({
    calendar: toCalendar('Calendar'),
    name: Type.Optional(text(254, 'New name')),
    description: calendarDescription,
    time_zone: zoneOfCalendar(' Default: unchanged')
  }),
  requires: [atLeastOne('name', 'description', 'time_zone'), validTimeZone],
  output: Type.Object(CALENDAR),
  errors: MISSING_CALENDAR,
  examples: [
    {
      name: 'described',
      summary: 'A calendar gets a description',
      input: { calendar: 'projects-south@group.calendar.google.com', description: 'Of the south' },
      output: { id: 'projects-south@group.calendar.google.com', name: 'Projects', description: 'Of the south', time_zone: 'Europe/Berlin' }
    },
    {
      name: 'read_only',
      summary: 'A calendar that the account may only read',
      input: { calendar: 'bo@example.com', name: 'Ours' },
      error: { reason: 'insufficient_permissions' }
    }
  ],
  message: ({ calendar: id, name }) =>
    `Update the calendar ${id.slice(0, 80)}${name === undefined ? '' : `: rename it to ${name.slice(0, 80)}`}`,
  handler: (input, call) => updateCalendar(call.client, input, call)
})
