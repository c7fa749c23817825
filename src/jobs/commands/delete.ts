import type { Caller } from '../../contract/call.ts'
import { OperationError } from '../../contract/errors.ts'
import { removeFromIndexes } from '../store/job-index.ts'
import { runJobCommand } from '../store/lua/commands.ts'
import { expired, type JobsContext, visible } from '../store/read-job.ts'
import { withRedisTimeout } from '../store/redis-timeout.ts'
import { returnItems } from './follow-up/claims.ts'

/** Deletes a job in steps. If the process ends after any of them, a second call completes the deletion. */
export async function deleteJob({ redis, onErased }: JobsContext, caller: Caller, id: string): Promise<void> {
  await withRedisTimeout(redis, async () => {
    await visible(redis, caller, id)
    await startDeletion(redis, id)
    const meta = await visible(redis, caller, id)
    if (meta.parent !== null) {
      const returned = (await returnItems(redis, id)) === 'ok'
      await runJobCommand(redis, 'releaseItems', meta.parent, [id, returned ? '1' : ''])
    }
    await runJobCommand(redis, 'deleteJob', id) // 'gone' is a success too: the response to a first attempt may have been lost
    await removeFromIndexes(redis, id, meta.key)
    onErased?.()
  })
}

/** From then on the job has ended, and nothing starts it again. */
async function startDeletion(redis: JobsContext['redis'], id: string): Promise<void> {
  const [result, status = ''] = await runJobCommand(redis, 'startDeletion', id)
  if (result === 'gone') throw expired(`Job ${id} is no longer stored.`)
  if (result === 'illegal') throw inProgress(id, status)
}

function inProgress(id: string, status: string): OperationError {
  return new OperationError(
    'illegal_transition',
    `Job ${id} is ${status}: only a job that has ended or awaits confirmation can be deleted.`,
    {
      source: 'gateway',
      outcome: 'not_executed',
      current: status,
      suggestions: ['Stop it first with jobs_cancel, and wait for its end with jobs_get.']
    }
  )
}
