import type { Log } from '../../contract/runtime.ts'
import { hasEnded, ownIdentity, type ProcessIdentity } from '../../lib/process/identity.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { redisNow } from '../../lib/redis/time.ts'
import type { JobSettings } from '../settings.ts'
import { summaryOf } from '../store/job-summary.ts'
import { LIVE_JOBS, WORKERS } from '../store/keys.ts'
import { runJobCommand } from '../store/lua/commands.ts'
import { forEachJob } from './leader-interval.ts'
import type { TurnQueue } from './queue.ts'

/** Properties of a worker process in its heartbeats. */
interface WorkerRecord {
  queues: string[]
  /** ID of the data folder. */
  folder: string
  /** null if the operating system does not provide it. */
  process: ProcessIdentity | null
  /** Time of the last heartbeat, in milliseconds by the clock of Redis. */
  at: number
}

interface Parts {
  redis: RedisClient
  turnQueue: TurnQueue
  log: Log
  settings: Pick<JobSettings, 'worker_heartbeat_ms'>
}

/** The record of a worker without heartbeats for this long is removed. */
const FORGET_MS = 86_400_000

export interface Registration {
  stop: () => Promise<void>
}

/** Takes over the jobs of ended processes of this machine, and sends heartbeats for the queues of this worker. */
export function registerWorker(parts: Parts, { id, queues, folder }: { id: string; queues: string[]; folder: string }): Registration {
  const { redis, log, settings } = parts
  const own = ownIdentity()
  const heartbeat = async (): Promise<void> => {
    const record: WorkerRecord = { queues, folder, process: (await own) ?? null, at: await redisNow(redis) }
    await redis.hset(WORKERS, id, JSON.stringify(record))
  }
  const onError = (error: unknown): void => log.debug({ err: error }, 'Worker heartbeat failed; trying again')
  let last = heartbeat().catch(onError)
  takeOverLeases(parts, folder, own).catch((error: unknown) =>
    log.warn({ err: error }, 'The jobs of ended processes could not be taken over; their leases expire')
  )
  const timer = setInterval(() => {
    last = last.then(heartbeat).catch(onError)
  }, settings.worker_heartbeat_ms)
  return {
    async stop() {
      clearInterval(timer)
      await last
      await redis.hdel(WORKERS, id)
    }
  }
}

/** Returns the queues that are served by workers with a heartbeat within this time. */
async function servedQueues(redis: RedisClient, goneMs: number): Promise<Set<string>> {
  const now = await redisNow(redis)
  const records = Object.values(await redis.hgetall(WORKERS)).map(readRecord)
  return new Set(records.flatMap(({ queues, at }) => (now - at <= goneMs ? queues : [])))
}

/** Returns a function that returns whether a worker serves a queue: here a missing worker is noticed. A positive result is cached for a moment. */
export function workerFinder(
  redis: RedisClient,
  { worker_gone_ms }: Pick<JobSettings, 'worker_gone_ms'>
): (queue: string) => Promise<boolean> {
  let known = new Set<string>()
  let knownAt = Number.NEGATIVE_INFINITY
  return async queue => {
    if (known.has(queue) && performance.now() - knownAt < CACHE_MS) return true
    known = await servedQueues(redis, worker_gone_ms)
    knownAt = performance.now()
    return known.has(queue)
  }
}

const CACHE_MS = 1_000

const readRecord = (text: string): WorkerRecord => JSON.parse(text)

/**
 * Takes over leases early. A lease expires a few seconds after the last heartbeat of its holder. There is no need to wait if the holder was a process
 * of this machine, PID namespace and data folder that certainly no longer exists. Any other holder may only be stopped, or cut off.
 */
async function takeOverLeases(parts: Parts, folder: string, identity: Promise<ProcessIdentity | undefined>): Promise<void> {
  const { redis, log } = parts
  const [own, now, records] = await Promise.all([identity, redisNow(redis), redis.hgetall(WORKERS)])
  for (const [worker, text] of Object.entries(records)) {
    const record = readRecord(text)
    const isGone = record.folder === folder && record.process !== null && (await hasEnded(record.process, own))
    if (!isGone && now - record.at <= FORGET_MS) continue
    const isFirst = (await redis.hdel(WORKERS, worker)) === 1
    if (isGone && isFirst) log.info({ worker, jobs: await takeOverJobs(parts, worker) }, 'Took over the jobs of a process that has ended')
  }
}

/** Voids the turns of the worker and queues others. The next claim raises the epoch, which fences out writes that are still on their way. */
async function takeOverJobs(parts: Parts, worker: string): Promise<number> {
  const { redis, turnQueue } = parts
  let count = 0
  await forEachJob(parts, LIVE_JOBS, async id => {
    const [kind, turn] = await runJobCommand(redis, 'takeOverTurn', id, [worker])
    const job = kind === 'ok' ? await summaryOf(redis, id) : undefined
    if (!job) return false
    await turnQueue.add({ ...job, turn: Number(turn) })
    count++
    return false
  })
  return count
}
