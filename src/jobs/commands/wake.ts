import { summaryOf } from '../store/job-summary.ts'
import { runJobCommand } from '../store/lua/commands.ts'
import type { JobsContext } from '../store/read-job.ts'
import { withRedisTimeout } from '../store/redis-timeout.ts'
import { queueTurn } from './control.ts'

/** Continues a job that waits for an approval, now that it has been decided. */
export async function wakeJob(context: JobsContext, id: string): Promise<void> {
  const { redis } = context
  const job = await withRedisTimeout(redis, () => summaryOf(redis, id))
  if (!job) return
  const [result, , turn] = await withRedisTimeout(redis, () => runJobCommand(redis, 'wake', id))
  if (result === 'ok') await queueTurn(context, { ...job, turn: Number(turn) })
}
