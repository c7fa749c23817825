import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { BulkItem, Json } from '../../../contract/bulk.ts'
import type { UndoItem } from '../../../contract/bulk-afterwards.ts'
import { isSameText } from '../../../lib/format.ts'
import type { ApiAttendee, ApiEvent, ApiWhen } from './api.ts'
import { conflict, each, impossible, leftAlone, look, missing, standing } from './bulk-each.ts'
import { countEvents, type DataOf, digestOf, type EventQuery, isKeepable, namedEvents, nextEvents } from './bulk-select.ts'
import type { BulkTurn } from './connection.ts'
import { isGuest } from './content.ts'
import { isChanged, patchEvent } from './update.ts'
import { isSameWhen, patchedWhen } from './when.ts'
import type { SendUpdates } from './write.ts'

const Image = Type.Record(Type.String(), Type.Unknown())

/** What is to become of an event, computed when it was listed: whatever happens later, it is the same. In Google's words; null for what is not there. */
const Plan = Type.Object({ before: Image, after: Image, digest: Type.String() })
type Plan = Static<typeof Plan>

const Problem = Type.Object({ problem: Type.String() })

/** Properties of an event, in Google's words. */
export type Properties = { [name: string]: Json | undefined }

/** What it shall be, or a sentence that says why that cannot be. */
export type Change = (event: ApiEvent) => Properties | string | Promise<Properties | string>

export type ChangeAction = { calendar_id: string; send_updates: SendUpdates }

/** Requests to one calendar go one after another; a page of named events is read within the time of a call. */
export const ON_EVENTS = { max_batch: 1, concurrency: 1, page_size: 100, count: countEvents } as const

/** How an action that changes events finds them, and keeps what is to become of each. `changeOf` reads the query. */
export function planning<Query extends EventQuery>(changeOf: (query: Query, call: BulkTurn) => Change) {
  const dataOf =
    (query: Query, call: BulkTurn): DataOf =>
    event =>
      planOf(event, changeOf(query, call))
  return {
    nextBatch: (query: Query, at: Parameters<typeof nextEvents>[1], call: BulkTurn) => nextEvents(query, at, call, dataOf(query, call)),
    lookUp: (ids: string[], query: Query, call: BulkTurn) => namedEvents(ids, query, call, dataOf(query, call))
  }
}

const TOO_LARGE = 'What it is now and what it shall be do not fit together into the 2 KB that a job keeps of an event: use update_event'

async function planOf(event: ApiEvent, change: Change): Promise<Json> {
  const after = await change(event)
  if (typeof after === 'string') return { problem: after }
  const plan = { before: imageOf(event, Object.keys(after)), after, digest: digestOf(event) }
  return isKeepable(plan) ? plan : { problem: TOO_LARGE }
}

const imageOf = (event: ApiEvent, names: string[]): Properties => {
  const known = new Map<string, Json>(Object.entries(JSON.parse(JSON.stringify(event))))
  return Object.fromEntries(names.map(name => [name, known.get(name) ?? null]))
}

/** The parts of an action that makes the planned changes, each by one request that holds only for the event as it was listed. */
export const changing = {
  idempotent: true,
  keeps_data: true,
  ...ON_EVENTS,
  executeBatch: (items: BulkItem[], action: ChangeAction, call: BulkTurn) => each(items, call, item => change(item, action, call)),
  reconcile: (items: BulkItem[], { calendar_id }: ChangeAction, call: BulkTurn) =>
    look(items, call, async ({ id, data }) => {
      const event = await standing(calendar_id, id, call)
      if (!event || !Check(Plan, data)) return { outcome: event ? 'not_attempted' : 'unknown' }
      return { outcome: fits(event, data.after) ? 'succeeded' : 'not_attempted' }
    }),
  undo: {
    idempotent: true,
    cost_units: 2,
    executeBatch: (items: UndoItem[], action: ChangeAction, call: BulkTurn) => each(items, call, item => restore(item, action, call))
  }
}

const patch = (id: string, properties: object, etag: string | undefined, action: ChangeAction, call: BulkTurn): Promise<ApiEvent> =>
  patchEvent(call.client, { ...action, id, json: patchOf(properties), etag }, call)

