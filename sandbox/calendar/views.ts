import { type Calendar, type Event, etagOf, type State } from './state/model.ts'
import { toApiTime } from './state/time.ts'

const EVENT_URL = 'https://www.google.com/calendar/event?eid='

/** Returns an event in the form of Google's API, with times in the given zone. */
export function eventView(state: State, calendar: Calendar, event: Event, zone = calendar.timeZone): Record<string, unknown> {
  const { order: _order, version, start, end, originalStart, created, updated, organizer, creator, attendees, ...rest } = event
  const base = { kind: 'calendar#event', etag: etagOf(version), id: event.id, status: event.status }
  const original = originalStart && { originalStartTime: toApiTime(originalStart, zone) }
  if (event.status === 'cancelled' && event.recurringEventId !== undefined)
    return { ...base, recurringEventId: event.recurringEventId, ...original }
  return {
    ...base,
    htmlLink: EVENT_URL + Buffer.from(`${event.id} ${calendar.id}`).toString('base64url'),
    created: new Date(created).toISOString(),
    updated: new Date(updated).toISOString(),
    ...rest,
    creator: { ...creator, ...(creator.email === state.account && { self: true }) },
    organizer: { ...organizer, ...(organizer.email === calendar.id && { self: true }) },
    start: toApiTime(start, zone),
    end: toApiTime(end, zone),
    ...original,
    iCalUID: `${event.recurringEventId ?? event.id}@google.com`,
    ...(attendees && attendees.length > 0 && { attendees: attendees.map(guest => ({ responseStatus: 'needsAction', ...guest })) }),
    reminders: event.reminders ?? { useDefault: true }
  }
}

export const calendarView = (calendar: Calendar): Record<string, unknown> => {
  const { events: _events, access: _access, ...rest } = calendar
  return {
    kind: 'calendar#calendarListEntry',
    etag: etagOf(0),
    ...rest,
    backgroundColor: '#9a9cff',
    foregroundColor: '#000000',
    selected: true,
    defaultReminders: calendar.accessRole === 'owner' ? [{ method: 'popup', minutes: 10 }] : []
  }
}
