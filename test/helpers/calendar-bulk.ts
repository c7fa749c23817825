import type { Test } from 'tap'
import { calendarServer } from '../../sandbox/calendar/server.ts'
import type { Event, State } from '../../sandbox/calendar/state/model.ts'
import { seedState } from '../../sandbox/calendar/state/seed.ts'
import type { Received } from '../../sandbox/control/requests.ts'
import { CLIENT } from '../../sandbox/google/oauth.ts'
import type { BulkAdapter } from '../../src/contract/bulk.ts'
import { calendar } from '../../src/tools/calendar/tool.ts'
import type { AdapterContract, RequestKind, TestSystem } from '../jobs/adapter-contract.ts'
import { PLAYGROUND, refusal } from './calendar.ts'
import { type JobFixture, openJobFixture } from './job-fixture.ts'
import { clientOf, controlOf, type SandboxControl } from './sandbox-control.ts'

/** Three events of the Playground. */
export const LATER = { calendar: 'Playground', query: 'Later', recurring: 'skip', send_updates: 'none' }
/** Matches no event. */
export const NOTHING = { ...LATER, query: 'no event has this' }

export const NAMED = { name: 'Playground', id: PLAYGROUND }
/** Inputs that every action on events refuses. */
export const WRONG = [
  { input: { calendar: 'Playground', recurring: 'skip', send_updates: 'none' }, path: 'ids' },
  { input: { ...LATER, recurring: undefined }, path: 'recurring' },
  { input: { ...LATER, time_min: '2026-02-01' }, path: 'time_min' },
  { input: { ...LATER, send_updates: 'everybody' }, path: 'send_updates' }
]
export const UNKNOWN_CALENDARS = [
  { input: { ...LATER, calendar: 'Playgrond' }, path: 'calendar', suggestions: ['Playground'] },
  { input: { ...LATER, calendar: 'Projects' }, path: 'calendar', suggestions: ['projects-north', 'projects-south'] }
]

export const withAction = <Refused extends { input: object }>(refused: Refused[], action: Record<string, unknown>): Refused[] =>
  refused.map(({ input, ...rest }) => ({ input: { ...input, ...action }, ...rest }) as Refused)

interface Kit {
  /** Another user changes the property of the event that the action changes. */
  changed?: (event: Event, state: State) => void
  /** Returns the title of an event to create, by the ID of its item. */
  named?: (id: string) => string
}

/** Starts a sandbox server in its initial state, with a client. */
export const opener =
  ({ changed, named }: Kit = {}): AdapterContract['open'] =>
  async (t: Test): Promise<TestSystem> => {
    const state = seedState()
    const server = calendarServer(state, { limit: 1_000_000 })
    const url = await server.listen({ host: '127.0.0.1', port: 0 })
    t.teardown(() => server.close())
    const control = controlOf(url)
    const settings = { url, token_url: `${url}/token`, ...CLIENT, max_retries: 0 }
    const client = await clientOf(t, calendar, settings)
    const failWrites = async (id: string, response: Parameters<typeof control.failNext>[1]): Promise<void> => {
      for (const method of ['PATCH', 'DELETE', 'POST']) await control.failNext({ method, path: `/events/${id}` }, response, 9)
      if (named) await control.failNext({ method: 'POST', path: '/events\\?', body: named(id) }, response, 9)
    }
    return {
      client,
      requestLog: control,
      settings,
      grow: many => addEvents(state, many),
      http: { ...control, writes: '/events' },
      state: async () => seen(state),
      fail: {
        item: id => failWrites(id, refusal(400, 'invalid', 'Bad Request')),
        rate_limit: id => failWrites(id, refusal(403, 'rateLimitExceeded', 'Rate Limit Exceeded')),
        async credential(id) {
          await control.failNext({ path: '/token' }, { status: 400, body: { error: 'invalid_grant' } }, 9)
          await failWrites(id, refusal(401, 'authError', 'Invalid Credentials'))
        },
        lost: id => failWrites(id, { cut: true, after: true }),
        ...(changed && {
          async changed(id: string) {
            for (const { events } of state.calendars.values()) {
              const event = named ? [...events.values()].find(({ summary }) => summary === named(id)) : events.get(id)
              if (event && event.status !== 'cancelled') changed(event, state)
            }
          }
        }),
        async count() {
          await control.failNext({ method: 'GET', path: '/events\\?' }, refusal(400, 'invalid', 'Invalid sort order'))
          return 'Invalid sort order'
        }
      }
    }
  }

/** Adds copies of an event that matches LATER. */
function addEvents(state: State, many: number): void {
  const events = state.calendars.get(PLAYGROUND)?.events
  const event = [...(events?.values() ?? [])].find(({ summary = '' }) => summary.startsWith('Later'))
  for (let n = 1; event && n <= many; n++) {
    const id = `later${String(n).padStart(6, '0')}`
    events?.set(id, { ...event, id, order: state.nextVersion(), version: state.nextVersion() })
  }
}

/** Returns every existing event of the calendars under test, without times of changes and IDs, which differ in copies. */
const seen = (state: State): unknown =>
  [...state.calendars.values()]
    .filter(({ primary }) => !primary)
    .map(({ id, events }) => [
      id,
      [...events.values()]
        .filter(({ status, recurringEventId }) => status !== 'cancelled' && recurringEventId === undefined)
        .map(({ summary, description, location, start, end, recurrence, attendees, transparency }) =>
          JSON.stringify({
            summary,
            description,
            location,
            start,
            end,
            recurrence,
            guests: attendees?.map(({ email }) => email),
            transparency
          })
        )
        .toSorted()
    ])

/** Returns the kind of a request. */
export function classify({ method, path, query, body }: Received): RequestKind {
  const [, id] = /\/events\/([^/]+)/.exec(path) ?? []
  if (path === '/token') return { kind: 'other' }
  if (method !== 'GET') return { kind: 'write', ids: [id ?? String(Object(body).id)] }
  if (path.endsWith('/events')) return { kind: 'list', most: Number(new URLSearchParams(query).get('maxResults')) }
  return { kind: id === undefined ? 'other' : 'item' }
}

export interface EventJobs extends JobFixture, SandboxControl {
  state: State
}

/** Opens real jobs with a real Redis, and a sandbox whose events the test can read. */
export async function openJobs(t: Test, adapters: BulkAdapter[]): Promise<EventJobs> {
  const state = seedState()
  const server = calendarServer(state, { limit: 1_000_000 })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => server.close())
  const client = await clientOf(t, calendar, { url, token_url: `${url}/token`, ...CLIENT, max_retries: 0 })
  return { ...(await openJobFixture(t, adapters, client)), ...controlOf(url), state }
}
