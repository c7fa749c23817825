import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { BulkItem, Json } from '../../../contract/bulk.ts'
import type { UndoItem } from '../../../contract/bulk-afterwards.ts'
import { type ApiEvent, eventPath, eventsPath } from './api.ts'
import type { ChangeAction } from './bulk-change.ts'
import { each, ifGone, impossible, leftAlone, look, standing } from './bulk-each.ts'
import { type BulkTurn, digestOf, isKeepable } from './bulk-select.ts'
import { isChanged } from './update.ts'
import { ifMatch, isTaken, sent } from './write.ts'

const COPIED = [
  ...(['summary', 'description', 'location', 'start', 'end', 'recurrence', 'transparency', 'visibility', 'colorId'] as const),
  ...(['reminders', 'guestsCanModify'] as const)
]

/** An event as it is, and whether it could be made anew from that. */
const Kept = Type.Object({ digest: Type.String(), event: Type.Object({}), whole: Type.Boolean() })

/** What of an event makes a copy of it; what does not fit into what a job keeps is only told. */
export function keptOf(event: ApiEvent): Json {
  const attendees = event.attendees?.map(({ email, displayName, optional, resource }) => ({ email, displayName, optional, resource }))
  const named = Object.fromEntries(COPIED.map(name => [name, event[name]]))
  const copy: { [name: string]: Json } = JSON.parse(JSON.stringify({ ...named, attendees }))
  const kept = { digest: digestOf(event), event: copy, whole: event.attendeesOmitted !== true }
  if (isKeepable(kept)) return kept
  const { start = null, end = null } = copy
  return { digest: kept.digest, event: { summary: (event.summary ?? '').slice(0, 200), start, end }, whole: false }
}

export const deleteEach = (items: BulkItem[], action: ChangeAction, call: BulkTurn) => each(items, call, item => remove(item, action, call))

async function remove({ id, etag, data, again }: BulkItem, action: ChangeAction, call: BulkTurn) {
  // One that was listed, and is gone when the job comes to it again, is its own doing.
  const gone = { outcome: again && Check(Kept, data) ? 'succeeded' : 'skipped' } as const
  try {
    return (await sendDelete(id, etag, action, call)) ? ({ outcome: 'succeeded' } as const) : gone
  } catch (error) {
    if (!isChanged(error)) throw error
  }
  const event = await standing(action.calendar_id, id, call)
  if (!event) return gone
  const isAsListed = event.recurringEventId !== undefined && Check(Kept, data) && data.digest === digestOf(event)
  if (!isAsListed) return leftAlone(id)
  return (await sendDelete(id, event.etag, action, call)) ? ({ outcome: 'succeeded' } as const) : gone
}

/** Whether it was there. */
async function sendDelete(
  id: string,
  etag: string | undefined,
  { calendar_id, send_updates }: ChangeAction,
  call: BulkTurn
): Promise<boolean> {
  const request = {
    path: eventPath(calendar_id, id),
    method: 'DELETE',
    query: { sendUpdates: sent(send_updates) }
  } as const
  return (await call.client.send({ ...request, ...ifMatch(etag) }, call).then(() => true, ifGone(calendar_id, call))) ?? false
}

export const findDeleted = (items: BulkItem[], { calendar_id }: ChangeAction, call: BulkTurn) =>
  look(items, call, async ({ id }) => ({ outcome: (await standing(calendar_id, id, call)) ? 'not_attempted' : 'succeeded' }))

export const copyEach = (items: UndoItem[], action: ChangeAction, call: BulkTurn) => each(items, call, item => copyBack(item, action, call))

/** Made anew: the id of a deleted event is taken for ever. The copy has an id of its own that is always the same, so there is one. */
async function copyBack({ id, etag = '', data }: UndoItem, { calendar_id, send_updates }: ChangeAction, call: BulkTurn) {
  if (!Check(Kept, data) || !data.whole) throw impossible(`The event ${id} was too large to be kept with the job: it cannot be made anew.`)
  const copy = createHash('sha256').update(`${id} ${etag}`).digest('hex')
  const json = { ...data.event, id: copy }
  const request = {
    path: eventsPath(calendar_id),
    method: 'POST',
    query: { sendUpdates: sent(send_updates) },
    json
  } as const
  const made = await call.client.send(request, call).then(() => true, isTaken)
  return { outcome: made ? 'succeeded' : 'skipped', data: { event_id: copy } } as const
}
