import type { Test } from 'tap'
import { CLIENT } from '../../sandbox/google/oauth.ts'
import { type Killable, killedJob, openKillable, reconciled, start } from './killable.ts'
import { controlOf } from './stand-in.ts'

const FAMILY = 'family@group.calendar.google.com'

/**
 * A gateway and its worker are killed while they make events, and while they move them, which must not be done twice: no event is there twice,
 * none is said to be done that is not, and of those that are unknown a look at the stand-in finds out the truth.
 */
export async function killMakers(t: Test, { events, kills }: { events: number; kills: number }): Promise<void> {
  const [, address] = await start(t, 'calendar-stand-in.ts')
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
  t.match(created.progress, { succeeded: events, unknown: 0, failed: 0 }, 'each is made: what was cut off is made again under the same id')
  const lessons = await lessonsOn(gateway, FAMILY)
  t.equal(lessons.length, events)
  t.equal(new Set(lessons.map(({ summary }) => summary)).size, events, 'no event is there twice')

  // A part of them, by a digit of their titles.
  const selection = { calendar: 'Family', query: 'Lesson 1', recurring: 'skip', to_calendar: 'Team', send_updates: 'none' }
  const moving = { write: { method: 'POST', path: '/events/.*/move' }, items: events / 10, kills }
  const moved = await killedJob(gateway, control, ['calendar_bulk_move_events', selection], moving)
  t.equal(moved.progress.succeeded + moved.progress.unknown, moved.progress.done, 'every event is accounted for')
  t.equal(moved.progress.unknown, kills, 'the one that was under way at each kill is unknown')
  const said = await reconciled(gateway, moved.id)
  const there = new Set((await lessonsOn(gateway, 'team@group.calendar.google.com')).map(({ id }) => id))
  const wrong = [...said].filter(([id, outcome]) => (outcome === 'succeeded') !== there.has(id) || outcome === 'unknown')
  t.same(wrong, [], 'what is said to be moved is, and nothing else; of none it is unknown')
}

async function lessonsOn({ ask }: Killable, calendar: string): Promise<{ id: string; summary: string }[]> {
  const { data } = await ask('calendar_list_events', { calendar, query: 'Lesson', max_items: 1000 })
  return JSON.parse(JSON.stringify(data.items))
}
