import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { nullable } from '../../../../contract/schema.ts'
import { queryFreeBusy } from '../../client/free-busy.ts'
import { someCalendars, timeZone, when } from '../../inputs.ts'
import { bounds } from '../../requirements.ts'
import { calendar } from '../../tool.ts'

export default defineOperation(calendar, {
  name: 'query_free_busy',
  core: true,
  summary: 'Tell when calendars are busy',
  description:
    'Answers the stretches of a time in which each of some calendars is busy, without saying with what. Use it to find a time that suits several people or rooms: ask for their addresses. Events that show as free, or that were declined, do not count. A calendar that cannot be seen has an error in its row, and the others are answered all the same: an empty busy with an error does not mean free. Not for what the events are: use list_events.',
  permission: 'read',
  http: 'POST /free_busy',
  group: 'calendars',
  see_also: ['calendar_list_events', 'calendar_list_calendars'],
  input: Type.Object({
    calendars: someCalendars,
    time_min: when('Begin of the time in question'),
    time_max: when('End of the time in question, at most some months later'),
    time_zone: timeZone(
      'Zone of bounds without offset, and in which times are answered. Absent: bounds need an offset, and times are in UTC'
    )
  }),
  requires: [bounds],
  output: Type.Object({
    time_min: Type.String({ description: 'Begin of the time in question, UTC' }),
    time_max: Type.String({ description: 'End of it, UTC' }),
    calendars: Type.Array(
      Type.Object({
        calendar: Type.String({ description: 'Calendar as it was asked for' }),
        calendar_id: Type.String({ description: 'Its id' }),
        busy: Type.Array(
          Type.Object({
            start: Type.String({ description: 'From when on, with offset' }),
            end: Type.String({ description: 'Until when, with offset' })
          }),
          { description: 'When it is busy, the first first' }
        ),
        error: nullable(Type.String(), { description: 'Why nothing is known of it, such as notFound; null where all is well' })
      }),
      { description: 'A row for each calendar, in the order in which they were asked for' }
    )
  }),
  errors: {},
  examples: [
    {
      name: 'two_calendars',
      summary: 'One is busy, the other cannot be seen',
      input: {
        calendars: ['Playground', 'nobody@example.com'],
        time_min: '2026-02-10',
        time_max: '2026-02-11',
        time_zone: 'Europe/Berlin'
      },
      output: {
        time_min: '2026-02-09T23:00:00Z',
        time_max: '2026-02-10T23:00:00Z',
        calendars: [
          {
            calendar: 'Playground',
            calendar_id: 'playground@group.calendar.google.com',
            busy: [{ start: '2026-02-10T14:00:00+01:00', end: '2026-02-10T16:00:00+01:00' }],
            error: null
          },
          { calendar: 'nobody@example.com', calendar_id: 'nobody@example.com', busy: [], error: 'notFound' }
        ]
      }
    },
    {
      name: 'nothing_between',
      summary: 'The end must come after the begin',
      input: { calendars: ['primary'], time_min: '2026-02-11T00:00:00Z', time_max: '2026-02-11T00:00:00Z' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ calendars, time_min, time_max }) => `Ask when ${calendars.length} calendars are busy from ${time_min} to ${time_max}`,
  handler: (input, call) => queryFreeBusy(call.client, input, call)
})
