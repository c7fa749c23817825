import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { BulkItem, Json } from '../../../contract/bulk.ts'
import type { UndoItem } from '../../../contract/bulk-afterwards.ts'
import { type ApiEvent, eventPath, eventsPath } from './api.ts'
import type { ChangeAction } from './bulk-change.ts'
import { conflict, each, ifGone, impossible, leftAlone, look, standing } from './bulk-each.ts'
import { digestOf, isKeepable } from './bulk-select.ts'
import type { BulkTurn } from './connection.ts'
import { isChanged } from './update.ts'
import { ifMatch, isTaken, sent } from './write.ts'

const COPIED = [
  ...(['summary', 'description', 'location', 'start', 'end', 'recurrence', 'transparency', 'visibility', 'colorId', 'reminders'] as const),
  ...(['guestsCanModify', 'guestsCanInviteOthers', 'guestsCanSeeOtherGuests', 'extendedProperties'] as const)
]

/** An event as it is; why it cannot be made anew from that, or what the new one will lack. */
const Kept = Type.Object({
  digest: Type.String(),
  event: Type.Object({}),
  problem: Type.Optional(Type.String()),
  lost: Type.Optional(Type.Array(Type.String()))
})

const TOO_LARGE = 'it is too large to be kept with the job'

/** What of an event makes a copy of it; what does not fit into what a job keeps is only told. The preview says what undo will not bring back. */
export function keptOf(event: ApiEvent, call: BulkTurn): Json {
  const [problem, lost] = [problemOf(event), lostOf(event)]
  const kept = {
    digest: digestOf(event),
    event: copyOf(event),
    ...(problem !== undefined && { problem }),
    ...(lost.length > 0 && { lost })
  }
  const why = problem ?? (isKeepable(kept) ? undefined : TOO_LARGE)
  if (why !== undefined) call.warn(`Undo cannot bring back some of these events: ${why}`)
  else for (const what of lost) call.warn(`Undo makes copies, some of them without ${what}`)
  if (isKeepable(kept)) return kept
  const { start = null, end = null } = kept.event
  return { digest: kept.digest, event: { summary: (event.summary ?? '').slice(0, 200), start, end }, problem: problem ?? TOO_LARGE }
}

function copyOf(event: ApiEvent): { [name: string]: Json } {
  const attendees = event.attendees?.map(({ email, displayName, optional, resource }) => ({ email, displayName, optional, resource }))
  const named = Object.fromEntries(COPIED.map(name => [name, event[name]]))
  return JSON.parse(JSON.stringify({ ...named, attendees }))
}

/** A copy of what somebody else organizes would invite their guests to an event of ours, beside theirs. */
function problemOf({ organizer, attendeesOmitted, eventType = 'default' }: ApiEvent): string | undefined {
  if (organizer !== undefined && organizer.self !== true) return 'somebody else organizes it: answer their invitation again'
  if (attendeesOmitted === true) return 'Google does not tell all its guests'
  return eventType === 'default' ? undefined : `it is of the kind ${eventType}, and a copy would be a usual event`
}

const lostOf = ({ recurrence = [], hangoutLink, conferenceData, attachments = [] }: ApiEvent): string[] => [
  ...(recurrence.length > 0 ? ['what was changed or cancelled of single instances of a series'] : []),
  ...(hangoutLink !== undefined || conferenceData !== undefined ? ['the video meeting'] : []),
  ...(attachments.length > 0 ? ['attached files'] : [])
]

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
async function copyBack({ id, etag = '', data, again = false }: UndoItem, { calendar_id, send_updates }: ChangeAction, call: BulkTurn) {
  if (!Check(Kept, data)) throw impossible(`Nobody can say what the event ${id} was: it cannot be made anew.`)
  if (data.problem !== undefined) throw impossible(`The event ${id} cannot be made anew: ${data.problem}.`)
  if (await standing(calendar_id, id, call)) return { outcome: 'skipped' } as const // somebody took it out of the bin
  const copy = createHash('sha256').update(`${id} ${etag}`).digest('hex')
  const json = { ...data.event, id: copy }
  const request = {
    path: eventsPath(calendar_id),
    method: 'POST',
    query: { sendUpdates: sent(send_updates) },
    json
  } as const
  const made = await call.client.send(request, call).then(() => true, isTaken)
  if (!made && !(await standing(calendar_id, copy, call)))
    throw conflict(`The event ${id} was made anew before, and somebody deleted that.`)
  return { outcome: made || again ? 'succeeded' : 'skipped', data: { event_id: copy, ...(data.lost && { lost: data.lost }) } } as const
}
