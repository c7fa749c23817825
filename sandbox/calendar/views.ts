import { type Calendar, type Event, etagOf, type State } from './state/model.ts'
import { rendered } from './state/time.ts'

const HOUSE = 'https://www.google.com/calendar/event?eid='

/** An event as Google shows it, its times with the offset of the zone. */
export function eventView(state: State, calendar: Calendar, event: Event, zone = calendar.timeZone): Record<string, unknown> {
  const { order: _order, version, start, end, originalStart, created, updated, organizer, creator, attendees, ...rest } = event
  const base = { kind: 'calendar#event', etag: etagOf(version), id: event.id, status: event.status }
  const original = originalStart && { originalStartTime: rendered(originalStart, zone) }
  if (event.status === 'cancelled' && event.recurringEventId !== undefined)
    return { ...base, recurringEventId: event.recurringEventId, ...original }
  return {
    ...base,
    htmlLink: HOUSE + Buffer.from(`${event.id} ${calendar.id}`).toString('base64url'),
    created: new Date(created).toISOString(),
    updated: new Date(updated).toISOString(),
    ...rest,
    creator: { ...creator, ...(creator.email === state.account && { self: true }) },
    organizer: { ...organizer, ...(organizer.email === calendar.id && { self: true }) },
    start: rendered(start, zone),
    end: rendered(end, zone),
    ...original,
    iCalUID: `${event.recurringEventId ?? event.id}@google.com`,
    ...(attendees && attendees.length > 0 && { attendees: attendees.map(guest => ({ responseStatus: 'needsAction', ...guest })) }),
    reminders: event.reminders ?? { useDefault: true }
  }
}

export const calendarView = (calendar: Calendar): Record<string, unknown> => {
  const { events: _events, ...rest } = calendar
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
