import type { Caller } from '../contract/caller.ts'
import { OperationError } from '../contract/errors.ts'
import { giveBack } from './follow-up/claims.ts'
import { leave } from './listing.ts'
import { reach } from './reach.ts'
import { type Desk, expired, visible } from './read-job.ts'
import { runScript } from './scripts/run.ts'

/** Forgets a job, in steps of which each may be the last one: begun anew, it goes on from there. */
export async function deleteJob({ redis }: Desk, caller: Caller, id: string): Promise<void> {
  await reach(redis, async () => {
    await visible(redis, caller, id)
    await retire(redis, id)
    const meta = await visible(redis, caller, id)
    if (meta.parent !== null) await runScript(redis, 'disown', meta.parent, [id, (await giveBack(redis, id)) === 'ok' ? '1' : ''])
    await runScript(redis, 'remove', id) // of one that was there just now: gone is gone, also where the answer to a first attempt was lost
    await leave(redis, id, meta.key)
  })
}

/** From then on the job has ended: nothing sets it going again. */
async function retire(redis: Desk['redis'], id: string): Promise<void> {
  const [answer, status = ''] = await runScript(redis, 'retire', id)
  if (answer === 'gone') throw expired(`Job ${id} is no longer kept.`)
  if (answer === 'illegal') throw underWay(id, status)
}

function underWay(id: string, status: string): OperationError {
  return new OperationError('illegal_transition', `Job ${id} is ${status}: only a job of which nothing is under way can be deleted.`, {
    source: 'gateway',
    outcome: 'not_executed',
    current: status,
    suggestions: ['Stop it first with jobs_cancel, and wait for its end with jobs_get.']
  })
}
