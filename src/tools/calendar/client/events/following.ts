import { createHash } from 'node:crypto'
import { OperationError } from '../../../../contract/errors.ts'
import { invalidField } from '../../../../lib/invalid-field.ts'
import { type ApiEvent, type ApiTime, eventPath, eventsPath, readInstanceTimes, writtenEvent } from '../api.ts'
import type { CalendarCall } from '../call.ts'
import type { GoogleCalendar } from '../connection.ts'
import { instantOf, isSameTime, toApiTime, toPatchTime } from '../event-time.ts'
import { WITH_FILES, WITH_MEETING } from './content.ts'
import { toFullEvent } from './mappers.ts'
import { shiftRecurrence } from './shift-recurrence.ts'
import { type Change, listsOf, patchEvent, patchOf, updateEvent } from './update.ts'
import { type Deletion, deleteById, falseIfIdTaken, getEvent, type SendUpdates, sendUpdatesParameter } from './write.ts'

/** A series, and the instance at which it is split. */
interface Split {
  calendar_id: string
  series: ApiEvent
  /** Start of the instance by the rule. */
  at: ApiTime
}

/** Reads the series of an instance. Throws invalid_field_value if the ID is not one of an instance. */
async function splitAt(
  client: GoogleCalendar,
  { calendar, event_id }: { calendar: string; event_id: string },
  call: CalendarCall
): Promise<Split> {
  const calendar_id = await client.calendars.id(calendar, 'calendar', call)
  const { recurringEventId, originalStartTime } = await getEvent(client, calendar_id, event_id, call)
  if (recurringEventId === undefined || originalStartTime === undefined)
    throw invalidField(
      'event_id',
      'is not the ID of an instance of a series, which following needs',
      'an ID that calendar_list_instances returns'
    )
  return { calendar_id, series: await getEvent(client, calendar_id, recurringEventId, call), at: originalStartTime }
}

/** Deletes an instance and all later ones: the series ends before it. If it is the first one, the whole series is deleted. */
export async function deleteFollowing(client: GoogleCalendar, { send_updates, ...input }: Deletion, call: CalendarCall) {
  const split = await splitAt(client, input, call)
  const { calendar_id, series, at } = split
  if (isSameTime(at, series.start)) return await deleteById(client, { calendar_id, id: series.id, send_updates, etag: series.etag }, call)
  await endBefore(client, split, rulesBefore(split), send_updates, call)
  return { calendar_id, id: input.event_id, deleted: true, already_gone: false }
}

/**
 * Updates an instance and all later ones: they become a new series, and the old one ends before them. The new series gets an ID that is derived from the
 * instance, so that a repeated call creates no second one. If it is the first instance, the series itself is updated.
 */
export async function updateFollowing(client: GoogleCalendar, change: Change, call: CalendarCall) {
  const split = await splitAt(client, change, call)
  const { calendar_id, series, at } = split
  if (isSameTime(at, series.start)) return await updateEvent(client, { ...withShiftedDates(series, change), event_id: series.id }, call)
  const id = createHash('sha256')
    .update(`${series.id} ${at.dateTime ?? at.date}`)
    .digest('hex')
  if (endsBefore(split)) return await updateEarlierSplit(client, id, split, change, call)
  const rules = rulesBefore(split)
  const created = await createSeries(
    client,
    { calendar_id, id, send_updates: change.send_updates },
    await contentOf(client, split, change, call),
    call
  )
  try {
    await endBefore(client, split, rules, change.send_updates, call)
  } catch (error) {
    if (!(error instanceof OperationError) || error.details.outcome === 'unknown') throw error
    if (created.existed) throw bothExist(error, id, split)
    const undone = deleteById(client, { calendar_id, id, send_updates: 'none', etag: undefined }, call)
    await undone.catch(() => {
      throw bothExist(error, id, split)
    })
    throw error
  }
  return toFullEvent(calendar_id, created.event)
}

/** Updates the new series of an earlier call, which ended the old one but whose response was lost. */
async function updateEarlierSplit(client: GoogleCalendar, id: string, { calendar_id, series }: Split, change: Change, call: CalendarCall) {
  const later = await getEvent(client, calendar_id, id, call).catch(undefinedIfMissing)
  if (!later || later.status === 'cancelled')
    throw invalidField(
      'event_id',
      `is no longer in the series ${series.id}, which ends before it`,
      'an ID that calendar_list_instances returns'
    )
  return await updateEvent(client, { ...withShiftedDates(later, change), event_id: id }, call)
}

/** Moves the dates of a whole series with its new start. The rule may not have changed since it was read. */
function withShiftedDates({ start, recurrence = [], etag }: ApiEvent, change: Change): Change {
  if (!start || change.start === undefined || change.recurrence !== undefined) return change
  const shifted = shiftRecurrence(recurrence, start, toApiTime(change.start, change.time_zone))
  return shifted.join('\n') === recurrence.join('\n') ? change : { ...change, recurrence: shifted, ...(etag !== undefined && { etag }) }
}

