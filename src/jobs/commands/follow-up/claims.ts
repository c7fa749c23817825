import { OperationError } from '../../../contract/errors.ts'
import type { FollowUp } from '../../../contract/job.ts'
import type { RedisClient } from '../../../lib/redis/connect.ts'
import { requireAllowed } from '../../model/follow-up-rules.ts'
import { newJobId } from '../../model/job-id.ts'
import type { Meta } from '../../model/job-record.ts'
import { jobKey } from '../../store/keys.ts'
import { runJobCommand } from '../../store/lua/commands.ts'
import { expired } from '../../store/read-job.ts'

/** A follow-up and the items of the parent it takes. Items are claimed by their status, so that no two jobs take the same items. */
export interface Plan {
  how: FollowUp
  /** Statuses of the items that it lists. */
  bytes: string
  /** The claims that it takes, and those that no other job may have taken in the meantime. */
  takes: string
  needs: string
}

/** ID of a follow-up job. `fresh` is false if an earlier request created it. */
export interface CreatedJob {
  id: string
  fresh: boolean
}

/** Claims items of a parent for a new job. Returns the new job, or the one that the same request created before. */
export async function claimItems(redis: RedisClient, parent: Meta, { how, takes, needs }: Plan): Promise<CreatedJob> {
  const { free, absent } = await claimants(redis, parent, needs)
  const args = [newJobId(), takes, needs, free.join(','), absent.join(','), how === 'reconcile' ? '1' : '']
  const [result, value = ''] = await runJobCommand(redis, 'claimItems', parent.id, args)
  if (result === 'gone') throw expired(`The items of job ${parent.id} are no longer stored.`)
  if (result === 'taken') throw alreadyClaimed(how, parent.id, value)
  if (result === 'illegal') throw statusChanged(how, parent.id, value)
  if (result === 'returned') requireAllowed(how, { ...parent, itemsReturned: true })
  return { id: value, fresh: result === 'ok' }
}

/** Jobs that have needed claims: those that returned their items (`free`), and those that do not exist (`absent`). */
async function claimants(redis: RedisClient, { claims }: Meta, needs: string): Promise<{ free: string[]; absent: string[] }> {
  const needed = Object.entries(claims).filter(([byte]) => needs.includes(byte))
  const ids = [...new Set(needed.map(([, claim]) => claim.split(':')[0] ?? ''))]
  const [free, absent]: [string[], string[]] = [[], []]
  for (const id of ids) {
    const result = await returnItems(redis, id)
    if (result === 'ok') free.push(id)
    if (result === 'gone' && !(await wasWritten(redis, id))) absent.push(id)
  }
  return { free, absent }
}

/** Returns the items of a job to its parent. `kept`: it has not ended, did something to them, or another job claimed some. */
export async function returnItems(redis: RedisClient, id: string): Promise<'ok' | 'kept' | 'gone'> {
  const [result] = await runJobCommand(redis, 'returnItems', id)
  return result === 'ok' || result === 'gone' ? result : 'kept'
}

/** Whether a job exists, or existed and was deleted. */
export const wasWritten = async (redis: RedisClient, id: string): Promise<boolean> => (await redis.exists(jobKey(id, 'tombstone'))) === 1

/** For a job that begins to list: throws if it was written so late that another job has claimed its items. */
export async function confirmClaim(redis: RedisClient, parent: string, id: string): Promise<void> {
  const [result] = await runJobCommand(redis, 'confirmClaim', parent, [id])
  if (result === 'gone') throw expired(`The items of job ${parent}, which this job was created from, are no longer stored.`)
  if (result === 'ok') return
  throw new OperationError('follow_up_exists', `The claim on the items of job ${parent} has expired: this job does nothing.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: [`Repeat the request for job ${parent}.`]
  })
}

/** The parent was resumed or cancelled after it was read. */
function statusChanged(how: FollowUp, id: string, status: string): OperationError {
  return new OperationError('illegal_transition', `Job ${id} is now ${status}: ${how} needs a job that has ended.`, {
    source: 'gateway',
    outcome: 'not_executed',
    current: status,
    suggestions: [`Follow it with jobs_get, id ${id}, then repeat the request.`]
  })
}

function alreadyClaimed(how: FollowUp, id: string, child: string): OperationError {
  return new OperationError('follow_up_exists', `Job ${child}, created from job ${id}, has items that ${how} needs.`, {
    source: 'gateway',
    outcome: 'not_executed',
    job_id: child,
    suggestions: [
      `Follow it with jobs_get, id ${child}. Retry its unfinished items from there; if it has not done anything yet, jobs_cancel frees its items.`
    ]
  })
}
