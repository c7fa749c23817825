import { OperationError } from '../../contract/errors.ts'
import type { FollowUp } from '../../contract/jobs.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { newJobId } from '../id.ts'
import { jobKey } from '../keys.ts'
import type { Meta } from '../meta.ts'
import { expired } from '../read-job.ts'
import { runScript } from '../scripts/run.ts'
import { requireNone } from './obstacles.ts'
import type { Plan } from './plan.ts'

/** The id of a job made from another; not `fresh` where the same was asked before. */
export interface Made {
  id: string
  fresh: boolean
}

/** The parent gives its items, and answers to whom: to the new job, or to the one that the same call made before. */
export async function adopt(redis: RedisClient, parent: Meta, { how, takes, needs }: Plan): Promise<Made> {
  const { free, absent } = await claimants(redis, parent, needs)
  const values = [newJobId(), takes, needs, free.join(','), absent.join(','), how === 'reconcile' ? '1' : '']
  const [answer, child = ''] = await runScript(redis, 'adopt', parent.id, values)
  if (answer === 'gone') throw expired(`The items of job ${parent.id} are no longer kept.`)
  if (answer === 'taken') throw taken(how, parent.id, child)
  if (answer === 'illegal') throw movedOn(how, parent.id, child)
  if (answer === 'given_back') requireNone(how, { ...parent, givenBack: true })
  return { id: child, fresh: answer === 'ok' }
}

/** Jobs that have what is needed: those that are `free` of it, since they gave it back, and those that are `absent`. */
async function claimants(redis: RedisClient, { claims }: Meta, needs: string): Promise<{ free: string[]; absent: string[] }> {
  const needed = Object.entries(claims).filter(([byte]) => needs.includes(byte))
  const ids = [...new Set(needed.map(([, claim]) => claim.split(':')[0] ?? ''))]
  const [free, absent]: [string[], string[]] = [[], []]
  for (const id of ids) {
    const answer = await giveBack(redis, id)
    if (answer === 'ok') free.push(id)
    if (answer === 'gone' && !(await wasBorn(redis, id))) absent.push(id)
  }
  return { free, absent }
}

/** Asks a job to give the items of its parent back. `kept`: it has not ended, did something to them, or gave them on to a job of its own. */
export async function giveBack(redis: RedisClient, id: string): Promise<'ok' | 'kept' | 'gone'> {
  const [answer] = await runScript(redis, 'giveBack', id)
  return answer === 'ok' || answer === 'gone' ? answer : 'kept'
}

/** Also one that was deleted since. */
export const wasBorn = async (redis: RedisClient, id: string): Promise<boolean> => (await redis.exists(jobKey(id, 'stone'))) === 1

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
