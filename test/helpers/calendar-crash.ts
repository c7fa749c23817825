import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import type { Job, JobItem } from '../../src/contract/jobs.ts'
import { temporaryFolder } from './app.ts'
import { startTestRedis } from './redis.ts'
import { controlOf } from './stand-in.ts'

/** What Google takes for a write, so that a kill falls into some. */
const SLOW_MS = 20
const PATIENCE_MS = 150_000
const FAMILY = 'family@group.calendar.google.com'

interface Office {
  ask: (operation: string, input: Record<string, unknown>) => Promise<{ data: Job & { items: JobItem[] } }>
  /** kill -9 of the gateway with its worker; others take their place. */
  kill: () => Promise<void>
}

/**
 * A gateway and its worker are killed while they make events, and while they move them, which must not be done twice: no event is there twice,
 * none is said to be done that is not, and of those that are unknown a look at the stand-in finds out the truth.
 */
export async function killMakers(t: Test, { events, kills }: { events: number; kills: number }): Promise<void> {
  const redis = await startTestRedis(t)
  const folder = await temporaryFolder(t)
  const [, address] = await start(t, 'calendar-stand-in.ts', {}, [])
  await controlOf(address).failNext({ method: 'POST', path: '/events(\\?|/.*/move)' }, { delay_ms: SLOW_MS }, 3 * events)
  const office = await openOffice(t, address, { REDIS_URL: redis.url, TOOLGATE_DATA: folder })

  const day = (number: number): string => new Date(Date.UTC(2027, 0, 1) + number * 86_400_000).toISOString().slice(0, 10)
  const made = Array.from({ length: events }, (_, number) => ({ summary: `Lesson ${number}`, start: day(number), end: day(number + 1) }))
  const created = await live(office, 'create_events', { calendar: 'Family', events: made }, { events, kills })
  t.match(created.progress, { succeeded: events, unknown: 0, failed: 0 }, 'each is made: what was cut off is made again under the same id')
  const lessons = await lessonsOn(office, FAMILY)
  t.equal(lessons.length, events)
  t.equal(new Set(lessons.map(({ summary }) => summary)).size, events, 'no event is there twice')

  // A part of them, by a digit of their titles.
  const selection = { calendar: 'Family', query: 'Lesson 1', recurring: 'skip', to_calendar: 'Team', send_updates: 'none' }
  const moved = await live(office, 'move_events', selection, { events: events / 5, kills })
  t.equal(moved.progress.succeeded + moved.progress.unknown, moved.progress.done, 'every event is accounted for')
  t.ok(moved.progress.unknown <= kills, `no more is unknown than was under way: ${moved.progress.unknown}`)
  t.comment(`${events} events made, ${moved.progress.done} moved, ${kills} kills a job: ${moved.progress.unknown} unknown`)
  if (moved.progress.unknown > 0) {
    const { data: look } = await office.ask('jobs_reconcile', { id: moved.id })
    await until(office, look.id, job => job.status === 'completed')
  }
  const said = (await office.ask('jobs_list_items', { id: moved.id, max_items: 1000 })).data.items
  const there = new Set((await lessonsOn(office, 'team@group.calendar.google.com')).map(({ id }) => id))
  const wrong = said.filter(({ item_id, outcome }) => (outcome === 'succeeded') !== there.has(item_id))
  t.same(wrong, [], 'what is said to be moved is, and nothing else')
}

/** A job from its making to its end, with kills spread over it. */
async function live(office: Office, action: string, input: object, { events, kills }: { events: number; kills: number }): Promise<Job> {
  const { id } = (await office.ask(`calendar_bulk_${action}`, { ...input })).data
  const { confirm_token } = await until(office, id, ({ status }) => status === 'awaiting_confirmation')
  await office.ask('jobs_confirm', { id, confirm_token })
  for (let kill = 1; kill <= kills; kill++) {
    await until(office, id, ({ progress }) => progress.done >= (events * kill) / (kills + 1))
    await office.kill()
  }
  return await until(office, id, ({ status }) => status === 'completed')
}

async function until(office: Office, id: string, isIt: (job: Job) => boolean): Promise<Job> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(50)) {
    const { data: job } = await office.ask('jobs_get', { id })
    if (isIt(job)) return job
    if (Date.now() > deadline) throw new Error(`The job is still ${JSON.stringify(job)}`)
  }
}

async function lessonsOn({ ask }: Office, calendar: string): Promise<{ id: string; summary: string }[]> {
  const { data } = await ask('calendar_list_events', { calendar, query: 'Lesson', max_items: 1000 })
  return JSON.parse(JSON.stringify(data.items))
}

async function openOffice(t: Test, address: string, environment: Record<string, string>): Promise<Office> {
  let [gateway, url] = await start(t, 'calendar-gateway.ts', environment, [address])
  return {
    async ask(operation, input) {
      const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }
      const answer = JSON.parse(await (await fetch(`${url}/v1/operations/${operation}`, post)).text())
      if (answer.error) throw new Error(`${operation}: ${JSON.stringify(answer.error)}`)
      return answer
    },
    async kill() {
      gateway.kill('SIGKILL')
      await once(gateway, 'exit')
      ;[gateway, url] = await start(t, 'calendar-gateway.ts', environment, [address])
    }
  }
}

/** A program of this folder in a process of its own, and the first line that it prints. */
async function start(t: Test, program: string, environment: Record<string, string>, words: string[]): Promise<[ChildProcess, string]> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, program), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment }
  })
  t.teardown(() => child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  return [child, String(line).trim()]
}
