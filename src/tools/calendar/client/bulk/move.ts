import type { BulkItem } from '../../../../contract/bulk.ts'
import { foundDone } from '../../../../contract/bulk-outcomes.ts'
import { forEachItem, lookUpEach } from '../../../../contract/each-item.ts'
import { eventPath } from '../api.ts'
import type { CalendarBulkCall } from '../connection.ts'
import { type SendUpdates, sendUpdatesParameter } from '../events/write.ts'
import { currentEvent, eventNotFound, undefinedIfGone, versionConflict } from './current-event.ts'

export type MoveAction = { calendar_id: string; to_calendar_id: string; send_updates: SendUpdates }

export const moveEvents = (items: BulkItem[], { calendar_id, to_calendar_id, send_updates }: MoveAction, call: CalendarBulkCall) =>
  forEachItem(items, call, async item => {
    const { id, etag, before } = item
    const wasHere = (etag ?? before) !== undefined
    const isHere = wasHere || (await currentEvent(calendar_id, id, call)) !== undefined
    if (!wasHere && isHere) await call.keepBefore?.(id, {})
    if (isHere && (await send(id, calendar_id, to_calendar_id, send_updates, call))) return { outcome: 'succeeded' }
    // Its version or an image was stored if it was still in the first calendar when it was listed or read.
    if (await currentEvent(to_calendar_id, id, call)) return foundDone(item, wasHere && {})
    throw eventNotFound(id)
  })

export const moveEventsBack = (items: BulkItem[], { calendar_id, to_calendar_id, send_updates }: MoveAction, call: CalendarBulkCall) =>
  forEachItem(items, call, async item => {
    const { id } = item
    if (await send(id, to_calendar_id, calendar_id, send_updates, call)) return { outcome: 'succeeded' }
    if (await currentEvent(calendar_id, id, call)) return foundDone(item, {})
    throw versionConflict(`The event ${id} was moved or deleted after the job moved it, so undo did not move it back.`)
  })

/** Returns whether the event existed in the calendar to move from. */
async function send(id: string, from: string, to: string, send_updates: SendUpdates, call: CalendarBulkCall): Promise<boolean> {
  const query = { destination: to, sendUpdates: sendUpdatesParameter(send_updates) }
  const request = { path: `${eventPath(from, id)}/move`, method: 'POST', query } as const
  return (await call.client.send(request, call).then(() => true, undefinedIfGone(from, call))) ?? false
}

export const findMoved = (items: BulkItem[], { calendar_id, to_calendar_id }: MoveAction, call: CalendarBulkCall) =>
  lookUpEach(items, call, async ({ id, etag, before }) => {
    if (await currentEvent(to_calendar_id, id, call)) return { outcome: (etag ?? before) === undefined ? 'unknown' : 'succeeded' }
    return { outcome: (await currentEvent(calendar_id, id, call)) ? 'not_attempted' : 'unknown' }
  })
