import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, nullable, stringEnum } from '../../../../contract/schema.ts'
import { listEvents } from '../../client/events/list.ts'
import { bound, calendarInput, includeDeleted, searchQuery, span } from '../../inputs.ts'
import { eventListText } from '../../markdown.ts'
import { bounds, orderAndSync, requiresSearchTerms } from '../../requirements.ts'
import { EVENT_LIST, EventRow, MISSING } from '../../schemas.ts'
import { calendar } from '../../tool.ts'

export default defineOperation(calendar, {
  name: 'list_events',
  core: true,
  summary: 'List or search the events of a calendar',
  description:
    'Returns the events of a calendar that match all filters, ordered by start, page by page and without details. Use it to see the schedule, or to find an event by its text. time_min applies to the end of events and time_max to their start, so events that overlap a bound are included. A page may be short or empty without being the last; the last page is the one without next_cursor. total is always null. A series appears as its instances or, with recurring: series, as one event. For all details of an event, use get_event; for the instances of one series, list_instances. To follow changes, list with recurring: series and without time bounds, then pass next_sync_token as sync_token.',
  permission: 'read',
  http: 'GET /events',
  group: 'events',
  list: true,
  see_also: ['calendar_get_event', 'calendar_list_instances', 'calendar_query_free_busy'],
  asked_as: {
    en: [
      "what's on my calendar today",
      'what do I have tomorrow',
      'what meetings do I have this week',
      'show my schedule',
      'when is my next appointment',
      'find the meeting with someone',
      'my agenda for Monday',
      'am I doing anything on Friday',
      'upcoming appointments',
      'how many meetings are there next week',
      'did I have a call yesterday',
      "what's on for tomorrow",
      'am I booked on the 14th',
      'do I have anything planned',
      "what's coming up",
      'what does my day look like',
      'when did we last meet',
      'anything in my diary on Sunday'
    ],
    de: ['welche Termine habe ich heute', 'was steht morgen in meinem Kalender', 'zeig meine Termine'],
    es: ['qué reuniones tengo hoy', 'muéstrame mi agenda', 'qué tengo mañana'],
    fr: ['quels sont mes rendez-vous de demain', 'montre mon agenda', 'mes réunions de la semaine'],
    ja: ['今日の予定は', '明日の会議を見せて', '今週のスケジュール'],
    pl: ['jakie mam dziś spotkania', 'pokaż mój kalendarz', 'co mam jutro']
  },
  input: Type.Object({
    calendar: calendarInput,
    query: searchQuery,
    ...span,
    recurring: stringEnum(['instances', 'series'], {
      default: 'instances',
      description:
        'instances: one row per occurrence of a series; series: one row per series, with the start of its first occurrence. Default instances'
    }),
    order_by: Type.Optional(
      stringEnum(['start', 'updated'], {
        description:
          'start: by start time; updated: least recently changed first. Default: start or, with recurring: series, no fixed order'
      })
    ),
    updated_after: Type.Optional(bound('Only events changed at or after this time, at most a few weeks ago')),
    include_deleted: includeDeleted,
    sync_token: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2048,
        description: 'next_sync_token of an earlier list: only events changed or deleted since. Use the same value of recurring'
      })
    )
  }),
  requires: [requiresSearchTerms, bounds, orderAndSync],
  output: listOf(EventRow, {
    ...EVENT_LIST,
    next_sync_token: nullable(Type.String({ 'x-volatile': true }), {
      description:
        'Pass it as sync_token to get later changes; null except on the last page of a list without query, time bounds or order_by'
    })
  }),
  errors: { ...MISSING, upstream_gone: 'sync_token has expired: list all events again without it' },
  examples: [
    {
      name: 'two_days',
      summary: 'Events on two days',
      input: { calendar: 'Playground', time_min: '2026-02-03', time_max: '2026-02-05', time_zone: 'Europe/Berlin' },
      output: {
        items: [
          {
            id: 's0000000000000000000000002',
            summary: 'Later: mow the lawn',
            start: '2026-02-03T10:00:00+01:00',
            end: '2026-02-03T11:00:00+01:00',
            all_day: false,
            time_zone: 'Europe/Berlin',
            status: 'confirmed',
            location: '',
            guests_total: 0,
            my_response: null,
            kind: 'single',
            series_id: null
          },
          {
            id: 's0000000000000000000000003',
            summary: 'Later: plant a tree',
            start: '2026-02-04T10:00:00+01:00',
            end: '2026-02-04T11:30:00+01:00',
            all_day: false,
            time_zone: 'Europe/Berlin',
            status: 'confirmed',
            location: '',
            guests_total: 0,
            my_response: null,
            kind: 'single',
            series_id: null
          }
        ],
        next_cursor: null,
        total: null,
        time_zone: 'Europe/Berlin',
        next_sync_token: null,
        untrusted: true
      }
    },
    {
      name: 'unknown_calendar',
      summary: 'A misspelled calendar: the error suggests similar names',
      input: { calendar: 'Playgrond' },
      error: { reason: 'invalid_field_value', message: 'calendar does not match any calendar: Playgrond.' }
    },
    {
      name: 'no_offset',
      summary: 'A date without a time zone is ambiguous',
      input: { time_min: '2026-02-03' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  markdown: eventListText,
  handler: (input, call) => listEvents(call.client, input, call)
})
