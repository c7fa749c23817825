import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { UndoItem } from '../../../../contract/bulk.ts'
import { type BulkItem, type Json, willBeSkipped, willFail } from '../../../../contract/bulk.ts'
import { foundDone } from '../../../../contract/bulk-outcomes.ts'
import { forEachItem, lookUpEach } from '../../../../contract/each-item.ts'
import { isSameText } from '../../../../lib/format.ts'
import type { ApiAttendee, ApiEvent, ApiTime } from '../api.ts'
import type { CalendarBulkCall } from '../connection.ts'
import { isSameTime, toPatchTime } from '../event-time.ts'
import { isGuest } from '../events/content.ts'
import { isChanged, patchEvent } from '../events/update.ts'
import type { SendUpdates } from '../events/write.ts'
import { currentEvent, eventNotFound, notPossible, skippedAsChanged, versionConflict } from './current-event.ts'
import {
  countEvents,
  type DescribeEvent,
  digestOf,
  type EventDescription,
  type EventQuery,
  isStorable,
  namedEvents,
  nextEvents
} from './select.ts'

const Image = Type.Record(Type.String(), Type.Unknown())

/**
 * The change of one event in the form of Google's API, with null for missing properties. It is computed when the event is listed and does not change
 * after that, so that applying it twice is the same as applying it once.
 */
const Plan = Type.Object({ before: Image, after: Image, digest: Type.String() })
type Plan = Static<typeof Plan>

const Problem = Type.Object({ problem: Type.String() })

/** Properties of an event in the form of Google's API. */
export type Properties = { [name: string]: Json | undefined }

/** Returns the new properties of an event, or a sentence that states why it cannot be changed. */
export type Change = (event: ApiEvent) => Properties | string | Promise<Properties | string>

export type ChangeAction = { calendar_id: string; send_updates: SendUpdates }

/** The part of a bulk adapter that lists events. Google throttles concurrent writes to one calendar, so they run one at a time. */
export const EVENT_LISTING = { max_batch: 1, concurrency: 1, page_size: 100, count: countEvents } as const

/** The part of a bulk adapter that lists events and stores the plan of each. `changeOf` creates the change from the query. */
export function planListing<Query extends EventQuery>(changeOf: (query: Query, call: CalendarBulkCall) => Change) {
  const describe =
    (query: Query, call: CalendarBulkCall): DescribeEvent =>
    async event => {
      const plan = await planOf(event, changeOf(query, call))
      return { data: plan, ...expectedOutcome(event, plan) }
    }
  return {
    nextBatch: (query: Query, at: Parameters<typeof nextEvents>[1], call: CalendarBulkCall) =>
      nextEvents(query, at, call, describe(query, call)),
    lookUp: (ids: string[], query: Query, call: CalendarBulkCall) => namedEvents(ids, query, call, describe(query, call))
  }
}

const TOO_LARGE = 'Its current and new values exceed the 2 KB that a job stores per event: use update_event'

/** Only the organizer can change what all guests share, unless the event allows it. */
function expectedOutcome({ organizer, guestsCanModify, locked }: ApiEvent, plan: Json): Pick<EventDescription, 'foreseen'> {
  if (Check(Problem, plan)) return willFail(lowerFirst(plan.problem))
  if (Check(Plan, plan) && isSame(plan.before, plan.after)) return willBeSkipped('the event is already as requested')
  if (locked === true) return willFail('the event is locked')
  if (organizer !== undefined && organizer.self !== true && guestsCanModify !== true) return willFail(NOT_ORGANIZER)
  return {}
}

const NOT_ORGANIZER = 'only its organizer can change it, and that is not this calendar'

