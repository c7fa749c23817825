import type { CompleteRequest, CompleteResult } from '@modelcontextprotocol/server'
import type { Session } from './parts.ts'
import { JOB_RESULTS } from './resources.ts'

const MOST = 100

/** completion/complete: ids of the caller's jobs, the newest first, for the resource of a job's results. Nothing else takes an argument. */
export async function complete({ ref, argument }: CompleteRequest['params'], { jobs, caller }: Session): Promise<CompleteResult> {
  if (ref.type !== 'ref/resource' || ref.uri !== JOB_RESULTS || argument.name !== 'id')
    return { completion: { values: [], hasMore: false } }
  const { items, next_cursor } = await jobs.list(caller, { limit: MOST })
  const values = items.map(({ id }) => id).filter(id => id.startsWith(argument.value))
  return { completion: { values, hasMore: next_cursor !== null } }
}
