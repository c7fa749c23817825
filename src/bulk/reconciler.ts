import type { JobStatus } from '../contract/jobs.ts'
import type { Log } from '../contract/tool.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import { redisNow } from '../lib/redis/time.ts'
import { beat, hostAges } from './hosts.ts'
import { hostOf, LIVE_JOBS } from './keys.ts'
import { dropForgotten } from './listing.ts'
import type { Failure } from './meta.ts'
import type { Places } from './places.ts'
import type { Turns } from './queue.ts'
import { type Rounds, startRounds, walk } from './rounds.ts'
import { runScript } from './scripts/run.ts'
import { type BulkSettings, UNBORN_MS } from './settings.ts'
import { type Standing, standingOf } from './standing.ts'
import { isTerminal, needsTurn } from './states.ts'

interface Parts {
  redis: RedisClient
  turns: Turns
  places: Places
  log: Log
  settings: Pick<BulkSettings, 'reconcile_ms' | 'host_gone_ms'>
}

/** What a round has found out and need not ask again. */
interface Round extends Parts {
  ageOf: (hostId: string) => Promise<number>
  /** Who stands in line, by caller. */
  lines: Map<string, Promise<Set<string>>>
}

/** Looks at every live job, and puts right what a crash left behind: a turn that was never queued, an offer nobody took up, a host that is no more. */
async function reconcile(parts: Parts): Promise<void> {
  const round: Round = { ...parts, ageOf: hostAges(parts.redis), lines: new Map() }
  await walk(parts, LIVE_JOBS, (id, enteredAt) => lookAfter(round, id, enteredAt))
}

/** Answers whether the job is over. */
async function lookAfter(round: Round, id: string, enteredAt: number): Promise<boolean> {
  const standing = await standingOf(round.redis, id)
  if (!standing) return (await redisNow(round.redis)) - enteredAt > UNBORN_MS
  const status = await statusNow(round, standing)
  if (isTerminal(status)) return true
  if (needsTurn(status) && !(await standsInLine(round, standing))) await round.turns.add(standing)
  return false
}

/** The status, after what time alone brings about. */
async function statusNow(round: Round, standing: Standing): Promise<JobStatus> {
  const { redis, ageOf, places, settings } = round
  const { id, status, expiresAt, queue } = standing
  if (status === 'awaiting_confirmation' && expiresAt < Date.now()) {
    const [, after] = await runScript(redis, 'expire', id)
    return after === 'expired' ? after : status
  }
  const host = needsTurn(status) ? hostOf(queue) : undefined
  if (host === undefined || (await ageOf(host)) * 1000 <= settings.host_gone_ms) return status
  await runScript(redis, 'abandon', id, [JSON.stringify(hostGone(settings.host_gone_ms))])
  await places.leave(id)
  return (await standingOf(redis, id))?.status ?? status
}

function hostGone(afterMs: number): Failure {
  const minutes = Math.round(afterMs / 60_000)
  const message = `The host that this job acts on was not heard of for ${minutes} minutes. Resume the job once that host is back, or cancel it; a job that was still listing its items is to be made again.`
  return { code: 'UNAVAILABLE_ERROR', reason: 'host_gone', message }
}

/** A job that was held back is called by whoever leaves it a place; until then it needs no turn. */
async function standsInLine({ places, lines }: Round, { id, key, reason }: Standing): Promise<boolean> {
  if (reason !== 'concurrency_limit') return false
  const line = lines.get(key) ?? places.tidy(key)
  lines.set(key, line)
  return (await line).has(id)
}

/** Reconciles now and every so often, as one of all workers, and says meanwhile that this host is there. */
export function startReconciler(parts: Parts, hostId: string): Rounds {
  const { redis, log, settings } = parts
  let place = 0
  const stillHere = (): void => void beat(redis, hostId).catch(() => undefined) // it says so again soon
  stillHere()
  const timer = setInterval(stillHere, settings.reconcile_ms)
  const rounds = startRounds({ redis, log }, 'reconcile', settings.reconcile_ms, async () => {
    await reconcile(parts)
    place = await dropForgotten(redis, place)
  })
  return {
    async stop() {
      clearInterval(timer)
      await rounds.stop()
    }
  }
}
