import type { JobStatus } from '../../contract/job.ts'
import type { Log } from '../../contract/runtime.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { redisNow } from '../../lib/redis/time.ts'
import type { Failure } from '../model/job-record.ts'
import { isTerminal, needsTurn } from '../model/states.ts'
import { type JobSettings, UNWRITTEN_MS } from '../settings.ts'
import { dropExpired } from '../store/job-index.ts'
import { type JobSummary, summaryOf } from '../store/job-summary.ts'
import { hostOf, LIVE_JOBS } from '../store/keys.ts'
import { runJobCommand } from '../store/lua/commands.ts'
import type { ConcurrencySlots } from './concurrency-slots.ts'
import { hostAges, recordHost } from './hosts.ts'
import { forEachJob, type LeaderInterval, startLeaderInterval } from './leader-interval.ts'
import type { TurnQueue } from './queue.ts'

interface Parts {
  redis: RedisClient
  turnQueue: TurnQueue
  slots: ConcurrencySlots
  log: Log
  settings: Pick<JobSettings, 'reconcile_ms' | 'host_gone_ms'>
}

/** Facts that are read once per round. */
interface Round extends Parts {
  ageOf: (hostId: string) => Promise<number>
  /** Jobs in line, by caller. */
  lines: Map<string, Promise<Set<string>>>
}

/** Repairs what a crash left behind in every live job: a turn that was never queued, a preview that expired, a host that no longer exists. */
async function reconcile(parts: Parts): Promise<void> {
  const round: Round = { ...parts, ageOf: hostAges(parts.redis), lines: new Map() }
  await forEachJob(parts, LIVE_JOBS, (id, addedAt) => reconcileJob(round, id, addedAt))
}

/** Returns whether the job has ended. */
async function reconcileJob(round: Round, id: string, addedAt: number): Promise<boolean> {
  const job = await summaryOf(round.redis, id)
  if (!job) return (await redisNow(round.redis)) - addedAt > UNWRITTEN_MS
  const status = await currentStatus(round, job)
  if (isTerminal(status)) return true
  if (needsTurn(status) && !(await waitsInLine(round, job))) await round.turnQueue.add(job)
  return false
}

/** Returns the status after applying what depends on time alone. */
async function currentStatus(round: Round, job: JobSummary): Promise<JobStatus> {
  const { redis, ageOf, slots, settings } = round
  const { id, status, expiresAt, queue } = job
  if (status === 'awaiting_confirmation' && expiresAt < Date.now()) {
    const [, after] = await runJobCommand(redis, 'expire', id)
    return after === 'expired' ? after : status
  }
  const host = needsTurn(status) ? hostOf(queue) : undefined
  if (host === undefined || (await ageOf(host)) * 1000 <= settings.host_gone_ms) return status
  await runJobCommand(redis, 'stopUnreachable', id, [JSON.stringify(hostGone(settings.host_gone_ms))])
  await slots.release(id)
  return (await summaryOf(redis, id))?.status ?? status
}

function hostGone(afterMs: number): Failure {
  const minutes = Math.round(afterMs / 60_000)
  const message = `The host that this job acts on has not been seen for ${minutes} minutes. Resume the job once that host is back, or cancel it; if it was still listing its items, create it again.`
  return { code: 'UNAVAILABLE_ERROR', reason: 'host_gone', message }
}

/** A job that waits for a slot gets a turn from the job that releases one. */
async function waitsInLine({ slots, lines }: Round, { id, key, reason }: JobSummary): Promise<boolean> {
  if (reason !== 'concurrency_limit') return false
  const line = lines.get(key) ?? slots.tidy(key)
  lines.set(key, line)
  return (await line).has(id)
}

/** Reconciles now and in every interval, as one of all workers, and records that this host is running. */
export function startReconciler(parts: Parts, hostId: string): LeaderInterval {
  const { redis, log, settings } = parts
  let position = 0
  const record = (): void => void recordHost(redis, hostId).catch(() => undefined) // repeated soon
  record()
  const timer = setInterval(record, settings.reconcile_ms)
  const interval = startLeaderInterval({ redis, log }, 'reconcile', settings.reconcile_ms, async () => {
    await reconcile(parts)
    position = await dropExpired(redis, position)
  })
  return {
    async stop() {
      clearInterval(timer)
      await interval.stop()
    }
  }
}
