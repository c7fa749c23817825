import type { Caller } from '../../contract/call.ts'
import { OperationError } from '../../contract/errors.ts'
import type { Job } from '../../contract/job.ts'
import { obstacleTo } from '../model/follow-up-rules.ts'
import type { Meta } from '../model/job-record.ts'
import { isTerminal, type Verb, verbsFor } from '../model/states.ts'
import type { QueuedJob } from '../scheduling/queue.ts'
import { runJobCommand } from '../store/lua/commands.ts'
import { expired, type JobsContext, readJob, visible } from '../store/read-job.ts'
import { fetchMeta } from '../store/read-record.ts'
import { withRedisTimeout } from '../store/redis-timeout.ts'

/** Queues a turn of a job that is already written. If that fails, the reconciler queues it later. */
export async function queueTurn({ redis, turnQueue, log }: JobsContext, job: QueuedJob): Promise<void> {
  await withRedisTimeout(redis, () => turnQueue.add(job)).catch(error =>
    log.warn({ job: job.id, err: error }, 'The turn of a job could not be queued; the reconciler queues it')
  )
}

/** Confirms, pauses, resumes or cancels a job. Returns the job after that. `args`: what `confirm` needs besides the job. */
export async function control(context: JobsContext, caller: Caller, id: string, verb: Verb, args: string[] = []): Promise<Job> {
  const { redis } = context
  const meta = await withRedisTimeout(redis, () => visible(redis, caller, id))
  // Scope and policy may have changed since the job was created.
  if (verb === 'confirm' || verb === 'resume') {
    context.authorize?.(meta.operation, caller, meta)
    const revoked = context.revoked?.(meta)
    if (revoked) throw revoked
    if (!meta.idempotent) await context.requireDurability?.()
  }
  const [result, status, turn] = await withRedisTimeout(redis, () => runJobCommand(redis, verb, id, args))
  if (result === 'gone') throw expired(`Job ${id} is no longer stored.`)
  if (result === 'illegal') throw illegalTransition(verb, (await withRedisTimeout(redis, () => fetchMeta(redis, id))) ?? meta)
  if (result === 'late' || result === 'mismatch') throw notConfirmed(result, id)
  // Read before a worker starts, so that repeated confirms return the same.
  const job = await readJob(context, caller, id)
  await updateSlot(context, id, status)
  if (verb === 'cancel')
    await context
      .withdrawApproval?.(id)
      .catch(err => context.log.warn({ job: id, err }, 'The approval of a cancelled job could not be withdrawn; it expires'))
  if (status === 'queued' || status === 'cancelling' || (verb === 'resume' && status === 'waiting'))
    await queueTurn(context, { ...meta, turn: Number(turn) })
  return job
}

/** A job that was queued now waits in line; a paused or cancelled job releases its slot here. If that fails, a worker or the reconciler does it later. */
async function updateSlot({ redis, slots, log }: JobsContext, id: string, status: string | undefined): Promise<void> {
  if (status !== 'queued' && status !== 'paused' && status !== 'cancelled') return
  await withRedisTimeout(redis, () => (status === 'queued' ? slots.queue(id) : slots.release(id))).catch(error =>
    log.warn({ job: id, err: error }, 'The concurrency slot of a job could not be updated; the reconciler updates it')
  )
}

/** Describes the job as it is now: it may have changed since it was read. */
export function illegalTransition(verb: Verb, meta: Meta): OperationError {
  const { id, status } = meta
  const message = isTerminal(status)
    ? `Job ${id} is ${status}: it has ended and can no longer be ${PARTICIPLES[verb]}.`
    : `Job ${id} is ${status}: it cannot be ${PARTICIPLES[verb]} now.`
  return new OperationError('illegal_transition', message, {
    source: 'gateway',
    outcome: 'not_executed',
    current: status,
    suggestions: [nextStep(meta)]
  })
}

const PARTICIPLES: Record<Verb, string> = { confirm: 'confirmed', resume: 'resumed', pause: 'paused', cancel: 'cancelled' }

/** Returns a suggestion of what to do with the job in its present state. */
function nextStep(meta: Meta): string {
  const verbs = verbsFor(meta.status, meta.phase)
  if (verbs.length > 0) return `Allowed now: ${verbs.map(verb => `jobs_${verb}`).join(', ')}.`
  if (!isTerminal(meta.status)) return 'It ends by itself: follow it with jobs_get.'
  if (obstacleTo('undo', meta) === undefined) return 'jobs_undo creates a job that reverses what it did.'
  if (obstacleTo('retry', meta) === undefined) return 'jobs_retry creates a job for its unfinished items.'
  return 'To do it again, create a new job.'
}

function notConfirmed(result: 'late' | 'mismatch', id: string): OperationError {
  const message =
    result === 'late'
      ? `The preview of job ${id} was not confirmed in time and has expired. Nothing was done.`
      : `\`confirm_token\` does not match the current preview of job ${id}. Nothing was done.`
  return new OperationError('plan_changed', message, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: [
      result === 'late' ? 'Create the job again and confirm its preview.' : 'Read the job, check its preview, and send its confirm_token.'
    ]
  })
}
