import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { BulkBatch, BulkItem, BulkPosition, Json, UndoItem } from '../../../../contract/bulk.ts'
import { foundDone } from '../../../../contract/bulk-outcomes.ts'
import { forEachItem, lookUpEach } from '../../../../contract/each-item.ts'
import { type ApiEvent, eventPath, eventsPath, writtenEvent } from '../api.ts'
import { invalidField } from '../calendar-cache.ts'
import type { CalendarBulkCall } from '../connection.ts'
import { type Content, type Guest, toApiContent, toApiGuest } from '../events/content.ts'
import { isChanged } from '../events/update.ts'
import { falseIfIdTaken, getEvent, ifMatch, sendUpdatesParameter } from '../events/write.ts'
import type { ChangeAction } from './change.ts'
import { undefinedIfGone, versionConflict } from './current-event.ts'
import { isStorable } from './select.ts'

/** An event to create, as the caller describes it. */
export type NewEvent = Content & { attendees?: Guest[]; recurrence?: string[] }

/** `base`: the common prefix of the event IDs of this job. */
export type CreateQuery = { base: string; events: { [name: string]: Json }[] }

/** The request body of an event, with the ID that it gets when the job is created. */
const Payload = Type.Object({ id: Type.String() })

/** Data for undo: the created version of the event. */
const Created = Type.Object({ etag: Type.String(), event_id: Type.String() })

/** Google accepts the digits 0 to 9 and a to v in IDs. */
const RADIX = 32
const DIGITS = 4

export function payloadsOf(events: NewEvent[]): CreateQuery {
  const base = randomUUID().replaceAll('-', '')
  return { base, events: events.map((event, at) => payloadOf(event, at, base)) }
}

/** Returns the request body of an event. Throws if it is too large to be stored, including its ID. */
function payloadOf({ attendees = [], recurrence = [], ...content }: NewEvent, at: number, base: string): { [name: string]: Json } {
  const guests = attendees.map(toApiGuest)
  const body = { ...toApiContent(content), ...(guests.length > 0 && { attendees: guests }), ...(recurrence.length > 0 && { recurrence }) }
  const payload: { [name: string]: Json } = JSON.parse(JSON.stringify(body))
  const stored = withId(payload, at, base)
  if (isStorable(stored)) return payload
  const bytes = Buffer.byteLength(JSON.stringify(stored))
  throw invalidField(`events[${at}]`, `has ${bytes} bytes, and a job stores at most 2048 per event`, [
    'Shorten its description, or create it with create_event.'
  ])
}

const withId = (payload: { [name: string]: Json }, at: number, base: string) => ({
  id: base + at.toString(RADIX).padStart(DIGITS, '0'),
  ...payload
})

/** Returns the next batch of events. Each already has its ID, so that a repeated attempt creates no second event. */
export function nextPayloads({ base, events }: CreateQuery, { size, cursor = '0' }: BulkPosition): BulkBatch {
  const from = Number(cursor)
  const items = events.slice(from, from + size).map((event, index) => ({
    id: `event-${from + index + 1}`,
    display_name: `${event['summary'] ?? '(no title)'}`,
    data: withId(event, from + index, base)
  }))
  return { items, next: from + size < events.length ? String(from + size) : undefined }
}

export const createEvents = (items: BulkItem[], { calendar_id, send_updates }: ChangeAction, call: CalendarBulkCall) =>
  forEachItem(items, call, async ({ data }) => {
    const json = payloadIn(data)
    const request = {
      path: eventsPath(calendar_id),
      method: 'POST',
      query: { sendUpdates: sendUpdatesParameter(send_updates) },
      json
    } as const
    const body = await call.client.send(request, call).catch(falseIfIdTaken)
    if (body !== false) return createdResult(writtenEvent(body))
    // 409: an earlier attempt of this job created it, since no other client knows the ID.
    const event = await getEvent(call.client, calendar_id, json.id, call)
    return event.status === 'cancelled' ? { outcome: 'skipped' } : createdResult(event)
  })

const createdResult = ({ id, etag = '' }: ApiEvent) =>
  ({ outcome: 'succeeded', before: { etag, event_id: id }, data: { event_id: id } }) as const

export const findCreated = (items: BulkItem[], { calendar_id }: ChangeAction, call: CalendarBulkCall) =>
  lookUpEach(items, call, async ({ data }) => {
    const event = await getEvent(call.client, calendar_id, payloadIn(data).id, call).catch(undefinedIfGone(calendar_id, call))
    return event ? createdResult(event) : { outcome: 'not_attempted' }
  })

/** Returns the ID in the stored payload. */
function payloadIn(data: Json | undefined): { id: string } {
  if (Check(Payload, data)) return data
  throw invalidField('events', 'were not stored with the job', [])
}

export const deleteCreated = (items: UndoItem[], { calendar_id, send_updates }: ChangeAction, call: CalendarBulkCall) =>
  forEachItem(items, call, async item => {
    const { id, before } = item
    if (!Check(Created, before)) throw versionConflict(`The event that the job created for ${id} is unknown, so undo deleted nothing.`)
    const request = {
      path: eventPath(calendar_id, before.event_id),
      method: 'DELETE',
      query: { sendUpdates: sendUpdatesParameter(send_updates) }
    } as const
    try {
      const existed = await call.client
        .send({ ...request, ...ifMatch(before.etag) }, call)
        .then(() => true, undefinedIfGone(calendar_id, call))
      return existed === true ? { outcome: 'succeeded' } : foundDone(item, {})
    } catch (error) {
      if (!isChanged(error)) throw error
      throw versionConflict(
        `The event ${before.event_id} was changed, or a guest responded, after the job created it, so undo did not delete it.`
      )
    }
  })
