import { DelayedError, type Job as TurnJob } from 'bullmq'
import type { BulkAdapter } from '../contract/bulk.ts'
import { OperationError } from '../contract/errors.ts'
import type { Jobs } from '../contract/jobs.ts'
import type { Connections } from '../contract/ports.ts'
import type { Log } from '../contract/tool.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import type { Bell } from './bell.ts'
import { adapterCall } from './call.ts'
import type { Turn } from './context.ts'
import { turnOf } from './id.ts'
import { jobKey, LIVE_JOBS } from './keys.ts'
import { createLedger, type Ending, type Ledger } from './ledger.ts'
import { type Meta, readMeta } from './meta.ts'
import { createPulse } from './pulse.ts'
import type { TurnData } from './queue.ts'
import type { BulkSettings } from './settings.ts'
import { listingTurn } from './snapshot.ts'
import { isTerminal, needsTurn } from './states.ts'
import { actingTurn } from './turn.ts'
import { waitFor } from './waits.ts'

export interface WorkerParts {
  redis: RedisClient
  bell: Bell
  adapterOf: (operation: string) => BulkAdapter | undefined
  connections: Pick<Connections, 'get'>
  jobs: Jobs
  log: Log
  settings: BulkSettings
  /** Aborts when the process is asked to end. */
  shutdown: AbortSignal
}

/** Gives one job one turn. What BullMQ calls; it may call twice, late, or for a job that is no more: `claim` decides. */
export async function takeTurn(
  parts: WorkerParts,
  job: TurnJob<TurnData>,
  token: string | undefined,
  cancelled?: AbortSignal
): Promise<void> {
  const again = async (at: number): Promise<never> => {
    // Delayed, not waiting: a delayed job goes to the end of the queue, so that jobs take turns.
    await job.moveToDelayed(at, token)
    throw new DelayedError()
  }
  if (parts.shutdown.aborted) await again(Date.now())
  const { id } = job.data
  const ledger = createLedger(parts.redis, id)
  const claim = await ledger.claim(turnOf(job.id))
  if (claim.kind === 'early') await again(claim.until)
  if (claim.kind === 'idle' && isTerminal(claim.status)) await parts.redis.zrem(LIVE_JOBS, id)
  if (claim.kind !== 'claimed') return

  const meta = readMeta(await parts.redis.hgetall(jobKey(id, 'meta')))
  if (!meta) return
  const signal = cancelled ? AbortSignal.any([cancelled, parts.shutdown]) : parts.shutdown
  const ending = await play(parts, meta, claim.epoch, ledger, signal)
  if (ending === 'fenced') return
  const after = await ledger.rest(claim.epoch, ending)
  if (after.kind === 'fenced') return
  if (isTerminal(after.status)) await parts.redis.zrem(LIVE_JOBS, id)
  if (needsTurn(after.status)) await again(after.waitingUntil ?? Date.now())
}

async function play(parts: WorkerParts, meta: Meta, epoch: string, ledger: Ledger, signal: AbortSignal): Promise<Ending | 'fenced'> {
  const pulse = createPulse()
  const off = parts.bell.on(meta.id, pulse.beat)
  try {
    const adapter = parts.adapterOf(meta.operation)
    if (!adapter) throw new OperationError('configuration_missing', `This worker does not know ${meta.operation}`)
    const { client, instance } = await parts.connections.get(adapter.tool, meta.instance ?? undefined)
    const call: Turn['call'] = ended =>
      adapterCall({ client, instance, signal: ended, caller: { id: meta.key, scopes: [] }, jobs: parts.jobs, log: parts.log })
    const turn = { ...parts, adapter, meta, epoch, ledger, signal, pulse, call }
    return await (meta.phase === 'list' ? listingTurn(turn) : actingTurn(turn))
  } catch (error) {
    const wait = waitFor(error, meta.waits, parts.settings.first_wait_ms)
    if (!wait) throw error
    return wait
  } finally {
    off()
  }
}
