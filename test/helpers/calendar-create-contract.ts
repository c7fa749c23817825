import createEvents from '../../src/tools/calendar/bulk/create-events.ts'
import type { AdapterContract } from '../jobs/adapter-contract.ts'
import { classify, NAMED, opener, UNKNOWN_CALENDARS } from './calendar-bulk.ts'

const hour = (day: number) => ({ start: `2026-04-0${day}T10:00:00Z`, end: `2026-04-0${day}T11:00:00Z` })
const TITLES = ['Number one', 'Number two', 'Number three']
const itemOf = (body: unknown): string => `event-${TITLES.indexOf(Object(body).summary) + 1}`
const NO_SYSTEM = 'the new resources are in the input, so no request is sent'

/** create_events: its items are in its input. */
export const CREATES: AdapterContract = {
  adapter: createEvents,
  classify: request =>
    request.method === 'POST' && request.path !== '/token' ? { kind: 'write', ids: [itemOf(request.body)] } : classify(request),
  open: opener({
    named: id => TITLES[Number(id.slice('event-'.length)) - 1] ?? '',
    changed: (event, state) => void Object.assign(event, { location: 'Elsewhere', version: state.nextVersion() })
  }),
  good: {
    calendar: 'Playground',
    events: [
      { ...hour(1), summary: TITLES[0] },
      { ...hour(2), summary: TITLES[1], attendees: [{ email: 'bo@example.com' }] },
      { start: '2026-04-03', end: '2026-04-04', summary: TITLES[2] }
    ],
    send_updates: 'none'
  },
  nothing: { calendar: 'Family', events: [{ ...hour(4), summary: 'Another' }], send_updates: 'all' },
  names: [NAMED],
  refused: [
    { input: { calendar: 'Playground', events: [{ ...hour(1), end: '2026-04-01T09:00:00Z' }] }, path: 'events[0].end' },
    { input: { calendar: 'Playground', events: [{ ...hour(1), description: 'é'.repeat(1_200) }] }, path: 'events[0]' },
    // With the ID that the job stores, one byte over 2,048.
    { input: { calendar: 'Playground', events: [{ ...hour(1), description: `${'é'.repeat(950)}x` }] }, path: 'events[0]' },
    { input: { calendar: 'Playground', events: [{ ...hour(1), attendees: [{ email: 'bo@example.com' }] }] }, path: 'send_updates' }
  ],
  unknown_names: UNKNOWN_CALENDARS.map(({ input: { calendar }, path, suggestions }) => ({
    input: { calendar, events: [hour(1)] },
    path,
    suggestions
  })),
  without: {
    'nextBatch ends with a missing next, and returns nothing if nothing matches': 'a job of no events is refused',
    "count throws the system's error if it fails": NO_SYSTEM,
    'a failed count is reported on the job': NO_SYSTEM,
    'nextBatch never fetches all items at once': NO_SYSTEM,
    'undo returns one result for each item, even if one fails': 'the fault is set by the IDs of items, and the events have other IDs',
    'executeBatch a second time reports finished items as skipped':
      'only this job can have created an event with this ID, so it is reported as succeeded and undo deletes it'
  }
}
