import { Type } from 'typebox'
import { type BulkItem, defineBulk, willBeSkipped, willFail } from '../../../contract/bulk.ts'
import { brief } from '../../../lib/format.ts'
import { jobOverLater, LATER, LATER_EVENTS, NO_SELECTION } from '../bulk-examples.ts'
import { describeSelection, wholeEventFilters, wholeEventsOrIds } from '../bulk-inputs.ts'
import type { ApiEvent } from '../client/api.ts'
import { EVENT_LISTING } from '../client/bulk/change.ts'
import { currentEvent } from '../client/bulk/current-event.ts'
import { findMoved, moveEvents, moveEventsBack } from '../client/bulk/move.ts'
import { type EventDescription, namedEvents, nextEvents, selectEvents } from '../client/bulk/select.ts'
import { invalidField } from '../client/calendar-cache.ts'
import type { CalendarBulkCall } from '../client/connection.ts'
import { toCalendar } from '../inputs.ts'
import { bounds, requiresSearchTerms } from '../requirements.ts'
import { MISSING } from '../schemas.ts'
import { calendar } from '../tool.ts'

/** Google moves only whole events of type default, from the calendar that organizes them. */
function describe({ organizer, eventType = 'default', recurringEventId }: ApiEvent): EventDescription {
  if (recurringEventId !== undefined)
    return { data: null, ...willFail('it is an instance of a series, and only a whole series can be moved') }
  if (eventType !== 'default') return { data: null, ...willFail(`its type is ${eventType}, and only events of type default can be moved`) }
  if (organizer !== undefined && organizer.self !== true)
    return { data: null, ...willFail('only its organizer can move it, and that is not this calendar') }
  return { data: null }
}

/** An event that is not on the first calendar may already be on the other one. */
async function alreadyMoved(item: BulkItem, to_calendar_id: string, call: CalendarBulkCall): Promise<BulkItem> {
  const moved = await currentEvent(to_calendar_id, item.id, call)
  return { ...item, ...(moved ? willBeSkipped('it is already on that calendar') : willFail('no such event on this calendar')) }
}

/** All items fail if the account has only read access to the other calendar. */
async function failIfReadOnly(items: BulkItem[], to_calendar_id: string, call: CalendarBulkCall): Promise<BulkItem[]> {
  const isReadOnly = await call.client.calendars.isReadOnly(to_calendar_id, call)
  return isReadOnly ? items.map(item => ({ ...item, ...willFail('the account has only read access to the destination calendar') })) : items
}

export default defineBulk(calendar, {
  name: 'move_events',
  core: true,
  summary: 'Move many events to another calendar',
  description:
    'Creates a job that moves the events that match, or the events in ids, to another calendar, which becomes their organizer; the events keep their IDs. Use it to sort events into calendars; for one event, use move_event; to change times, bulk_reschedule_events. A series moves as a whole: single instances cannot be moved. Only events of type default that the calendar organizes can be moved; other events fail. The job shows a preview, and moves nothing until you confirm it. Google accepts a few moves per second. If a response is lost, the job searches both calendars for the event and sends the request again only if the event was not moved; if neither calendar has the event, the outcome stays unknown. Events already on the destination calendar are skipped. Undo moves each event back, except those that another user has moved or deleted since. Returns the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['calendar_move_event', 'calendar_list_calendars', 'jobs_reconcile'],
  asked_as: {
    en: [
      'shift a bunch of events over to my work calendar',
      'transfer all team meetings to the shared calendar',
      'put all these appointments on a different calendar',
      'the holidays should all go into my private calendar',
      'copy over every event to another calendar',
      'shift everything about the dentist to the family calendar',
      'these meetings belong in the other calendar',
      'all the events about the trade fair go to the marketing calendar',
      'move every birthday out of my work calendar',
      'sort all the private appointments into the private calendar'
    ]
  },
  input: Type.Object({ ...wholeEventFilters, to_calendar: toCalendar('Destination calendar') }),
  requires: [wholeEventsOrIds, requiresSearchTerms, bounds],
  errors: { ...MISSING, version_conflict: 'On undo: the event was moved or deleted after the job moved it' },
  examples: [
    {
      name: 'to_the_family',
      summary: 'Move events to another calendar: the job shows a preview and waits for confirmation',
      input: { ...LATER, to_calendar: 'Family', send_updates: 'none' },
      output: jobOverLater('calendar_bulk_move_events', `Move ${LATER_EVENTS} to the calendar Family (mail to guests: none)`, {
        metadata: {
          calendar: 'playground@group.calendar.google.com',
          to_calendar: 'family@group.calendar.google.com',
          send_updates: 'none'
        }
      })
    },
    { ...NO_SELECTION, input: { to_calendar: 'Family', send_updates: 'none' } },
    {
      name: 'two_of_that_name',
      summary: 'A name that two calendars share',
      input: { ...LATER, to_calendar: 'Projects', send_updates: 'none' },
      error: { reason: 'invalid_field_value', message: 'to_calendar matches 2 calendars: Projects.' }
    }
  ],
  message: ({ to_calendar, send_updates, ...events }) =>
    `Move ${describeSelection(events)} to the calendar ${brief(to_calendar)} (mail to guests: ${send_updates})`,
  idempotent: false,
  ...EVENT_LISTING,
  async prepare({ to_calendar, send_updates, ...events }, call) {
    const query = await selectEvents(events, send_updates, call)
    const { calendar_id } = query
    const to_calendar_id = await call.client.calendars.id(to_calendar, 'to_calendar', call)
    if (await call.client.calendars.isSame(calendar_id, to_calendar_id, call))
      throw invalidField('to_calendar', 'is the calendar that the events are on', [])
    return {
      query,
      action: { calendar_id, to_calendar_id, send_updates },
      metadata: { calendar: calendar_id, to_calendar: to_calendar_id, send_updates }
    }
  },
  async nextBatch(query, at, call, { to_calendar_id }) {
    const { items, next } = await nextEvents(query, at, call, describe)
    return { items: await failIfReadOnly(items, to_calendar_id, call), next }
  },
  async lookUp(ids, query, call, { to_calendar_id }) {
    const items = await namedEvents(ids, query, call, describe, {})
    const found = await failIfReadOnly(items, to_calendar_id, call)
    return await Promise.all(found.map(item => (item.etag === undefined ? alreadyMoved(item, to_calendar_id, call) : item)))
  },
  executeBatch: moveEvents,
  keeps_before: ({ etag }) => etag === undefined,
  reconcile: findMoved,
  undo: { idempotent: false, executeBatch: moveEventsBack }
})
