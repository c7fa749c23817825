import t from 'tap'
import createEvents from '../../../../src/tools/calendar/bulk/create-events.ts'
import { adapterContract } from '../../../bulk/adapter-contract.ts'
import { about, NAMED, opener, UNKNOWN_CALENDARS } from '../../../helpers/calendar-bulk.ts'

const hour = (day: number) => ({ start: `2026-04-0${day}T10:00:00Z`, end: `2026-04-0${day}T11:00:00Z` })
const TITLES = ['Number one', 'Number two', 'Number three']
const itemOf = (body: unknown): string => `event-${TITLES.indexOf(Object(body).summary) + 1}`
const NO_SYSTEM = 'what is to be made is in the parameters: the system is not asked'

t.test('create_events', async t =>
  adapterContract(t, {
    adapter: createEvents,
    about: request =>
      request.method === 'POST' && request.path !== '/token' ? { kind: 'write', ids: [itemOf(request.body)] } : about(request),
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
      // With the id that the job keeps beside it, one byte over 2,048.
      { input: { calendar: 'Playground', events: [{ ...hour(1), description: `${'é'.repeat(950)}x` }] }, path: 'events[0]' },
      { input: { calendar: 'Playground', events: [{ ...hour(1), attendees: [{ email: 'bo@example.com' }] }] }, path: 'send_updates' }
    ],
    unknown_names: UNKNOWN_CALENDARS.map(({ input: { calendar }, path, suggestions }) => ({
      input: { calendar, events: [hour(1)] },
      path,
      suggestions
    })),
    without: {
      'nextBatch ends by a missing next, and answers nothing where there is nothing': 'a job of no events is refused',
      'count throws what the system says when it fails': NO_SYSTEM,
      'a count that fails is told on the job': NO_SYSTEM,
      'nextBatch never fetches all items at once': NO_SYSTEM,
      'undo answers one result for each item, also where one fails':
        'the ids of the events are not those of the items, which the fault knows',
      'executeBatch a second time reports what is done as skipped':
        'an event of such an id can only be made by this job: it is told as succeeded, so that undo takes it back'
    }
  })
)
