import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { CALENDAR, calendarDescription, zoneOfCalendar } from '../../calendar-schemas.ts'
import { createCalendar } from '../../client/sharing.ts'
import { text } from '../../inputs.ts'
import { validTimeZone } from '../../requirements.ts'
import { calendar } from '../../tool.ts'

export default defineOperation(calendar, {
  name: 'create_calendar',
  summary: 'Create a calendar',
  description:
    'Creates a calendar that the account owns, and returns its ID. Use it to keep a group of events separate, such as the events of a project or a team. To share the calendar, use share_calendar; to add events, create_event. Calling it twice creates two calendars: after an unknown outcome, check list_calendars before you retry.',
  permission: 'write',
  http: 'POST /calendars',
  group: 'calendars',
  success: [201],
  see_also: ['calendar_list_calendars', 'calendar_share_calendar', 'calendar_delete_calendar'],
  asked_as: {
    en: [
      'make a new calendar for the team',
      'I want a separate calendar for holidays',
      'set up a project calendar',
      'add another calendar to my account',
      'a second calendar just for sports',
      'open a calendar for the kids',
      'I need a new calendar for our club',
      'keep the birthdays in a calendar of their own',
      'create another agenda'
    ]
  },
  input: Type.Object({
    name: text(254, 'Name of the calendar'),
    description: calendarDescription,
    time_zone: zoneOfCalendar(' Default: UTC')
  }),
  requires: [validTimeZone],
  output: Type.Object(CALENDAR),
  errors: {},
  examples: [
    {
      name: 'garden',
      summary: 'A calendar with a time zone',
      input: { name: 'Garden', description: 'Who waters when', time_zone: 'Europe/Berlin' },
      output: { id: 'zc0ffee@group.calendar.google.com', name: 'Garden', description: 'Who waters when', time_zone: 'Europe/Berlin' }
    },
    {
      name: 'wrong_zone',
      summary: 'A time zone that does not exist',
      input: { name: 'Garden', time_zone: 'Europe/Atlantis' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ name }) => `Create the calendar ${name.slice(0, 100)}`,
  handler: (input, call) => createCalendar(call.client, input, call)
})
