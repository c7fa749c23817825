import { randomUUID } from 'node:crypto'
import type { JobStatus } from '../../contract/job.ts'
import { type RedisCommand, runForTexts } from '../../lib/redis/command.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import type { Failure } from '../model/job-record.ts'
import type { JobSettings } from '../settings.ts'
import { type JobOf, type JobSummary, summaryOf } from '../store/job-summary.ts'
import { jobKey, slotKeysOf } from '../store/keys.ts'
import { runJobCommand } from '../store/lua/commands.ts'
import { releaseSlot, requestSlot, restSlot } from '../store/lua/slots.ts'
import type { TurnQueue } from './queue.ts'

interface Parts {
  redis: RedisClient
  turnQueue: TurnQueue
  settings: JobSettings
}

/**
 * Limits the running jobs of a caller, and how many of them change one account. A job has a slot and its account from its first turn until it has
 * ended or paused. While it waits for its system it has only the account: it holds up only jobs that change the same account, whose
 * changes must not mix with its own. The other jobs wait in line, without a turn, in the order in which they were confirmed or resumed.
 * Slots are in another hash slot of Redis than jobs: a job is read after its slot, and a slot that was granted since is kept.
 */
export interface ConcurrencySlots {
  /** Whether the job can have the turn that was delivered. If not, a turn is queued once it can. */
  admit: (id: string, turn: number) => Promise<boolean>
  /** Puts a job that was just queued in line. */
  queue: (id: string) => Promise<void>
  /** Releases what a job no longer needs of its slot and its account to the next in line. */
  release: (id: string) => Promise<void>
  /** Releases what a crash left behind. Returns the jobs in line. */
  tidy: (key: string) => Promise<Set<string>>
}

export function createConcurrencySlots(parts: Parts): ConcurrencySlots {
  const { redis, turnQueue, settings } = parts
  return {
    async admit(id, turn) {
      const job = await summaryOf(redis, id)
      if (!job || !needsSlot(job) || (await requestAgain(parts, job))) return true
      const [kind, next] = await runJobCommand(redis, 'waitForSlot', id, [turn, JSON.stringify(slotFailure(job, settings))])
      if (kind === 'idle') await releaseUnneeded(parts, job)
      // A slot that was granted in the meantime queued the turn, which is now void.
      if (kind === 'ok' && (await request(parts, job))) await turnQueue.add({ ...job, turn: Number(next) })
      return false
    },

    async queue(id) {
      const job = await summaryOf(redis, id)
      if (job && needsSlot(job)) await request(parts, job)
    },

    async release(id) {
      const key = (await redis.hget(jobKey(id, 'meta'), 'key')) ?? (await redis.get(jobKey(id, 'tombstone')))
      if (key !== null) await releaseUnneeded(parts, { id, key })
    },

    async tidy(key) {
      const { holders, line } = slotKeysOf(key)
      for (const id of [...(await redis.hkeys(holders)), ...(await redis.zrange(line, '0', '-1'))])
        await releaseUnneeded(parts, { id, key })
      return new Set(await redis.zrange(line, '0', '-1'))
    }
  }
}

async function run({ redis, settings }: Parts, command: RedisCommand, key: string, args: string[]): Promise<string[]> {
  const limits = [settings.running_per_key, settings.concurrent_writes_per_instance, randomUUID()]
  return await runForTexts(redis, command, Object.values(slotKeysOf(key)), [...limits, ...args])
}

/** Returns whether the job has a slot. */
async function request(parts: Parts, { key, id, account, queuedAt }: JobSummary): Promise<boolean> {
  const [result, ...granted] = await run(parts, requestSlot, key, [id, account, queuedAt])
  await queueTurns(parts, key, granted)
  return result === 'held'
}

/** As `request`, but if there is no slot, releases those that their holders no longer need and tries again. */
async function requestAgain(parts: Parts, job: JobSummary): Promise<boolean> {
  if (await request(parts, job)) return true
  const { key } = job
  for (const id of await parts.redis.hkeys(slotKeysOf(key).holders)) await releaseUnneeded(parts, { id, key })
  return await request(parts, job)
}

async function releaseUnneeded(parts: Parts, { id, key }: JobOf): Promise<void> {
  const { redis } = parts
  const { holders, line, resting } = slotKeysOf(key)
  const [token, position, rests] = [await redis.hget(holders, id), await redis.zscore(line, id), await redis.sismember(resting, id)]
  if (token === null && position === null) return
  const job = await summaryOf(redis, id)
  if (!job || !HOLDING.has(job.status)) await queueTurns(parts, key, await run(parts, releaseSlot, key, [id, token ?? '', position ?? '']))
  else if (token !== null && position === null && !rests && isResting(job))
    await queueTurns(parts, key, await run(parts, restSlot, key, [id, token]))
}

/** It does nothing before its time. If it is resumed earlier, it requests a slot again. */
const isResting = ({ status, waitingUntil }: JobSummary): boolean => status === 'waiting' && waitingUntil > Date.now()

/** Jobs that were granted a slot get a turn. A job that no longer needs it releases it. */
async function queueTurns(parts: Parts, key: string, ids: string[]): Promise<void> {
  for (const id of ids) {
    const job = await summaryOf(parts.redis, id)
    if (job && HOLDING.has(job.status)) await parts.turnQueue.add(job)
    else await releaseUnneeded(parts, { id, key })
  }
}

/** A job that acts, may act at any moment, or is stopping. */
const HOLDING: ReadonlySet<JobStatus> = new Set(['queued', 'running', 'waiting', 'pausing', 'cancelling'])

/** A job that only has to stop needs no slot, and neither does a single call, whose caller may be waiting. */
const STATUSES_WITH_SLOT: ReadonlySet<JobStatus> = new Set(['queued', 'running', 'waiting'])

const needsSlot = ({ kind, status, phase }: JobSummary): boolean => kind !== 'call' && phase === 'act' && STATUSES_WITH_SLOT.has(status)

/** Worded so that it stays true while other jobs start and end. */
function slotFailure({ account }: JobSummary, settings: JobSettings): Failure {
  const { running_per_key: running, concurrent_writes_per_instance: writes } = settings
  const onAccount = account === '' ? '' : `, and ${writes === 1 ? 'one at a time' : `${writes} at a time`} that change ${account}`
  const rule = `A key can have ${running === 1 ? 'one running job' : `${running} running jobs`}${onAccount}.`
  const message = `${rule} This job starts automatically after those before it have ended, or were paused or cancelled.`
  return { code: 'RATE_LIMIT_ERROR', reason: 'concurrency_limit', message }
}
