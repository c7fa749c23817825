import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { BulkItem, Json, UndoItem } from '../../../../contract/bulk.ts'
import { foundDone } from '../../../../contract/bulk-outcomes.ts'
import { forEachItem, lookUpEach } from '../../../../contract/each-item.ts'
import { type ApiEvent, eventPath, eventsPath } from '../api.ts'
import type { CalendarBulkCall } from '../connection.ts'
import { isChanged } from '../events/update.ts'
import { falseIfIdTaken, ifMatch, sendUpdatesParameter } from '../events/write.ts'
import type { ChangeAction } from './change.ts'
import { currentEvent, notPossible, skippedAsChanged, undefinedIfGone, versionConflict } from './current-event.ts'
import { digestOf, isStorable } from './select.ts'

const COPIED = [
  ...(['summary', 'description', 'location', 'start', 'end', 'recurrence', 'transparency', 'visibility', 'colorId', 'reminders'] as const),
  ...(['guestsCanModify', 'guestsCanInviteOthers', 'guestsCanSeeOtherGuests', 'extendedProperties'] as const)
]

/** The content of an event before it is deleted, and why undo cannot restore it or what the copy will lack. */
const Stored = Type.Object({
  digest: Type.String(),
  event: Type.Object({}),
  problem: Type.Optional(Type.String()),
  lost: Type.Optional(Type.Array(Type.String()))
})

const TOO_LARGE = 'it is too large to be stored with the job'

/** Returns what the job stores of an event to restore a copy of it. Warns in the preview about what undo will not restore. */
export function contentForUndo(event: ApiEvent, call: CalendarBulkCall): Json {
  const [problem, lost] = [problemOf(event), lostOf(event)]
  const stored = {
    digest: digestOf(event),
    event: copyOf(event),
    ...(problem !== undefined && { problem }),
    ...(lost.length > 0 && { lost })
  }
  const why = problem ?? (isStorable(stored) ? undefined : TOO_LARGE)
  if (why !== undefined) call.warn(`Undo cannot restore at least one of these events: ${why}`)
  else for (const what of lost) call.warn(`Undo creates copies, some of them without ${what}`)
  if (isStorable(stored)) return stored
  const { start = null, end = null } = stored.event
  return { digest: stored.digest, event: { summary: (event.summary ?? '').slice(0, 200), start, end }, problem: problem ?? TOO_LARGE }
}

function copyOf(event: ApiEvent): { [name: string]: Json } {
  const attendees = event.attendees?.map(({ email, displayName, optional, resource }) => ({ email, displayName, optional, resource }))
  const named = Object.fromEntries(COPIED.map(name => [name, event[name]]))
  return JSON.parse(JSON.stringify({ ...named, attendees }))
}

/** A copy of an event that someone else organizes would invite the guests to a second event. */
function problemOf({ organizer, attendeesOmitted, eventType = 'default' }: ApiEvent): string | undefined {
  if (organizer !== undefined && organizer.self !== true) return 'someone else organizes it; respond to their invitation again instead'
  if (attendeesOmitted === true) return 'Google did not return all its guests'
  return eventType === 'default' ? undefined : `its type is ${eventType}, and a copy would be an ordinary event`
}

const lostOf = ({ recurrence = [], hangoutLink, conferenceData, attachments = [] }: ApiEvent): string[] => [
  ...(recurrence.length > 0 ? ['changes to and cancellations of single instances of a series'] : []),
  ...(hangoutLink !== undefined || conferenceData !== undefined ? ['the video meeting'] : []),
  ...(attachments.length > 0 ? ['attached files'] : [])
]

export const deleteEvents = (items: BulkItem[], action: ChangeAction, call: CalendarBulkCall) =>
  forEachItem(items, call, item => remove(item, action, call))

async function remove(item: BulkItem, action: ChangeAction, call: CalendarBulkCall) {
  const { id, etag, data, before } = item
  // If it existed when it was listed and an earlier attempt was made, that attempt deleted it.
  const gone = foundDone(item, wasThere(item) && {})
  if (!Check(Stored, data) && before === undefined) {
    if (!(await currentEvent(action.calendar_id, id, call))) return gone
    await call.keepBefore?.(id, {})
  }
  try {
    return (await sendDelete(id, etag, action, call)) ? ({ outcome: 'succeeded' } as const) : gone
  } catch (error) {
    if (!isChanged(error)) throw error
  }
  const event = await currentEvent(action.calendar_id, id, call)
  if (!event) return gone
  const isAsListed = event.recurringEventId !== undefined && Check(Stored, data) && data.digest === digestOf(event)
  if (!isAsListed) return skippedAsChanged(id)
  return (await sendDelete(id, event.etag, action, call)) ? ({ outcome: 'succeeded' } as const) : gone
}

/** Returns whether the event existed. */
async function sendDelete(
  id: string,
  etag: string | undefined,
  { calendar_id, send_updates }: ChangeAction,
  call: CalendarBulkCall
): Promise<boolean> {
  const request = {
    path: eventPath(calendar_id, id),
    method: 'DELETE',
    query: { sendUpdates: sendUpdatesParameter(send_updates) }
  } as const
  return (await call.client.send({ ...request, ...ifMatch(etag) }, call).then(() => true, undefinedIfGone(calendar_id, call))) ?? false
}

/** Whether the event existed when it was listed, or when an earlier attempt was about to delete it. */
const wasThere = ({ data, before }: BulkItem): boolean => Check(Stored, data) || before !== undefined

/** An event that was not found at listing is read before it is deleted. */
export const keepsBeforeDeletion = ({ data }: BulkItem): boolean => !Check(Stored, data)

export const findDeleted = (items: BulkItem[], { calendar_id }: ChangeAction, call: CalendarBulkCall) =>
  lookUpEach(items, call, async item => {
    if (await currentEvent(calendar_id, item.id, call)) return { outcome: 'not_attempted' }
    return { outcome: wasThere(item) ? 'succeeded' : 'unknown' }
  })

export const restoreCopies = (items: UndoItem[], action: ChangeAction, call: CalendarBulkCall) =>
  forEachItem(items, call, item => restoreCopy(item, action, call))

/** Creates a copy with a new ID, since Google never releases the ID of a deleted event. The new ID is derived from the old one, so there is only one copy. */
async function restoreCopy(
  { id, etag = '', data, again = false }: UndoItem,
  { calendar_id, send_updates }: ChangeAction,
  call: CalendarBulkCall
) {
  if (!Check(Stored, data)) throw notPossible(`The content of the event ${id} is unknown, so it cannot be restored.`)
  if (data.problem !== undefined) throw notPossible(`The event ${id} cannot be restored: ${data.problem}.`)
  if (await currentEvent(calendar_id, id, call)) return { outcome: 'skipped' } as const // someone restored it from the trash
  const copy = createHash('sha256').update(`${id} ${etag}`).digest('hex')
  const json = { ...data.event, id: copy }
  const request = {
    path: eventsPath(calendar_id),
    method: 'POST',
    query: { sendUpdates: sendUpdatesParameter(send_updates) },
    json
  } as const
  const created = await call.client.send(request, call).then(() => true, falseIfIdTaken)
  if (!created && !(await currentEvent(calendar_id, copy, call)))
    throw versionConflict(`Undo already created a copy of the event ${id}, and the copy was deleted since.`)
  return { outcome: created || again ? 'succeeded' : 'skipped', data: { event_id: copy, ...(data.lost && { lost: data.lost }) } } as const
}
