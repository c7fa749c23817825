import type { Test } from 'tap'
import { CLIENT } from '../../sandbox/google/oauth.ts'
import { type Killable, killedJob, openKillable, outcomesOf, start } from './kill-and-restart.ts'
import { controlOf } from './sandbox-control.ts'

const FAMILY = 'family@group.calendar.google.com'

/**
 * Kills a gateway and its worker while they create and move events. No event may exist twice and no event may be reported as done if it is not. The
 * job itself finds out the outcome of interrupted items.
 */
export async function killMakers(t: Test, { events, kills }: { events: number; kills: number }): Promise<void> {
  const [, address] = await start(t, 'calendar-sandbox.ts')
  const control = controlOf(address)
  const gateway = await openKillable(t, {
    ...Object.fromEntries(Object.entries(CLIENT).map(([name, value]) => [`GOOGLE_${name.toUpperCase()}`, value])),
    CALENDAR_URL: address,
    GOOGLE_TOKEN_URL: `${address}/token`,
    CALENDAR_REQUESTS_PER_MINUTE: '100000',
    CALENDAR_WRITES_PER_SECOND: '1000'
  })

  const day = (number: number): string => new Date(Date.UTC(2027, 0, 1) + number * 86_400_000).toISOString().slice(0, 10)
  const made = Array.from({ length: events }, (_, number) => ({ summary: `Lesson ${number}`, start: day(number), end: day(number + 1) }))
  const making = { write: { method: 'POST', path: '/events\\?' }, items: events, kills }
  const created = await killedJob(gateway, control, ['calendar_bulk_create_events', { calendar: 'Family', events: made }], making)
  t.match(
    created.progress,
    { succeeded: events, unknown: 0, failed: 0 },
    'each event is created: an interrupted one is created again with the same ID'
  )
  const lessons = await lessonsOn(gateway, FAMILY)
  t.equal(lessons.length, events)
  t.equal(new Set(lessons.map(({ summary }) => summary)).size, events, 'no event exists twice')

  // Some of the events, by a digit in their titles.
  const selection = { calendar: 'Family', query: 'Lesson 1', recurring: 'skip', to_calendar: 'Team', send_updates: 'none' }
  const moving = { write: { method: 'POST', path: '/events/.*/move' }, items: events / 10, kills }
  const moved = await killedJob(gateway, control, ['calendar_bulk_move_events', selection], moving)
  t.equal(moved.progress.succeeded, moved.progress.done, 'interrupted items are checked, and done if they were not')
  const outcomes = await outcomesOf(gateway, moved.id)
  const there = new Set((await lessonsOn(gateway, 'team@group.calendar.google.com')).map(({ id }) => id))
  const wrong = [...outcomes].filter(([id, outcome]) => (outcome === 'succeeded') !== there.has(id) || outcome === 'unknown')
  t.same(wrong, [], 'exactly the events reported as moved are moved, and none is unknown')
}

async function lessonsOn({ ask }: Killable, calendar: string): Promise<{ id: string; summary: string }[]> {
  const { data } = await ask('calendar_list_events', { calendar, query: 'Lesson', max_items: 1000, max_chars: 10_000_000 })
  return JSON.parse(JSON.stringify(data.items))
}