async function change({ id, etag, data, again }: BulkItem, action: ChangeAction, call: BulkTurn) {
  if (Check(Problem, data)) throw impossible(data.problem)
  if (!Check(Plan, data)) throw missing(id)
  const { before, after } = data
  if (isSame(before, after)) return { outcome: 'skipped' } as const
  try {
    await patch(id, after, etag, action, call)
    return { outcome: 'succeeded' } as const
  } catch (error) {
    if (!isChanged(error)) throw error
    return await changeAfterLook(id, data, again === true, action, call)
  }
}

/** It is another version than was listed: done by an attempt before, or changed by somebody, or its series was. */
async function changeAfterLook(id: string, { after, digest }: Plan, again: boolean, action: ChangeAction, call: BulkTurn) {
  const event = await standing(action.calendar_id, id, call)
  if (!event) throw missing(id)
  if (fits(event, after)) return { outcome: again ? 'succeeded' : 'skipped' } as const
  if (event.recurringEventId === undefined || digestOf(event) !== digest) return leftAlone(id)
  await patch(id, after, event.etag, action, call)
  return { outcome: 'succeeded' } as const
}

async function restore({ id, data }: UndoItem, action: ChangeAction, call: BulkTurn) {
  if (!Check(Plan, data)) throw conflict(`Nobody can say what the event ${id} was before; it was left alone.`)
  const event = await standing(action.calendar_id, id, call)
  if (!event) throw missing(id)
  if (fits(event, data.before)) return { outcome: 'skipped' } as const
  if (!fits(event, data.after)) throw conflict(`Somebody changed the event ${id} since; it was left alone.`)
  await patch(id, { ...data.before, ...guestsBefore(event, data) }, event.etag, action, call)
  return { outcome: 'succeeded' } as const
}

/** Who was added is taken off, and who was taken off comes back; all others stay as they are now, with what they answered since. */
function guestsBefore({ attendees = [] }: ApiEvent, { before, after }: Plan): { attendees?: ApiAttendee[] | null } {
  if (!('attendees' in after)) return {}
  const [were, came] = [guestList(before['attendees']), guestList(after['attendees'])]
  const staying = attendees.filter(({ email = '' }) => isGuest(were, email) || !isGuest(came, email))
  const guests = [...staying, ...were.filter(({ email = '' }) => !isGuest(came, email) && !isGuest(staying, email))]
  return { attendees: guests.length > 0 ? guests : null }
}

const isWhen = (name: string): boolean => name === 'start' || name === 'end'

const whenIn = (value: unknown): ApiWhen => Object(value)

/** A patch merges: of date and time, the other one is taken away. */
const patchOf = (properties: object): object =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, isWhen(name) ? patchedWhen(whenIn(value)) : value]))

const fits = (event: ApiEvent, wanted: object): boolean => isSame(imageOf(event, Object.keys(wanted)), wanted)

const isSame = (a: object, b: object): boolean => {
  const other = new Map(Object.entries(b))
  return Object.entries(a).every(([name, value]) => isSameValue(name, value, other.get(name)))
}

function isSameValue(name: string, a: unknown, b: unknown): boolean {
  if (isWhen(name)) return isSameWhen(whenIn(a), whenIn(b))
  if (name === 'attendees') return guestsIn(a) === guestsIn(b)
  // Google may give line ends and blanks at the ends back otherwise than it was given them.
  if (typeof a === 'string' && typeof b === 'string') return isSameText(a, b)
  return JSON.stringify(a ?? DEFAULTS.get(name) ?? null) === JSON.stringify(b ?? DEFAULTS.get(name) ?? null)
}

/** What Google leaves out. */
const DEFAULTS = new Map([
  ['transparency', 'opaque'],
  ['visibility', 'default']
])

/** Who is invited, whatever they answered. */
const guestsIn = (value: unknown): string =>
  guestList(value)
    .map(({ email = '' }) => email.toLowerCase())
    .toSorted()
    .join()

const guestList = (value: unknown): ApiAttendee[] => (Array.isArray(value) ? value : [])