/** For `.catch()`: returns undefined if there is no such event; throws any other error. */
function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof OperationError && error.reason === 'upstream_not_found') return
  throw error
}

/** Creates the new series. If an earlier call created it, that one gets the content; Google also keeps the IDs of deleted events. */
async function createSeries(
  client: GoogleCalendar,
  { calendar_id, id, send_updates }: { calendar_id: string; id: string; send_updates: SendUpdates },
  content: Partial<ApiEvent>,
  call: CalendarCall
): Promise<{ event: ApiEvent; existed: boolean }> {
  const query = { ...WITH_MEETING, ...WITH_FILES }
  const request = {
    path: eventsPath(calendar_id),
    method: 'POST',
    query: { sendUpdates: sendUpdatesParameter(send_updates), ...query },
    json: { ...content, id }
  } as const
  const body = await client.send(request, call).catch(falseIfIdTaken)
  if (body !== false) return { event: writtenEvent(body), existed: false }
  const { etag, status } = await getEvent(client, calendar_id, id, call)
  const { start, end } = content
  const json = {
    ...Object.fromEntries([...COPIED, 'attendees'].map(name => [name, null])),
    reminders: { useDefault: true },
    ...content,
    ...(start && { start: toPatchTime(start) }),
    ...(end && { end: toPatchTime(end) }),
    // Restores it if it was deleted.
    status: 'confirmed'
  }
  return { event: await patchEvent(client, { calendar_id, id, json, etag, send_updates, query }, call), existed: status !== 'cancelled' }
}

/** The error if the old series could not be ended, and the new one could not be deleted or was there before the call. */
const bothExist = (error: OperationError, id: string, { series }: Split): OperationError =>
  new OperationError(
    error.reason,
    `Both series exist: the new one, ${id}, has the change, but the old one, ${series.id}, does not end before it. ${error.message}`,
    { ...error.details, outcome: 'executed', suggestions: [`Call again with the same input, or delete the event ${id}.`] },
    { cause: error }
  )

const endBefore = async (
  client: GoogleCalendar,
  { calendar_id, series }: Split,
  recurrence: string[],
  send_updates: SendUpdates,
  call: CalendarCall
) => await patchEvent(client, { calendar_id, id: series.id, json: { recurrence }, etag: series.etag, send_updates }, call)

/** Returns the rules of a series that ends before an instance. */
function rulesBefore(split: Split): string[] {
  const until = untilBefore(split.at)
  const rules = (split.series.recurrence ?? []).map(line =>
    /^(RRULE|EXRULE)[:;]/.test(line) ? `${withoutEnd(line)};UNTIL=${until}` : line
  )
  return withDates(rules, split, isBefore => isBefore)
}

/** Whether the series already ends before the instance. */
function endsBefore(split: Split): boolean {
  const { series, at } = split
  const { recurrence = [] } = series
  const limit = untilBefore(at)
  const isOver = (line: string): boolean => {
    const [, until] = /[:;]UNTIL=(\w+)/.exec(line) ?? []
    if (until === undefined) return false
    return until.length === limit.length ? until <= limit : until.slice(0, 8) < limit.slice(0, 8)
  }
  const rules = recurrence.filter(line => /^RRULE[:;]/.test(line))
  return recurrence.length > 0 && rules.every(isOver) && datesIn(split, 'RDATE').every(({ isBefore }) => isBefore)
}

/** A date of an RDATE or EXDATE line, and whether it is before the instance. */
interface ListedDate {
  text: string
  isBefore: boolean
}

const datesIn = (split: Split, name: 'RDATE' | 'EXDATE'): ListedDate[] =>
  (split.series.recurrence ?? []).filter(line => line.startsWith(name)).flatMap(line => datesOf(line, split))

function datesOf(line: string, { series, at }: Split): ListedDate[] {
  const zone = /;TZID=([^:;]+)/.exec(line)?.[1] ?? series.start?.timeZone ?? at.timeZone
  return line
    .slice(line.indexOf(':') + 1)
    .split(',')
    .map(text => ({ text, isBefore: isDateBefore(text, zone, at) }))
}

/** Reads a date such as 20260601 or 20260601T080000Z, or the start of a period. */
function isDateBefore(text: string, zone: string | undefined, at: ApiTime): boolean {
  const [, year, month, day, time] = /^(\d{4})(\d{2})(\d{2})(T\d{6}Z?)?/.exec(text) ?? []
  const date = `${year}-${month}-${day}`
  if (at.date !== undefined) return date < at.date
  const clock = time?.replace(/^T(..)(..)(..)/, 'T$1:$2:$3') ?? ''
  return Temporal.Instant.compare(instantOf(`${date}${clock}`, zone), instantOf(at.dateTime ?? '', at.timeZone)) < 0
}

