import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { BulkBatch, BulkItem, BulkPosition, Json } from '../../../contract/bulk.ts'
import type { UndoItem } from '../../../contract/bulk-afterwards.ts'
import { type ApiEvent, eventPath, eventsPath, readEvent } from './api.ts'
import type { ChangeAction } from './bulk-change.ts'
import { conflict, each, ifGone, look } from './bulk-each.ts'
import { isKeepable } from './bulk-select.ts'
import { refused } from './calendar-book.ts'
import type { BulkTurn } from './connection.ts'
import { type Content, contentIn, type Guest, guestIn } from './content.ts'
import { isChanged } from './update.ts'
import { getEvent, ifMatch, isTaken, sent } from './write.ts'

/** An event to be made, as a caller says it. */
export type NewEvent = Content & { attendees?: Guest[]; recurrence?: string[] }

/** `base`: what the ids of this job begin with. */
export type CreateQuery = { base: string; events: { [name: string]: Json }[] }

/** What is to be made, under the id that it has from the first on. */
const Payload = Type.Object({ id: Type.String() })

/** What undo needs: the version that was made. */
const Made = Type.Object({ etag: Type.String(), event_id: Type.String() })

/** Digits that Google takes: 0 to 9 and a to v. */
const RADIX = 32
const DIGITS = 4

export function payloadsOf(events: NewEvent[]): CreateQuery {
  const base = randomUUID().replaceAll('-', '')
  return { base, events: events.map((event, at) => payloadOf(event, at, base)) }
}

/** Measured with its id, as the job keeps it. */
function payloadOf({ attendees = [], recurrence = [], ...content }: NewEvent, at: number, base: string): { [name: string]: Json } {
  const guests = attendees.map(guestIn)
  const body = { ...contentIn(content), ...(guests.length > 0 && { attendees: guests }), ...(recurrence.length > 0 && { recurrence }) }
  const payload: { [name: string]: Json } = JSON.parse(JSON.stringify(body))
  const kept = withId(payload, at, base)
  if (isKeepable(kept)) return payload
  const bytes = Buffer.byteLength(JSON.stringify(kept))
  throw refused(`events[${at}]`, `takes ${bytes} bytes, and a job keeps 2048 of each event`, [
    'Shorten its description, or make it by create_event.'
  ])
}

const withId = (payload: { [name: string]: Json }, at: number, base: string) => ({
  id: base + at.toString(RADIX).padStart(DIGITS, '0'),
  ...payload
})

/** Each has an id of its own from the first on: whoever makes it again makes the same one. */
export function nextPayloads({ base, events }: CreateQuery, { size, cursor = '0' }: BulkPosition): BulkBatch {
  const from = Number(cursor)
  const items = events.slice(from, from + size).map((event, place) => ({
    id: `event-${from + place + 1}`,
    display_name: `${event['summary'] ?? '(no title)'}`,
    data: withId(event, from + place, base)
  }))
  return { items, next: from + size < events.length ? String(from + size) : undefined }
}

export const createEach = (items: BulkItem[], { calendar_id, send_updates }: ChangeAction, call: BulkTurn) =>
  each(items, call, async ({ data }) => {
    const json = payloadIn(data)
    const request = {
      path: eventsPath(calendar_id),
      method: 'POST',
      query: { sendUpdates: sent(send_updates) },
      json
    } as const
    const body = await call.client.send(request, call).catch(isTaken)
    if (body !== false) return madeAs(readEvent(body))
    // 409: only an attempt of this job can have made it, since nobody else knows the id.
    const event = await getEvent(call.client, calendar_id, json.id, call)
    return event.status === 'cancelled' ? { outcome: 'skipped' } : madeAs(event)
  })

const madeAs = ({ id, etag = '' }: ApiEvent) => ({ outcome: 'succeeded', before: { etag, event_id: id }, data: { event_id: id } }) as const

export const findCreated = (items: BulkItem[], { calendar_id }: ChangeAction, call: BulkTurn) =>
  look(items, call, async ({ data }) => {
    const event = await getEvent(call.client, calendar_id, payloadIn(data).id, call).catch(ifGone(calendar_id, call))
    return event ? madeAs(event) : { outcome: 'not_attempted' }
  })

/** The job keeps what it was given. */
function payloadIn(data: Json | undefined): { id: string } {
  if (Check(Payload, data)) return data
  throw refused('events', 'were not kept with the job', [])
}

export const takeBackEach = (items: UndoItem[], { calendar_id, send_updates }: ChangeAction, call: BulkTurn) =>
  each(items, call, async ({ id, before }) => {
    if (!Check(Made, before)) throw conflict(`Nobody can say which event was made of ${id}; none was deleted.`)
    const request = {
      path: eventPath(calendar_id, before.event_id),
      method: 'DELETE',
      query: { sendUpdates: sent(send_updates) }
    } as const
    try {
      const there = await call.client.send({ ...request, ...ifMatch(before.etag) }, call).then(() => true, ifGone(calendar_id, call))
      return { outcome: there === true ? 'succeeded' : 'skipped' }
    } catch (error) {
      if (!isChanged(error)) throw error
      throw conflict(`Somebody changed the event ${before.event_id} since, or answered the invitation; it was left alone.`)
    }
  })
