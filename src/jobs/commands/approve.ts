import type { Caller } from '../../contract/call.ts'
import { originOf } from '../model/view.ts'
import { warningTexts } from '../model/warnings.ts'
import { decryptForDisplay } from '../store/encrypted-fields.ts'
import { jobKey } from '../store/keys.ts'
import { type JobsContext, visible } from '../store/read-job.ts'
import { withRedisTimeout } from '../store/redis-timeout.ts'
import { illegalTransition } from './control.ts'

/**
 * Uses the approval that the confirmation of a job needs, if any, and returns whether it needed one. It is bound to the job and its preview. A call that runs as a job requests its own
 * when a worker makes it, so its retry needs none here.
 */
export async function requireApproval(
  context: JobsContext,
  caller: Caller,
  { id, token, approvalId }: { id: string; token: string; approvalId: string | undefined }
): Promise<boolean> {
  const { redis, secrets, useApproval } = context
  if (!useApproval) return false
  const meta = await withRedisTimeout(redis, () => visible(redis, caller, id))
  if (meta.status === 'snapshotting') throw illegalTransition('confirm', meta)
  // Any other job has already started or ended, or is refused for its token: it does not start now.
  if (meta.status !== 'awaiting_confirmation' || meta.token !== token || meta.kind === 'call') return false
  const { operation, permission, instance, irreversible, total } = meta
  const { message, metadata, warnings, notifyUrl } = decryptForDisplay(secrets, meta)
  const rows = await withRedisTimeout(redis, () => redis.lrange(jobKey(id, 'preview'), 0, -1))
  const names = rows.map((row): unknown => JSON.parse(row).display_name)
  const preview = { ...metadata, first_items: names, ...(warningTexts(warnings).length > 0 && { warnings: warningTexts(warnings) }) }
  const notifyOrigin = notifyUrl === null ? null : originOf(notifyUrl)
  const shown = { message, items: total, notifyOrigin, preview }
  const job = { id, operation, permission, instance, irreversible, ...shown, confirmToken: token, approvalId }
  return await useApproval(job, caller)
}
