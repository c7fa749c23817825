import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { nullable } from '../../../../contract/schema.ts'
import { counted } from '../../../../lib/format.ts'
import { queryFreeBusy } from '../../client/free-busy.ts'
import { bound, listTimeZone, someCalendars } from '../../inputs.ts'
import { bounds } from '../../requirements.ts'
import { calendar } from '../../tool.ts'

export default defineOperation(calendar, {
  name: 'query_free_busy',
  core: true,
  summary: 'Get the busy times of calendars',
  description:
    'Returns the periods in which each calendar is busy, without the events themselves. Use it to find a time that suits several people or rooms: pass their email addresses. Events that show as free, or that were declined, do not count. For a calendar that the account cannot see, the row has an error and an empty `busy`, which does not mean that the calendar is free; the other calendars are still returned. For the events themselves, use list_events.',
  permission: 'read',
  http: 'POST /free_busy',
  group: 'calendars',
  see_also: ['calendar_list_events', 'calendar_list_calendars'],
  asked_as: {
    en: [
      'when am I free',
      'is she available on Tuesday afternoon',
      'find a time when everyone can meet',
      'do I have an open slot',
      'who is busy at 3pm',
      'check availability of my colleagues',
      'does anyone have time on Wednesday',
      'is the meeting room booked',
      'gaps in our schedules',
      'when can the three of us talk',
      'when are they both available',
      'find half an hour when all are free',
      'is he in a meeting right now',
      'a slot that suits all of us',
      'could she make it at ten',
      'when could we all meet',
      'does Thursday afternoon work for both of them',
      'would Monday suit her'
    ],
    de: ['wann habe ich Zeit', 'ist er am Dienstag frei', 'einen freien Zeitraum finden'],
    es: ['cuándo estoy libre', 'está disponible mañana', 'busca un hueco'],
    fr: ['quand suis-je libre', 'est-il disponible mardi', 'trouver un créneau libre'],
    ja: ['いつ空いている', '空き時間を調べて', '都合のいい時間'],
    pl: ['kiedy mam wolne', 'czy ktoś jest dostępny', 'znajdź wolny termin']
  },
  input: Type.Object({
    calendars: someCalendars,
    time_min: bound('Start of the period'),
    time_max: bound('End of the period, at most a few months later'),
    time_zone: listTimeZone('UTC')
  }),
  requires: [bounds],
  output: Type.Object({
    time_min: Type.String({ description: 'Start of the period, UTC' }),
    time_max: Type.String({ description: 'End of the period, UTC' }),
    calendars: Type.Array(
      Type.Object({
        calendar: Type.String({ description: 'Calendar, as requested' }),
        calendar_id: Type.String({ description: 'ID of the calendar' }),
        busy: Type.Array(
          Type.Object({
            start: Type.String({ description: 'Start, with offset' }),
            end: Type.String({ description: 'End, with offset' })
          }),
          { description: 'Busy periods, earliest first' }
        ),
        error: nullable(Type.String(), { description: 'Reason why its busy times are unknown, such as notFound; null if they are known' })
      }),
      { description: 'One row per calendar, in the order of the request' }
    )
  }),
  errors: {},
  examples: [
    {
      name: 'two_calendars',
      summary: 'One busy calendar, and one that the account cannot see',
      input: {
        calendars: ['Playground', 'unknown@example.com'],
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
          { calendar: 'unknown@example.com', calendar_id: 'unknown@example.com', busy: [], error: 'notFound' }
        ]
      }
    },
    {
      name: 'nothing_between',
      summary: 'time_max must be after time_min',
      input: { calendars: ['primary'], time_min: '2026-02-11T00:00:00Z', time_max: '2026-02-11T00:00:00Z' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ calendars, time_min, time_max }) =>
    `Get the busy times of ${counted(calendars.length, 'calendar')} from ${time_min} to ${time_max}`,
  handler: (input, call) => queryFreeBusy(call.client, input, call)
})
