import type { Caller } from '../contract/caller.ts'
import { OperationError } from '../contract/errors.ts'
import type { JobEvent } from '../contract/job-events.ts'
import type { JobStatus } from '../contract/jobs.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import { jobKey } from './keys.ts'
import type { Meta } from './meta.ts'
import { readLines } from './output.ts'
import { createPulse } from './pulse.ts'
import { reach } from './reach.ts'
import { type Desk, expired, visible } from './read-job.ts'
import { readMeta } from './read-meta.ts'
import { isTerminal } from './states.ts'
import { newsOf } from './view.ts'

/** Where one looks for oneself, in case a ring was lost. */
const LOOK_MS = 2_000

/** Events read at a time. */
const STRIDE = 100

/** What a job comes to from now on, or from after an event on. Refuses before the first event what the caller may not see. */
export async function followJob(
  desk: Desk,
  caller: Caller,
  id: string,
  { after, signal }: { after?: string; signal: AbortSignal }
): Promise<AsyncGenerator<JobEvent>> {
  const { status } = await reach(desk.redis, () => visible(desk.redis, caller, id))
  return follow(desk, { id, status, last: after }, AbortSignal.any([desk.closing, signal]))
}

/** How far a follower is. */
interface Place {
  id: string
  status: JobStatus
  /** Id of the last event it has; undefined before the first. */
  last: string | undefined
}

async function* follow({ redis, bell, settings }: Desk, place: Place, over: AbortSignal): AsyncGenerator<JobEvent> {
  const pulse = createPulse()
  const off = bell.onNews(place.id, pulse.beat)
  let silentSince = performance.now()
  try {
    for (;;) {
      const events = await nextEvents(redis, place)
      yield* events
      if (events.at(-1)?.event === 'end' || over.aborted) return
      if (events.length > 0) {
        silentSince = performance.now()
        continue
      }
      await pulse.next(Math.min(LOOK_MS, settings.heartbeat_ms), over)
      if (performance.now() - silentSince < settings.heartbeat_ms) continue
      yield { event: 'silence' }
      silentSince = performance.now()
    }
  } finally {
    off()
  }
}

/** What comes after the place, which moves on. Nothing while Redis is away: a follower can do nothing about it. */
async function nextEvents(redis: RedisClient, place: Place): Promise<JobEvent[]> {
  try {
    // Moved only once the events are here: an answer that nobody waits for any more is read anew.
    const { events, now } = await reach(redis, () => eventsAfter(redis, place))
    Object.assign(place, now)
    return events
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    return error.reason === 'redis_unavailable' ? [] : [{ event: 'end', data: { status: null } }]
  }
}

/** And the place after them. */
async function eventsAfter(redis: RedisClient, place: Place): Promise<{ events: JobEvent[]; now: Place }> {
  const entries = (await entriesAfter(redis, place)) ?? (await lastEntry(redis, place))
  const last = entries.at(-1)
  if (!last) return { events: isTerminal(place.status) ? [{ event: 'end', data: { status: place.status } }] : [], now: place }
  const events = await Promise.all(entries.map(entry => eventOf(redis, place.id, entry)))
  return { events, now: { ...place, last: last.at, status: last.meta.status } }
}

/** One of the stream: its kind, and the job as it stood then. */
interface Entry {
  at: string
  kind: string | undefined
  meta: Meta
  fields: Record<string, string>
  /** Of a snapshot: whether events before it are lost. */
  reset?: boolean
}

/** Undefined where the follower needs a snapshot: it has no event yet, or the one it had last is no longer, or never was, in the stream. */
async function entriesAfter(redis: RedisClient, { id, last }: Place): Promise<Entry[] | undefined> {
  if (last === undefined || !EVENT_ID.test(last)) return undefined
  const [known, ...entries] = await redis.xrange(jobKey(id, 'events'), last, '+', 'COUNT', STRIDE + 1)
  return known?.[0] === last ? entries.map(entry => entryOf(entry, id)) : undefined
}

/** As Redis writes them; one too large for it would be an error. */
const EVENT_ID = /^\d{1,19}-\d{1,19}$/

/** Where the job stood at its last event: so no event is told twice, and none is left out. */
async function lastEntry(redis: RedisClient, { id, last }: Place): Promise<Entry[]> {
  const [entry] = await redis.xrevrange(jobKey(id, 'events'), '+', '-', 'COUNT', 1)
  if (!entry) throw expired(`Job ${id} is no longer kept.`)
  return [{ ...entryOf(entry, id), kind: 'snapshot', reset: last !== undefined }]
}

function entryOf([at, flat]: [string, string[]], id: string): Entry {
  const fields = Object.fromEntries(flat.flatMap((name, place) => (place % 2 === 0 ? [[name, flat[place + 1] ?? '']] : [])))
  const meta = readMeta({ ...fields, id })
  if (!meta) throw new Error(`Event ${at} of job ${id} does not hold its status`)
  return { at, kind: fields['kind'], meta, fields }
}

async function eventOf(redis: RedisClient, jobId: string, { at: id, kind, meta, fields, reset = false }: Entry): Promise<JobEvent> {
  if (kind === 'snapshot') return { event: 'snapshot', id, data: { ...newsOf(meta), reset } }
  if (kind !== 'output') return { event: kind === 'state' ? 'state' : 'progress', id, data: newsOf(meta) }
  return { event: 'output', id, data: { lines: await readLines(redis, jobId, Number(fields['first']), Number(fields['last'])) } }
}
