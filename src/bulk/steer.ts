import type { Caller } from '../contract/caller.ts'
import { OperationError } from '../contract/errors.ts'
import type { Job } from '../contract/jobs.ts'
import { obstacleTo } from './follow-up/obstacles.ts'
import type { Meta } from './meta.ts'
import { reach } from './reach.ts'
import { type Desk, expired, readJob, visible } from './read-job.ts'
import { fetchMeta } from './read-meta.ts'
import { runScript } from './scripts/run.ts'
import { isTerminal, type Verb, verbsFor } from './states.ts'

/** The job is written; if its turn cannot be queued just now, the reconciler does so later. */
export async function setGoing({ redis, turns, log }: Desk, job: { id: string; queue: string; turn: number }): Promise<void> {
  await reach(redis, () => turns.add(job)).catch(error =>
    log.warn({ job: job.id, err: error }, 'The turn of a job could not be queued yet')
  )
}

/** Does what somebody asks of a job, and answers the job as it is then. */
export async function control(desk: Desk, caller: Caller, id: string, verb: Verb, values: string[] = []): Promise<Job> {
  const { redis } = desk
  const meta = await reach(redis, () => visible(redis, caller, id))
  // Scope and policy may have changed since the job was made.
  if (verb === 'confirm' || verb === 'resume') {
    desk.admit?.(meta.operation, caller, meta.permission ?? undefined)
    if (!meta.idempotent) await desk.demandDurability?.()
  }
  const [answer, status, turn] = await reach(redis, () => runScript(redis, verb, id, values))
  if (answer === 'gone') throw expired(`Job ${id} is no longer kept.`)
  if (answer === 'illegal') throw illegal(verb, (await reach(redis, () => fetchMeta(redis, id))) ?? meta)
  if (answer === 'late' || answer === 'mismatch') throw stale(answer, id)
  // Read before a worker hears of it, so that the answer to a confirm is the same each time.
  const job = await readJob(desk, caller, id)
  await takePlace(desk, id, status)
  if (status === 'queued' || (verb === 'resume' && status === 'waiting')) await setGoing(desk, { ...meta, turn: Number(turn) })
  return job
}

/** A job that was queued stands in line from now on; one that stopped leaves its place. If that cannot be written just now, a worker does so later. */
async function takePlace({ redis, places, log }: Desk, id: string, status: string | undefined): Promise<void> {
  if (status !== 'queued' && status !== 'paused' && status !== 'cancelled') return
  await reach(redis, () => (status === 'queued' ? places.queue(id) : places.leave(id))).catch(error =>
    log.warn({ job: id, err: error }, 'The place of a job could not be written yet')
  )
}

/** The job as it is when that is found out: it may have gone on since it was looked at before. */
function illegal(verb: Verb, meta: Meta): OperationError {
  const { id, status } = meta
  const when = isTerminal(status) ? 'any more: it has ended' : 'now'
  return new OperationError('illegal_transition', `Job ${id} is ${status}: it cannot be ${DONE[verb]} ${when}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    current: status,
    suggestions: [allowedNow(meta)]
  })
}

const DONE: Record<Verb, string> = { confirm: 'confirmed', resume: 'resumed', pause: 'paused', cancel: 'cancelled' }

/** What may be asked of a job as it stands, in words. */
function allowedNow(meta: Meta): string {
  const verbs = verbsFor(meta.status, meta.phase)
  if (verbs.length > 0) return `Allowed now: ${verbs.map(verb => `jobs_${verb}`).join(', ')}.`
  if (!isTerminal(meta.status)) return 'It ends by itself: follow it with jobs_get.'
  const [undo, retry] = FOLLOW_UPS_OF_USE.map(how => obstacleTo(how, meta) === undefined)
  if (undo) return 'jobs_undo makes a job that takes back what it did.'
  return retry ? 'jobs_retry makes a job of the items that it did not do.' : 'To do it again, make a new job.'
}

const FOLLOW_UPS_OF_USE = ['undo', 'retry'] as const

function stale(answer: 'late' | 'mismatch', id: string): OperationError {
  const message =
    answer === 'late'
      ? `The preview of job ${id} was not confirmed in time, and has expired. Nothing was done.`
      : `The confirm token is not that of the present preview of job ${id}. Nothing was done.`
  return new OperationError('plan_changed', message, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: [
      answer === 'late' ? 'Make the job again, and confirm its preview.' : 'Read the job, look at its preview, and send its confirm_token.'
    ]
  })
}
