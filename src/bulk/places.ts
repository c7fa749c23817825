import { randomUUID } from 'node:crypto'
import type { JobStatus } from '../contract/jobs.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import { runForTexts, type Script } from '../lib/redis/script.ts'
import { jobKey, placesOf } from './keys.ts'
import type { Failure } from './meta.ts'
import type { Turns } from './queue.ts'
import { enter, leave, rest } from './scripts/places.ts'
import { runScript } from './scripts/run.ts'
import type { BulkSettings } from './settings.ts'
import { type JobOf, type Standing, standingOf } from './standing.ts'

interface Parts {
  redis: RedisClient
  turns: Turns
  settings: BulkSettings
}

/**
 * So many jobs of a caller act at once, and so many of them change one account. A job has both from its first turn until it has ended or was
 * paused; while it waits for its system it has only the account, so that it holds up nobody but those who would act on the same system, and
 * nobody's changes come between its own. The others stand in line in the order in which they were confirmed or resumed, without a turn.
 * The places are in another hash slot than the jobs: each job is looked at after its place was, and a place that was given since stays.
 */
export interface Places {
  /** Whether the job may have the turn it was called for. One that may not is called again once it may. */
  admit: (id: string, turn: number) => Promise<boolean>
  /** Puts a job that was just queued in its place in the line. */
  queue: (id: string) => Promise<void>
  /** Gives what a job does not need, of its place and its account, to whoever is next. */
  leave: (id: string) => Promise<void>
  /** Frees what a crash has left behind. Answers who stands in line. */
  tidy: (key: string) => Promise<Set<string>>
}

export function createPlaces(parts: Parts): Places {
  const { redis, turns, settings } = parts
  return {
    async admit(id, turn) {
      const standing = await standingOf(redis, id)
      if (!standing || !needsPlace(standing) || (await askAgain(parts, standing))) return true
      const [kind, next] = await runScript(redis, 'holdBack', id, [turn, JSON.stringify(waitsFor(standing, settings))])
      if (kind === 'idle') await release(parts, standing)
      // A place that came free meanwhile called it for the turn that is now void.
      if (kind === 'ok' && (await ask(parts, standing))) await turns.add({ ...standing, turn: Number(next) })
      return false
    },

    async queue(id) {
      const standing = await standingOf(redis, id)
      if (standing && needsPlace(standing)) await ask(parts, standing)
    },

    async leave(id) {
      const key = (await redis.hget(jobKey(id, 'meta'), 'key')) ?? (await redis.get(jobKey(id, 'stone')))
      if (key !== null) await release(parts, { id, key })
    },

    async tidy(key) {
      const { held, line } = placesOf(key)
      for (const id of [...(await redis.hkeys(held)), ...(await redis.zrange(line, '0', '-1'))]) await release(parts, { id, key })
      return new Set(await redis.zrange(line, '0', '-1'))
    }
  }
}

async function run({ redis, settings }: Parts, script: Script, key: string, values: string[]): Promise<string[]> {
  const limits = [settings.running_per_key, settings.changing_per_account, randomUUID()]
  return await runForTexts(redis, script, Object.values(placesOf(key)), [...limits, ...values])
}

/** Whether it has a place. */
async function ask(parts: Parts, { key, id, account, queuedAt }: Standing): Promise<boolean> {
  const [answer, ...called] = await run(parts, enter, key, [id, account, queuedAt])
  await call(parts, key, called)
  return answer === 'held'
}

/** As `ask`, once more after a look at whether those who hold the places need them. */
async function askAgain(parts: Parts, standing: Standing): Promise<boolean> {
  if (await ask(parts, standing)) return true
  const { key } = standing
  for (const id of await parts.redis.hkeys(placesOf(key).held)) await release(parts, { id, key })
  return await ask(parts, standing)
}

async function release(parts: Parts, { id, key }: JobOf): Promise<void> {
  const { redis } = parts
  const { held, line, resting } = placesOf(key)
  const [token, place, rests] = [await redis.hget(held, id), await redis.zscore(line, id), await redis.sismember(resting, id)]
  if (token === null && place === null) return
  const standing = await standingOf(redis, id)
  if (!standing || !HOLDING.has(standing.status)) await call(parts, key, await run(parts, leave, key, [id, token ?? '', place ?? '']))
  else if (token !== null && place === null && !rests && isResting(standing))
    await call(parts, key, await run(parts, rest, key, [id, token]))
}

/** Nobody acts on it before its time, unless somebody resumes it: it then asks for its place anew. */
const isResting = ({ status, waitingUntil }: Standing): boolean => status === 'waiting' && waitingUntil > Date.now()

/** A job that was given a place gets a turn; one that needs it no more gives it back. */
async function call(parts: Parts, key: string, ids: string[]): Promise<void> {
  for (const id of ids) {
    const standing = await standingOf(parts.redis, id)
    if (standing && HOLDING.has(standing.status)) await parts.turns.add(standing)
    else await release(parts, { id, key })
  }
}

/** A job that acts, may act any moment, or stops acting. */
const HOLDING: ReadonlySet<JobStatus> = new Set(['queued', 'running', 'waiting', 'pausing', 'cancelling'])

/** One that only has to stop needs none for that, and nor does a single call, which somebody may wait for. */
const ASKING: ReadonlySet<JobStatus> = new Set(['queued', 'running', 'waiting'])

const needsPlace = ({ kind, status, phase }: Standing): boolean => kind !== 'call' && phase === 'act' && ASKING.has(status)

/** In words that stay true while others come and go. */
function waitsFor({ account }: Standing, { running_per_key: running, changing_per_account: changing }: BulkSettings): Failure {
  const onAccount = account === '' ? '' : `, and ${changing === 1 ? 'one at a time' : `${changing} at once`} that change ${account}`
  const rule = `A key may have ${running === 1 ? 'one job' : `${running} jobs`} running at once${onAccount}.`
  const message = `${rule} This one begins by itself when those before it have ended, or were paused or cancelled.`
  return { code: 'RATE_LIMIT_ERROR', reason: 'concurrency_limit', message }
}
