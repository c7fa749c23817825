import { DelayedError, type Job as TurnJob } from 'bullmq'
import type { BulkAdapter } from '../../contract/bulk.ts'
import { OperationError } from '../../contract/errors.ts'
import type { JobKind, JobStatus } from '../../contract/job.ts'
import type { Jobs } from '../../contract/jobs.ts'
import type { Log } from '../../contract/runtime.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { inSpan, isTracing, traceFrom } from '../../lib/telemetry/telemetry.ts'
import { narrowClient } from '../../pipeline/narrow-client.ts'
import type { Connections } from '../../pipeline/ports.ts'
import { failureOf } from '../model/failure.ts'
import { turnOf } from '../model/job-id.ts'
import type { Failure, Meta } from '../model/job-record.ts'
import { isTerminal, needsTurn } from '../model/states.ts'
import { createWarningCollector } from '../model/warnings.ts'
import type { ConcurrencySlots } from '../scheduling/concurrency-slots.ts'
import type { FairShare } from '../scheduling/fair-share.ts'
import { reportProgress, type TurnData } from '../scheduling/queue.ts'
import type { JobSettings } from '../settings.ts'
import { withAction } from '../store/call-payload.ts'
import { createJobStore, type Ending, type JobStore, type TurnEnd } from '../store/job-store.ts'
import { LIVE_JOBS } from '../store/keys.ts'
import type { ListedIds } from '../store/listed-ids.ts'
import { createOutput } from '../store/output.ts'
import type { LacksApproval, Revoked } from '../store/read-job.ts'
import { fetchMeta } from '../store/read-record.ts'
import { isOutage } from '../store/redis-timeout.ts'
import type { StatusSubscriber } from '../store/status-subscriber.ts'
import { createWakeup } from '../store/wakeup.ts'
import { admit } from './admission.ts'
import { waitFor } from './backoff.ts'
import { adapterCall } from './create-adapter-call.ts'
import { executeItems } from './execute.ts'
import { adapterOfJob } from './follow-up-adapter.ts'
import { checkOutcomes } from './outcome-check.ts'
import { listItems, offerAgain } from './snapshot.ts'
import type { Turn } from './turn-context.ts'

export interface WorkerParts {
  /** ID of this worker process. */
  workerId: string
  redis: RedisClient
  /** Decrypts the arguments of calls and programs. */
  secrets: Secrets
  /** Requests that deleted data is erased from the disk soon. */
  onErased?: () => void
  statusSubscriber: StatusSubscriber
  adapterOf: (operation: string, kind: JobKind) => BulkAdapter | undefined
  connections: Pick<Connections, 'get'>
  jobs: Jobs
  log: Log
  settings: JobSettings
  listedIds: ListedIds
  slots: ConcurrencySlots
  fairShare: FairShare
  revoked?: Revoked
  lacksApproval?: LacksApproval
  /** Counts items that a bulk job of this key is about to send. Returns a function that takes the number of those that were not sent. Throws rate_limit_exceeded. */
  takeItems?: (keyId: string, system: string, items: number) => Promise<(unsent: number) => void>
  /** Aborts when the process is shutting down. */
  shutdown: AbortSignal
}

/** Gives one job one turn. BullMQ calls it, perhaps twice, late, or for a job that was deleted: `admit` decides. */
export async function takeTurn(
  parts: WorkerParts,
  job: TurnJob<TurnData>,
  token: string | undefined,
  cancelled?: AbortSignal
): Promise<void> {
  const delayUntil = async (time: number): Promise<never> => {
    // Delayed, not waiting: a delayed job goes to the end of the queue, so that jobs take turns.
    await job.moveToDelayed(time, token)
    throw new DelayedError()
  }
  if (parts.shutdown.aborted) await delayUntil(Date.now())
  const { id } = job.data
  const jobStore = createJobStore(parts.redis, id)
  const admission = await admit(parts, jobStore, id, turnOf(job.id))
  if (!admission.admitted) {
    if (admission.reason === 'claim' && admission.status) await leaveQueue(parts, id, admission.status)
    if (admission.reason !== 'slot' && admission.retryAt !== undefined) await delayUntil(admission.retryAt)
    return
  }
  const { epoch, permit } = admission
  try {
    const end = await countedTurn(parts, id, epoch, jobStore, cancelled)
    const continues = end !== 'over' && needsTurn(end.status)
    if (end !== 'over' && (!continues || end.waitingUntil !== null)) await leaveQueue(parts, id, end.status)
    await reportProgress(parts.redis, job)
    if (continues) await delayUntil(end.waitingUntil ?? permit.nextTurnAt())
  } finally {
    permit.release()
  }
}

/** The job has ended, paused or waits: here a paused job's concurrency slot is released. */
async function leaveQueue({ redis, slots, onErased }: WorkerParts, id: string, status: JobStatus): Promise<void> {
  if (isTerminal(status)) await redis.zrem(LIVE_JOBS, id)
  if (isTerminal(status)) onErased?.() // its arguments
  await slots.release(id)
}

