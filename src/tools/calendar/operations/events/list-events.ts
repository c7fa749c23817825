import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, nullable, words } from '../../../../contract/schema.ts'
import { listEvents } from '../../client/list.ts'
import { calendarInput, includeDeleted, searchWords, span, when } from '../../inputs.ts'
import { eventListText } from '../../markdown.ts'
import { bounds, orderAndSync, querySaysSomething } from '../../requirements.ts'
import { EVENT_LIST, EventRow, MISSING } from '../../schemas.ts'
import { calendar } from '../../tool.ts'

export default defineOperation(calendar, {
  name: 'list_events',
  core: true,
  summary: 'List or find events of a calendar',
  description:
    'Answers the events of one calendar that fit all that is given, in the order of their start, page by page and slim. Use it to see what is on, or to find an event by words. time_min bounds the end of events and time_max their start, so what lasts across a bound is among them. A page may be short or empty and not the last: only a missing next_cursor is the end, and total is null. Series come as instances, or with recurring series as one event each. For one event whole use get_event, for the instances of one series list_instances. To follow changes, list with recurring series and no bounds, then give next_sync_token as sync_token.',
  permission: 'read',
  http: 'GET /events',
  group: 'events',
  list: true,
  see_also: ['calendar_get_event', 'calendar_list_instances', 'calendar_query_free_busy'],
  input: Type.Object({
    calendar: calendarInput,
    query: searchWords,
    ...span,
    recurring: words(['instances', 'series'], {
      default: 'instances',
      description:
        'instances: a row for each time that a series takes place; series: a row for the series, whose start is the first one. Default instances'
    }),
    order_by: Type.Optional(
      words(['start', 'updated'], {
        description: 'start: by their start; updated: those changed last come last. Absent: start; series are in no set order'
      })
    ),
    updated_after: Type.Optional(when('Only what was changed then or later, at most some weeks ago')),
    include_deleted: includeDeleted,
    sync_token: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2048,
        description: 'next_sync_token of an earlier list: only what was changed or deleted since. Give the same recurring'
      })
    )
  }),
  requires: [querySaysSomething, bounds, orderAndSync],
  output: listOf(EventRow, {
    ...EVENT_LIST,
    next_sync_token: nullable(Type.String({ 'x-volatile': true }), {
      description:
        'Give it as sync_token to learn what changes from now on; null but on the last page of a list without query, bounds and order'
    })
  }),
  errors: { ...MISSING, upstream_gone: 'sync_token is too old: list everything anew, without it' },
  examples: [
    {
      name: 'two_days',
      summary: 'What is on in two days',
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
      summary: 'A misspelt calendar is answered with those near it',
      input: { calendar: 'Playgrond' },
      error: { reason: 'invalid_field_value', message: 'calendar names no calendar: Playgrond.' }
    },
    {
      name: 'no_offset',
      summary: 'A bound without offset could mean many times',
      input: { time_min: '2026-02-03' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  markdown: eventListText,
  handler: (input, call) => listEvents(call.client, input, call)
})