/** Returns the lines with only those additional dates that are to be kept. */
function withDates(recurrence: readonly string[], split: Split, keep: (isBefore: boolean) => boolean): string[] {
  return recurrence.flatMap(line => {
    if (!line.startsWith('RDATE')) return line
    const kept = datesOf(line, split).filter(({ isBefore }) => keep(isBefore))
    return kept.length > 0 ? `${line.slice(0, line.indexOf(':'))}:${kept.map(({ text }) => text).join(',')}` : []
  })
}

const withoutEnd = (line: string): string => line.replace(/;(UNTIL|COUNT)=[^;]*/g, '').replace(/^(\w+:)(?:UNTIL|COUNT)=[^;]*;/, '$1')

/** Returns the last second, or the last day, before an instance. RFC 5545 requires a date for all-day events, and UTC for others. */
function untilBefore({ date, dateTime = '', timeZone }: ApiTime): string {
  if (date !== undefined) return Temporal.PlainDate.from(date).subtract({ days: 1 }).toString().replaceAll('-', '')
  return instantOf(dateTime, timeZone).subtract({ seconds: 1 }).toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')
}

/** What a copy of an event keeps. Google sets everything else. */
const COPIED = [
  ...([
    'summary',
    'description',
    'location',
    'transparency',
    'visibility',
    'colorId',
    'reminders',
    'attachments',
    'conferenceData'
  ] as const),
  ...(['guestsCanModify', 'guestsCanInviteOthers', 'guestsCanSeeOtherGuests', 'extendedProperties'] as const)
]

/** Returns the body of the new series: that of the old one with the change, beginning at the instance. */
async function contentOf(client: GoogleCalendar, split: Split, change: Change, call: CalendarCall): Promise<Partial<ApiEvent>> {
  const { series, at } = split
  const attendees = series.attendees?.map(({ email, displayName, optional, resource }) => ({ email, displayName, optional, resource }))
  if (attendees && attendees.length > 0) call.warn('The guests of the new series have to respond again')
  const before: ApiEvent = { ...series, ...(attendees && { attendees: JSON.parse(JSON.stringify(attendees)) }) }
  const kept = Object.fromEntries(COPIED.map(name => [name, series[name]]))
  const { start, end, ...patch } = change
  const ruled = timesAt(series, at)
  const zone = change.time_zone ?? ruled.start.timeZone
  const times = {
    start: start === undefined ? ruled.start : toApiTime(start, zone),
    end: end === undefined ? ruled.end : toApiTime(end, zone)
  }
  const merged = {
    ...kept,
    ...(before.attendees && { attendees: before.attendees }),
    ...times,
    recurrence: shiftRecurrence(await rulesFrom(client, split, call), ruled.start, times.start),
    ...patchOf(patch),
    ...listsOf(before, change, call)
  }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined && value !== null))
}

/** Returns start and end of the instance by the rule. */
function timesAt({ start = {}, end = {} }: ApiEvent, at: ApiTime): { start: ApiTime; end: ApiTime } {
  if (at.date !== undefined) {
    const days = Temporal.PlainDate.from(start.date ?? at.date).until(Temporal.PlainDate.from(end.date ?? at.date))
    return { start: { date: at.date }, end: { date: Temporal.PlainDate.from(at.date).add(days).toString() } }
  }
  const zone = start.timeZone ?? at.timeZone ?? 'UTC'
  const from = instantOf(at.dateTime ?? '', zone)
  const length = instantOf(start.dateTime ?? '', zone).until(instantOf(end.dateTime ?? '', end.timeZone ?? zone))
  const format = (instant: Temporal.Instant) => ({
    dateTime: instant.toZonedDateTimeISO(zone).toString({ timeZoneName: 'never', smallestUnit: 'second' }),
    timeZone: zone
  })
  return { start: format(from), end: format(from.add(length)) }
}

/** Maximum page size of Google. */
const MAX_INSTANCES = 2500

/**
 * Returns the rules of the new series. A number of instances is reduced by those before it: excluded days count, too, additional dates do
 * not. Additional dates before it stay with the old series.
 */
async function rulesFrom(client: GoogleCalendar, split: Split, call: CalendarCall): Promise<string[]> {
  const { calendar_id, series, at } = split
  const recurrence = withDates(series.recurrence ?? [], split, isBefore => !isBefore)
  if (!recurrence.some(line => /[:;]COUNT=/.test(line))) return recurrence
  const query = {
    showDeleted: true,
    maxResults: MAX_INSTANCES,
    timeMax: instantOf(at.dateTime ?? at.date ?? '', at.timeZone).toString({ smallestUnit: 'second' }),
    fields: 'items(originalStartTime)'
  }
  const { items = [] } = readInstanceTimes(await client.send({ path: `${eventPath(calendar_id, series.id)}/instances`, query }, call))
  const earlier = (name: 'RDATE' | 'EXDATE'): number => datesIn(split, name).filter(({ isBefore }) => isBefore).length
  const before = items.length + earlier('EXDATE') - earlier('RDATE')
  return recurrence.map(line => line.replace(/COUNT=(\d+)/, (_, count: string) => `COUNT=${Math.max(1, Number(count) - before)}`))
}