/** Runs a turn. Failures of the engine itself are counted: a job that fails in every turn ends. */
async function countedTurn(
  parts: WorkerParts,
  id: string,
  epoch: string,
  jobStore: JobStore,
  cancelled?: AbortSignal
): Promise<'over' | (TurnEnd & { kind: 'ok' })> {
  try {
    const meta = await fetchMeta(parts.redis, id)
    if (!meta) return 'over'
    const signal = cancelled ? AbortSignal.any([cancelled, parts.shutdown]) : parts.shutdown
    const ending = await inTurnSpan(meta, () => runTurn(parts, meta, epoch, jobStore, signal))
    const end = ending === 'fenced' ? undefined : await jobStore.endTurn(epoch, ending)
    return end?.kind === 'ok' ? end : 'over'
  } catch (error) {
    // A turn that an outage of Redis interrupts does not count.
    const status = isOutage(error) ? undefined : await jobStore.recordTurnFailure(epoch, parts.settings.max_turn_failures, ENGINE_FAILED)
    if (!status) throw error
    parts.log.error({ job: id, status, err: error }, 'Job stopped after repeated engine failures')
    await leaveQueue(parts, id, status)
    return 'over'
  }
}

/** Runs a turn in a span that continues the trace of the request which created the job. */
function inTurnSpan<T>({ id, operation, queue, trace }: Meta, run: () => Promise<T>): Promise<T> {
  if (!isTracing()) return run()
  const attributes = {
    'messaging.system': 'bullmq',
    'messaging.operation.type': 'process',
    'messaging.destination.name': queue,
    'messaging.message.conversation_id': id,
    'toolgate.operation': operation
  }
  return inSpan({ name: `process ${operation}`, kind: 'consumer', attributes, parent: traceFrom({ traceparent: trace }) }, run)
}

const ENGINE_FAILED: Failure = {
  code: 'UNKNOWN_ERROR',
  reason: 'unexpected',
  message: 'The gateway failed to run this job. Its log contains the cause under the ID of the job.'
}

/** Waits after which the job is offered to other workers less often: one of them may have the right settings. */
const QUICK_WAITS = 10
const SLOW_WAIT_MS = 60_000

const differs = (created: string | null, here: string | undefined): boolean => created !== null && here !== undefined && created !== here

/** The job waits for a worker with the settings that it was created with. */
function otherSettings({ title }: BulkAdapter['tool'], instance: string | null, retry_after_ms: number): OperationError {
  const where = instance === null ? title : `the instance ${instance} of ${title}`
  return new OperationError(
    'configuration_invalid',
    `This worker has different settings for ${where} than the gateway that created the job: another base URL, account or folder. It processed no items. Give all gateways and workers that share a Redis the same settings.`,
    { source: 'gateway', outcome: 'not_executed', retry_after_ms }
  )
}

/** A call checks the policy by itself when it runs, and a check of outcomes changes nothing. */
const isBeforeFirstItem = ({ kind, startedAt, follows }: Meta): boolean => kind !== 'call' && startedAt === null && follows !== 'reconcile'

/** Lists items or executes them, and returns how the turn ends. */
async function runTurn(
  parts: WorkerParts,
  stored: Meta,
  epoch: string,
  jobStore: JobStore,
  signal: AbortSignal
): Promise<Ending | 'fenced'> {
  const wakeup = createWakeup()
  const unsubscribe = parts.statusSubscriber.onStatus(stored.id, wakeup.wake)
  try {
    const revoked = parts.revoked?.(stored)
    if (revoked) return { how: stored.kind === 'bulk' ? 'pause' : 'fail', reason: revoked.reason, error: failureOf(revoked) }
    const meta = await withAction(parts, stored)
    const action = parts.adapterOf(meta.operation, meta.kind)
    if (!action) throw new OperationError('configuration_missing', `This worker does not have the operation ${meta.operation}.`)
    const adapter = adapterOfJob({ redis: parts.redis, settle_ms: parts.settings.settle_ms }, action, meta)
    const { client, instance, fingerprint } = await parts.connections.get(adapter.tool, meta.instance ?? undefined, 'bulk')
    if (differs(meta.fingerprint, fingerprint))
      throw otherSettings(adapter.tool, instance, meta.waits < QUICK_WAITS ? parts.settings.first_wait_ms : SLOW_WAIT_MS)
    const warnings = createWarningCollector()
    const output = adapter.kind === 'process' ? createOutput(parts.redis, meta.id, epoch) : undefined
    const facts = {
      client: narrowClient(adapter.tool, client, meta),
      instance,
      caller: { id: meta.key, scopes: [], constraints: meta.constraints },
      jobs: parts.jobs,
      jobId: meta.id,
      log: parts.log,
      warn: warnings.add,
      ...(output && { emit: output.emit })
    }
    const call: Turn['call'] = ended => adapterCall({ ...facts, signal: ended })
    const takeItems: Turn['takeItems'] = async items =>
      (meta.kind === 'bulk' ? await parts.takeItems?.(meta.key, adapter.tool.name, items) : undefined) ?? (() => undefined)
    const turn = { ...parts, adapter, meta, epoch, jobStore, signal, wakeup, warnings, call, takeItems, ...(output && { output }) }
    if (meta.phase === 'list') return await listItems(turn)
    if (isBeforeFirstItem(meta) && parts.lacksApproval?.(meta)) return await offerAgain(turn)
    const ending = await executeItems(turn)
    return ending === 'fenced' ? ending : await checkOutcomes(turn, ending)
  } catch (error) {
    const system = parts.adapterOf(stored.operation, stored.kind)?.tool.name
    const wait = waitFor(error, stored.waits, parts.settings.first_wait_ms, system)
    if (!wait) throw error
    return wait
  } finally {
    unsubscribe()
  }
}
