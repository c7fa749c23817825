import { DelayedError, type Job as TurnJob } from 'bullmq'
import type { BulkAdapter } from '../contract/bulk.ts'
import { OperationError } from '../contract/errors.ts'
import type { JobKind } from '../contract/job-parts.ts'
import type { JobStatus, Jobs } from '../contract/jobs.ts'
import type { Connections } from '../contract/ports.ts'
import type { Log } from '../contract/tool.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import type { Bell } from './bell.ts'
import { adapterCall } from './call.ts'
import type { Turn } from './context.ts'
import type { Crowd } from './crowd.ts'
import { adapterOfJob } from './follow-up/adapter.ts'
import { turnOf } from './id.ts'
import { withAction } from './kept.ts'
import { LIVE_JOBS } from './keys.ts'
import { createLedger, type Ending, type Ledger, type Rest } from './ledger.ts'
import type { ListedIds } from './listed-ids.ts'
import type { Failure, Meta } from './meta.ts'
import { createOutput } from './output.ts'
import type { Places } from './places.ts'
import { createPulse } from './pulse.ts'
import type { TurnData } from './queue.ts'
import { isOutage } from './reach.ts'
import { fetchMeta } from './read-meta.ts'
import type { BulkSettings } from './settings.ts'
import { listingTurn } from './snapshot.ts'
import { isTerminal, needsTurn } from './states.ts'
import { actingTurn } from './turn.ts'
import { waitFor } from './waits.ts'
import { createWarnings } from './warnings.ts'

export interface WorkerParts {
  redis: RedisClient
  bell: Bell
  adapterOf: (operation: string, kind: JobKind) => BulkAdapter | undefined
  connections: Pick<Connections, 'get'>
  jobs: Jobs
  log: Log
  settings: BulkSettings
  listedIds: ListedIds
  places: Places
  crowd: Crowd
  /** Aborts when the process is asked to end. */
  shutdown: AbortSignal
}

/** Least delay of a turn that came too early. */
const EARLY_MS = 100

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
  if (!(await parts.places.admit(id, turnOf(job.id)))) return
  const seat = await parts.crowd.enter(id)
  try {
    if (!seat.free) await again(seat.nextAt())
    const after = await seatedTurn(parts, id, turnOf(job.id), cancelled)
    if (after !== 'over') await again(after.at ?? seat.nextAt())
  } finally {
    seat.leave()
  }
}

/** Answers when the next turn of the job is due, if it has one; null: at once. */
async function seatedTurn(parts: WorkerParts, id: string, turn: number, cancelled?: AbortSignal): Promise<'over' | { at: number | null }> {
  const ledger = createLedger(parts.redis, id)
  const claim = await ledger.claim(turn)
  // Not at once, should this host's clock be ahead of Redis's.
  if (claim.kind === 'early') return { at: Math.max(claim.until, Date.now() + EARLY_MS) }
  if (claim.kind === 'idle') await standStill(parts, id, claim.status)
  if (claim.kind !== 'claimed') return 'over'

  const after = await turnOrStumble(parts, id, claim.epoch, ledger, cancelled)
  if (after === 'over') return 'over'
  const goesOn = needsTurn(after.status)
  if (!goesOn || after.waitingUntil !== null) await standStill(parts, id, after.status)
  return goesOn ? { at: after.waitingUntil } : 'over'
}

/** The job has ended, or waits. */
async function standStill({ redis, places }: WorkerParts, id: string, status: JobStatus): Promise<void> {
  if (isTerminal(status)) await redis.zrem(LIVE_JOBS, id)
  await places.leave(id)
}

/** A turn, counted where the engine breaks it off: a job that no turn can bring further ends, and is not tried for ever. */
async function turnOrStumble(
  parts: WorkerParts,
  id: string,
  epoch: string,
  ledger: Ledger,
  cancelled?: AbortSignal
): Promise<'over' | (Rest & { kind: 'ok' })> {
  try {
    const meta = await fetchMeta(parts.redis, id)
    if (!meta) return 'over'
    const signal = cancelled ? AbortSignal.any([cancelled, parts.shutdown]) : parts.shutdown
    const ending = await play(parts, meta, epoch, ledger, signal)
    const after = ending === 'fenced' ? undefined : await ledger.rest(epoch, ending)
    return after?.kind === 'ok' ? after : 'over'
  } catch (error) {
    // What an outage breaks off says nothing of the job.
    const status = isOutage(error) ? undefined : await ledger.stumble(epoch, parts.settings.most_stumbles, ENGINE_FAILED)
    if (!status) throw error
    parts.log.error({ job: id, status, err: error }, 'A job stands still: its turns break off')
    await standStill(parts, id, status)
    return 'over'
  }
}

const ENGINE_FAILED: Failure = {
  code: 'UNKNOWN_ERROR',
  reason: 'unexpected',
  message: 'The gateway failed to run this job. Its log holds the cause under the id of the job.'
}

async function play(parts: WorkerParts, known: Meta, epoch: string, ledger: Ledger, signal: AbortSignal): Promise<Ending | 'fenced'> {
  const meta = await withAction(parts.redis, known)
  const pulse = createPulse()
  const off = parts.bell.on(meta.id, pulse.beat)
  try {
    const action = parts.adapterOf(meta.operation, meta.kind)
    if (!action) throw new OperationError('configuration_missing', `This worker does not know ${meta.operation}`)
    const adapter = adapterOfJob({ redis: parts.redis, settle_ms: parts.settings.settle_ms }, action, meta)
    const { client, instance } = await parts.connections.get(adapter.tool, meta.instance ?? undefined, 'bulk')
    const warnings = createWarnings()
    const output = adapter.kind === 'process' ? createOutput(parts.redis, meta.id, epoch) : undefined
    const facts = {
      client,
      instance,
      caller: { id: meta.key, scopes: [] },
      jobs: parts.jobs,
      log: parts.log,
      warn: warnings.add,
      ...(output && { emit: output.emit })
    }
    const call: Turn['call'] = ended => adapterCall({ ...facts, signal: ended })
    const turn = { ...parts, adapter, meta, epoch, ledger, signal, pulse, warnings, call, ...(output && { output }) }
    return await (meta.phase === 'list' ? listingTurn(turn) : actingTurn(turn))
  } catch (error) {
    const wait = waitFor(error, meta.waits, parts.settings.first_wait_ms, parts.adapterOf(meta.operation, meta.kind)?.tool.name)
    if (!wait) throw error
    return wait
  } finally {
    off()
  }
}
