import t from 'tap'
import { calendarServer } from '../../../sandbox/calendar/server.ts'
import { createState } from '../../../sandbox/calendar/state/model.ts'
import { CLIENT } from '../../../sandbox/google/oauth.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { startEmulate } from '../../helpers/emulate.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { jobsAt } from '../../helpers/gmail-jobs.ts'

const ACCOUNT = 'ada@example.com'
const MANY = 260
const SPAN = { time_min: '2026-05-01T00:00:00Z', time_max: '2027-12-01T00:00:00Z' }

type Call = (operation: string, input?: Record<string, unknown>) => Promise<{ status: number; data: unknown; error: unknown }>

t.test('comparison with an independent emulator of Google Calendar', async t => {
  const state = createState(ACCOUNT)
  const own = { id: ACCOUNT, summary: ACCOUNT, timeZone: 'UTC', accessRole: 'owner', primary: true, colorId: '1' } as const
  state.calendars.set(ACCOUNT, { ...own, events: new Map(), access: new Map() })
  const server = calendarServer(state, { limit: 1_000_000 })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => server.close())
  const ours = { url, token_url: `${url}/token`, ...CLIENT }
  const theirs = await startEmulate(t, ACCOUNT)
  const folder = await temporaryFolder(t)
  const open = async (settings: Record<string, unknown>) => {
    const gateway = await startGateway(t, {
      roots: folder,
      dataDirectory: folder,
      sandboxes: { calendar: { ...settings, max_retries: 0 } }
    })
    return jobsAt(gateway.url)
  }
  const [mine, other] = [await open(ours), await open(theirs)]
  const callOn =
    ({ call }: typeof mine): Call =>
    (operation, input = {}) =>
      call(`calendar_${operation}`, input)

  t.test('the sandbox and the emulator return the same results', async t => {
    const [one, two] = [await story(callOn(mine)), await story(callOn(other))]
    for (const [step, answer] of Object.entries(one)) t.strictSame(answer, two[step], step)
  })

  t.test(
    'hundreds of events are created, listed and deleted in bulk, and none is missed although pages are offsets (pitfall 1)',
    async t => {
      const day = (number: number): string => new Date(Date.UTC(2026, 8, 1) + number * 86_400_000).toISOString().slice(0, 10)
      const events = Array.from({ length: MANY }, (_, number) => ({
        summary: `Lesson ${number}`,
        start: day(number),
        end: day(number + 1)
      }))
      const bulk = async (action: string, input: Record<string, unknown>) => {
        const { data } = await other.call(`calendar_bulk_${action}`, input)
        const offered = await other.until(data.id, ({ status }) => status === 'awaiting_confirmation')
        await other.confirm(offered)
        return await other.until(data.id, ({ status }) => status === 'completed')
      }
      t.match(await bulk('create_events', { events }), { progress: { succeeded: MANY } })
      const count = async (): Promise<number> => {
        const { data } = await other.call('calendar_list_events', { query: 'Lesson', max_items: 1000, max_chars: 10_000_000, ...SPAN })
        return data.items.length
      }
      t.equal(await count(), MANY)
      const selection = { query: 'Lesson', recurring: 'skip', send_updates: 'none' }
      t.match(await bulk('delete_events', selection), { progress: { succeeded: MANY } })
      t.equal(await count(), 0)
    }
  )
})

/** Runs the steps of a typical session and returns the result of each, without IDs and versions. */
async function story(call: Call): Promise<Record<string, unknown>> {
  const results: Record<string, unknown> = {}
  const record = async (step: string, operation: string, input: Record<string, unknown> = {}, wanted = 'succeeds') => {
    const { status, data, error } = await call(operation, input)
    const reason = Object(Object(error).details).reason
    if ((reason ?? 'succeeds') !== wanted) throw new Error(`${step}: ${status} ${JSON.stringify(error)}, and not ${wanted}`)
    results[step] = { status, ...(status < 300 && { data: comparable(data) }), ...(reason !== undefined && { reason }) }
    return Object(data)
  }
  await record('calendars', 'list_calendars', { min_access: 'owner', fields: ['name', 'time_zone', 'access', 'primary'] })
  await record('nothing yet', 'list_events', SPAN)
  const guests = { attendees: [{ email: 'bo@example.com', name: 'Bo' }], send_updates: 'none' }
  const noon = { start: '2026-06-01T12:00:00Z', end: '2026-06-01T13:00:00Z', time_zone: 'UTC' }
  const lunch = await record('an event', 'create_event', { summary: 'Lunch', location: 'Here', description: 'Soup', ...noon, ...guests })
  await record('whole days', 'create_event', { summary: 'Fair', start: '2026-06-03', end: '2026-06-05', shows_as: 'free' })
  await record('later', 'create_event', { summary: 'Dinner', start: '2026-06-02T18:00:00Z', end: '2026-06-02T20:00:00Z', time_zone: 'UTC' })
  await record('all', 'list_events', SPAN)
  const page = await record('the first', 'list_events', { ...SPAN, limit: 2 })
  await record('the rest', 'list_events', { ...SPAN, limit: 2, cursor: page.next_cursor })
  await record('by words', 'list_events', { ...SPAN, query: 'soup' })
  await record('by a guest', 'list_events', { ...SPAN, query: 'bo@example.com' })
  await record('by time', 'list_events', { time_min: '2026-06-01T13:00:00Z', time_max: '2026-06-02T19:00:00Z' })
  await record('what is under way', 'list_events', { time_min: '2026-06-01T12:59:00Z', time_max: '2026-06-01T13:00:00Z' })
  await record('busy', 'query_free_busy', { calendars: ['primary'], ...SPAN })
  await record('a calendar that is not there', 'list_events', { calendar: 'nobody@example.com' }, 'upstream_not_found')
  await record('deleted', 'delete_event', { event_id: lunch.id, send_updates: 'none', confirm: true })
  await record('two are left', 'list_events', SPAN)
  await record('one that never was', 'delete_event', { event_id: 'never0was', send_updates: 'none', confirm: true }, 'upstream_not_found')
  return results
}

/** Removes what differs between the two. The emulator returns a zone for all-day events and loses `transparency`. */
const OWN = [
  'time_zone',
  'shows_as',
  'id',
  'etag',
  'created',
  'updated',
  'link',
  'organizer',
  'default_reminders',
  'next_cursor',
  'next_sync_token',
  'color_id'
]

function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value)) return new Date(value).toISOString()
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => !OWN.includes(name))
  return Object.fromEntries(kept.map(([name, item]) => [name, comparable(item)]))
}