const lowerFirst = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`

async function planOf(event: ApiEvent, change: Change): Promise<Json> {
  const after = await change(event)
  if (typeof after === 'string') return { problem: after }
  const plan = { before: imageOf(event, Object.keys(after)), after, digest: digestOf(event) }
  return isStorable(plan) ? plan : { problem: TOO_LARGE }
}

const imageOf = (event: ApiEvent, names: string[]): Properties => {
  const known = new Map<string, Json>(Object.entries(JSON.parse(JSON.stringify(event))))
  return Object.fromEntries(names.map(name => [name, known.get(name) ?? null]))
}

/** The part of a bulk adapter that applies the plans, each with one request that is restricted to the listed version of the event. */
export const eventChangeAdapter = {
  idempotent: true,
  keeps_data: true,
  ...EVENT_LISTING,
  executeBatch: (items: BulkItem[], action: ChangeAction, call: CalendarBulkCall) =>
    forEachItem(items, call, item => change(item, action, call)),
  keeps_before: ({ data }: BulkItem) => neverSends(data),
  reconcile: (items: BulkItem[], { calendar_id }: ChangeAction, call: CalendarBulkCall) =>
    lookUpEach(items, call, async ({ id, data }) => {
      if (neverSends(data)) return { outcome: 'not_attempted' }
      const event = await currentEvent(calendar_id, id, call)
      if (!event || !Check(Plan, data)) return { outcome: 'unknown' }
      return { outcome: hasProperties(event, data.after) ? 'succeeded' : 'not_attempted' }
    }),
  undo: {
    idempotent: true,
    cost_units: 2,
    executeBatch: (items: UndoItem[], action: ChangeAction, call: CalendarBulkCall) =>
      forEachItem(items, call, item => restore(item, action, call))
  }
}

/** Whether the event was not found, cannot be changed, or needed no change when it was listed: then no request is sent. */
const neverSends = (data: Json | undefined): boolean => !Check(Plan, data) || isSame(data.before, data.after)

const patch = (id: string, properties: object, etag: string | undefined, action: ChangeAction, call: CalendarBulkCall): Promise<ApiEvent> =>
  patchEvent(call.client, { ...action, id, json: patchOf(properties), etag }, call)

async function change({ id, etag, data, again }: BulkItem, action: ChangeAction, call: CalendarBulkCall) {
  if (Check(Problem, data)) throw notPossible(data.problem)
  if (!Check(Plan, data)) throw eventNotFound(id)
  const { before, after } = data
  if (isSame(before, after)) return { outcome: 'skipped' } as const
  try {
    await patch(id, after, etag, action, call)
    return { outcome: 'succeeded' } as const
  } catch (error) {
    if (!isChanged(error)) throw error
    return await changeNewerVersion(id, data, again === true, action, call)
  }
}

/** Handles an event that is no longer the listed version: an earlier attempt or another user changed it, or its series changed. */
async function changeNewerVersion(id: string, { after, digest }: Plan, again: boolean, action: ChangeAction, call: CalendarBulkCall) {
  const event = await currentEvent(action.calendar_id, id, call)
  if (!event) throw eventNotFound(id)
  if (hasProperties(event, after)) return foundDone({ again }, {}) // it differed when it was listed
  if (event.recurringEventId === undefined || digestOf(event) !== digest) return skippedAsChanged(id)
  await patch(id, after, event.etag, action, call)
  return { outcome: 'succeeded' } as const
}

async function restore(item: UndoItem, action: ChangeAction, call: CalendarBulkCall) {
  const { id, data } = item
  if (!Check(Plan, data)) throw versionConflict(`The previous values of the event ${id} are unknown, so undo did not change it.`)
  const event = await currentEvent(action.calendar_id, id, call)
  if (!event) throw eventNotFound(id)
  if (hasProperties(event, data.before)) return foundDone(item, {})
  if (!hasProperties(event, data.after))
    throw versionConflict(`The event ${id} was changed by another user after the job changed it, so undo did not change it.`)
  await patch(id, { ...data.before, ...restoredGuests(event, data) }, event.etag, action, call)
  return { outcome: 'succeeded' } as const
}

/** Returns the guest list for undo: without the guests that the job added and with those that it removed. All others stay, with their current responses. */
function restoredGuests({ attendees = [] }: ApiEvent, { before, after }: Plan): { attendees?: ApiAttendee[] | null } {
  if (!('attendees' in after)) return {}
  const [guestsBefore, guestsAfter] = [guestList(before['attendees']), guestList(after['attendees'])]
  const remaining = attendees.filter(({ email = '' }) => isGuest(guestsBefore, email) || !isGuest(guestsAfter, email))
  const restored = guestsBefore.filter(({ email = '' }) => !isGuest(guestsAfter, email) && !isGuest(remaining, email))
  const guests = [...remaining, ...restored]
  return { attendees: guests.length > 0 ? guests : null }
}

const isTime = (name: string): boolean => name === 'start' || name === 'end'

const toTime = (value: unknown): ApiTime => Object(value)

/** A PATCH merges, so of date and time the one that does not apply must be null. */
const patchOf = (properties: object): object =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, isTime(name) ? toPatchTime(toTime(value)) : value]))

const hasProperties = (event: ApiEvent, wanted: object): boolean => isSame(imageOf(event, Object.keys(wanted)), wanted)

const isSame = (a: object, b: object): boolean => {
  const other = new Map(Object.entries(b))
  return Object.entries(a).every(([name, value]) => isSameValue(name, value, other.get(name)))
}

function isSameValue(name: string, a: unknown, b: unknown): boolean {
  if (isTime(name)) return isSameTime(toTime(a), toTime(b))
  if (name === 'attendees') return guestAddresses(a) === guestAddresses(b)
  // Google may normalize line endings and surrounding whitespace.
  if (typeof a === 'string' && typeof b === 'string') return isSameText(a, b)
  return JSON.stringify(a ?? DEFAULTS.get(name) ?? null) === JSON.stringify(b ?? DEFAULTS.get(name) ?? null)
}

/** Default values, which Google omits. */
const DEFAULTS = new Map([
  ['transparency', 'opaque'],
  ['visibility', 'default']
])

/** Returns the addresses of the guests, regardless of their responses. */
const guestAddresses = (value: unknown): string =>
  guestList(value)
    .map(({ email = '' }) => email.toLowerCase())
    .toSorted()
    .join()

const guestList = (value: unknown): ApiAttendee[] => (Array.isArray(value) ? value : [])
