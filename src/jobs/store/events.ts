import type { Caller } from '../../contract/call.ts'
import { OperationError } from '../../contract/errors.ts'
import type { JobStatus } from '../../contract/job.ts'
import type { JobEvent } from '../../contract/job-events.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import type { Meta } from '../model/job-record.ts'
import { isTerminal } from '../model/states.ts'
import { newsOf } from '../model/view.ts'
import { jobKey } from './keys.ts'
import { readLines } from './output.ts'
import { expired, type JobsContext, visible } from './read-job.ts'
import { readMeta } from './read-record.ts'
import { withRedisTimeout } from './redis-timeout.ts'
import { createWakeup } from './wakeup.ts'

/** Polling interval, in case a message of the subscription was lost. */
const POLL_MS = 2_000

/** Events read at a time. */
const PAGE = 100

/** Yields the events of a job from now on, or those after an event. Throws before the first event if the caller cannot see the job. */
export async function followJob(
  context: JobsContext,
  caller: Caller,
  id: string,
  { after, signal }: { after?: string; signal: AbortSignal }
): Promise<AsyncGenerator<JobEvent>> {
  const { status } = await withRedisTimeout(context.redis, () => visible(context.redis, caller, id))
  return follow(context, { id, status, last: after }, AbortSignal.any([context.closing, signal]))
}

/** How far a follower has read. */
interface Position {
  id: string
  status: JobStatus
  /** ID of the last event it has; undefined before the first. */
  last: string | undefined
}

async function* follow(
  { redis, statusSubscriber, settings }: JobsContext,
  position: Position,
  ended: AbortSignal
): AsyncGenerator<JobEvent> {
  const wakeup = createWakeup()
  const unsubscribe = statusSubscriber.onEvent(position.id, wakeup.wake)
  let silentSince = performance.now()
  try {
    for (;;) {
      const events = await nextEvents(redis, position)
      yield* events
      if (events.at(-1)?.event === 'end' || ended.aborted) return
      if (events.length > 0) {
        silentSince = performance.now()
        continue
      }
      await wakeup.wait(Math.min(POLL_MS, settings.heartbeat_ms), ended)
      if (performance.now() - silentSince < settings.heartbeat_ms) continue
      yield { event: 'silence' }
      silentSince = performance.now()
    }
  } finally {
    unsubscribe()
  }
}

/** Returns the events after the position, and advances it. Returns none while Redis is unavailable: a follower can only wait. */
async function nextEvents(redis: RedisClient, position: Position): Promise<JobEvent[]> {
  try {
    // Advanced only after the events have arrived: a response that came too late is read again.
    const { events, now } = await withRedisTimeout(redis, () => eventsAfter(redis, position))
    Object.assign(position, now)
    return events
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    return error.reason === 'redis_unavailable' ? [] : [{ event: 'end', data: { status: null } }]
  }
}

async function eventsAfter(redis: RedisClient, position: Position): Promise<{ events: JobEvent[]; now: Position }> {
  const entries = (await entriesAfter(redis, position)) ?? (await lastEntry(redis, position))
  const last = entries.at(-1)
  if (!last) return { events: isTerminal(position.status) ? [{ event: 'end', data: { status: position.status } }] : [], now: position }
  const events = await Promise.all(entries.map(entry => eventOf(redis, position.id, entry)))
  return { events, now: { ...position, last: last.id, status: last.meta.status } }
}

/** An entry of the stream: its kind, and the job at that time. */
interface Entry {
  id: string
  kind: string | undefined
  meta: Meta
  fields: Record<string, string>
  /** Of a snapshot: whether events before it are lost. */
  reset?: boolean
}

/** Returns undefined if the follower needs a snapshot: it has no event yet, or its last event is not in the stream. */
async function entriesAfter(redis: RedisClient, { id, last }: Position): Promise<Entry[] | undefined> {
  if (last === undefined || !EVENT_ID.test(last)) return undefined
  const [known, ...entries] = await redis.xrange(jobKey(id, 'events'), last, '+', 'COUNT', PAGE + 1)
  return known?.[0] === last ? entries.map(entry => entryOf(entry, id)) : undefined
}

/** IDs as Redis writes them. A larger number would be an error. */
const EVENT_ID = /^\d{1,19}-\d{1,19}$/

/** Returns the job as of its last event, so that no event is repeated or omitted. */
async function lastEntry(redis: RedisClient, { id, last }: Position): Promise<Entry[]> {
  const [entry] = await redis.xrevrange(jobKey(id, 'events'), '+', '-', 'COUNT', 1)
  if (!entry) throw expired(`Job ${id} is no longer stored.`)
  return [{ ...entryOf(entry, id), kind: 'snapshot', reset: last !== undefined }]
}

function entryOf([id, flat]: [string, string[]], jobId: string): Entry {
  const fields = Object.fromEntries(flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : [])))
  const meta = readMeta({ ...fields, id: jobId })
  if (!meta) throw new Error(`Event ${id} of job ${jobId} has no status`)
  return { id, kind: fields['kind'], meta, fields }
}

async function eventOf(redis: RedisClient, jobId: string, { id, kind, meta, fields, reset = false }: Entry): Promise<JobEvent> {
  if (kind === 'snapshot') return { event: 'snapshot', id, data: { ...newsOf(meta), reset } }
  if (kind !== 'output') return { event: kind === 'state' ? 'state' : 'progress', id, data: newsOf(meta) }
  return { event: 'output', id, data: { lines: await readLines(redis, jobId, Number(fields['first']), Number(fields['last'])) } }
}
