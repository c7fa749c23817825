import { OperationError } from '../../contract/errors.ts'
import type { FollowUp } from '../../contract/jobs.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { newJobId } from '../id.ts'
import { jobKey } from '../keys.ts'
import type { Meta } from '../meta.ts'
import { expired } from '../read-job.ts'
import { fetchMeta } from '../read-meta.ts'
import { runScript } from '../scripts/run.ts'
import { isTerminal } from '../states.ts'
import type { Plan } from './plan.ts'

/** The id of a job made from another; not `fresh` where the same was asked before. */
export interface Made {
  id: string
  fresh: boolean
}

/** The parent gives its items, and answers to whom: to the new job, or to the one that the same call made before. */
export async function adopt(redis: RedisClient, parent: Meta, { how, takes, needs }: Plan): Promise<Made> {
  const { free, absent } = await claimants(redis, parent)
  const values = [newJobId(), takes, needs, free.join(','), absent.join(','), how === 'reconcile' ? '1' : '']
  const [answer, child = ''] = await runScript(redis, 'adopt', parent.id, values)
  if (answer === 'gone') throw expired(`The items of job ${parent.id} are no longer kept.`)
  if (answer === 'taken') throw taken(how, parent.id, child)
  if (answer === 'illegal') throw movedOn(how, parent.id, child)
  return { id: child, fresh: answer === 'ok' }
}

/**
 * Jobs that were given items: those that are `free` of them, since they ended and did nothing or were told all they asked, and those that are
 * `absent`.
 */
async function claimants(redis: RedisClient, { claims }: Meta): Promise<{ free: string[]; absent: string[] }> {
  const ids = [...new Set(Object.values(claims).map(claim => claim.split(':')[0] ?? ''))]
  const [free, absent]: [string[], string[]] = [[], []]
  for (const id of ids) {
    const meta = await fetchMeta(redis, id)
    if (meta ? isVoid(meta) : !(await wasBorn(redis, id))) (meta ? free : absent).push(id)
  }
  return { free, absent }
}

/** Also one that was deleted since. */
export const wasBorn = async (redis: RedisClient, id: string): Promise<boolean> => (await redis.exists(jobKey(id, 'stone'))) === 1

/** Whether the items of its parent are free again: it has ended, and did nothing to them. A look never does. */
export function isVoid({ status, follows, counts }: Meta): boolean {
  const { succeeded, skipped, failed, unknown } = counts
  return isTerminal(status) && (follows === 'reconcile' || succeeded + skipped + failed + unknown === 0)
}

/** Of a job that begins to list: throws where it came so late that its items were given to another. */
export async function requireOwn(redis: RedisClient, parent: string, id: string): Promise<void> {
  const [answer] = await runScript(redis, 'own', parent, [id])
  if (answer === 'gone') throw expired(`The items of job ${parent}, which this one was made from, are no longer kept.`)
  if (answer === 'ok') return
  throw new OperationError(
    'follow_up_exists',
    `The items that job ${parent} had for this one were given back meanwhile: it does nothing.`,
    {
      source: 'gateway',
      outcome: 'not_executed',
      suggestions: [`Ask it of job ${parent} again.`]
    }
  )
}

/** It was resumed or cancelled between the look at it and the script. */
function movedOn(how: FollowUp, id: string, status: string): OperationError {
  return new OperationError('illegal_transition', `Job ${id} is ${status} by now: ${how} must wait until it has ended.`, {
    source: 'gateway',
    outcome: 'not_executed',
    current: status,
    suggestions: [`Follow it with jobs_get, id ${id}, then ask again.`]
  })
}

function taken(how: FollowUp, id: string, child: string): OperationError {
  return new OperationError('follow_up_exists', `Job ${child}, made from job ${id}, has items that ${how} would need.`, {
    source: 'gateway',
    outcome: 'not_executed',
    job_id: child,
    suggestions: [
      `Follow it with jobs_get, id ${child}. What it does not do can be tried again from there; if it never did anything, jobs_cancel frees its items.`
    ]
  })
}
