import t, { type Test } from 'tap'
import { createPorts } from '../../../src/server/ports.ts'
import { FENCE, openDiary, PLAYGROUND, PROJECTS } from '../../helpers/calendar.ts'

const [OTHER] = PROJECTS

const openFor = (t: Test, ...calendar: string[]) =>
  openDiary(t, {
    auth: { identify: () => 'unknown', anonymous: { id: 'local', scopes: ['*'], constraints: { calendar: { calendar } } } },
    ports: createPorts({ policy: () => [] })
  })

const outside = { status: 403, error: { details: { reason: 'outside_constraints', outcome: 'not_executed' } } }
const range = { time_min: '2026-01-01T00:00:00Z', time_max: '2026-12-31T00:00:00Z' }

t.test('a key that is limited to a calendar sees no other, and sends nothing about others', async t => {
  const { call, requests, clear } = await openFor(t, PLAYGROUND.toUpperCase())
  t.match(await call('list_calendars'), { status: 200, data: { items: [{ id: PLAYGROUND }] } })
  t.equal((await call('list_calendars')).data.items.length, 1)
  for (const calendar of ['Playground', PLAYGROUND]) t.match(await call('list_events', { calendar }), { status: 200 }, calendar)
  await clear()
  const refused: [operation: string, input: Record<string, unknown>][] = [
    ...['primary', OTHER, 'nobody@example.com'].map((calendar): [string, Record<string, unknown>] => ['list_events', { calendar }]),
    ['get_event', { calendar: OTHER, event_id: FENCE }],
    ['create_event', { start: '2026-06-01', end: '2026-06-02' }],
    ['create_event', { calendar: OTHER, start: '2026-06-01', end: '2026-06-02' }],
    ['create_out_of_office', { start: '2026-06-01', end: '2026-06-02', time_zone: 'Europe/Berlin' }],
    ['create_calendar', { name: 'Bees' }],
    ['move_event', { calendar: PLAYGROUND, event_id: FENCE, to_calendar: OTHER, send_updates: 'none' }],
    ['query_free_busy', { calendars: [PLAYGROUND, OTHER], ...range }],
    ['list_shares', { calendar: OTHER }],
    ['share_calendar', { calendar: OTHER, email: 'bo@example.com', role: 'reader' }],
    ['delete_calendar', { calendar: OTHER, confirm: true }],
    ['update_calendar', { calendar: OTHER, name: 'x' }],
    ['delete_event', { calendar: OTHER, event_id: FENCE, send_updates: 'none', confirm: true }]
  ]
  for (const [operation, input] of refused) t.match(await call(operation, input), outside, `${operation} ${JSON.stringify(input)}`)
  const sent = (await requests()).map(({ path }) => decodeURIComponent(path))
  t.strictSame(
    sent.filter(path => path.includes(OTHER) || path.includes('primary')),
    []
  )
  const named = await call('list_events', { calendar: 'Projects North' })
  t.equal(named.status, 400)
  t.notMatch(JSON.stringify(named.error), new RegExp(OTHER), 'names of other calendars are unknown')
})

t.test('the primary calendar has two IDs', async t => {
  const { call } = await openFor(t, 'ada@example.com')
  for (const calendar of ['primary', 'ada@example.com']) t.match(await call('list_events', { calendar }), { status: 200 }, calendar)
  const { call: byName } = await openFor(t, 'primary')
  t.match(await byName('list_events', { calendar: 'ada@example.com' }), { status: 200 })
  t.match(await byName('list_calendars'), { data: { items: [{ primary: true }] } })
  t.match(await byName('list_events', { calendar: PLAYGROUND }), outside)
})
