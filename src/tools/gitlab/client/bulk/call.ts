import type { BulkCall, BulkItem, Finding } from '../../../../contract/bulk.ts'
import { type ItemFinding, ifInvisible, lookUpEach } from '../../../../contract/each-item.ts'
import { OperationError } from '../../../../contract/errors.ts'
import type { GitLab } from '../connection.ts'
import type { GitLabCall } from '../request.ts'

/** The call that every part of a bulk adapter gets. */
export type GitLabBulkCall = GitLabCall & BulkCall & { client: GitLab }

/** For `reconcile`: as `lookUpEach`, but the outcome of an item that no longer exists is unknown. */
export const reconcileEach = (
  items: readonly BulkItem[],
  call: GitLabBulkCall,
  find: (item: BulkItem) => Promise<ItemFinding>
): AsyncGenerator<Finding> => lookUpEach(items, call, item => find(item).catch(ifInvisible<ItemFinding>({ outcome: 'unknown' })))

/**
 * The finding about an item that was read. `own`: its image before the change, if this job stored one; without it, an item that is done may
 * have been changed by another user.
 */
export function foundAs(isDone: boolean, own: false | Required<Pick<ItemFinding, 'before'>>): ItemFinding {
  if (!isDone) return { outcome: 'not_attempted' }
  return own ? { outcome: 'succeeded', ...own } : { outcome: 'unknown' }
}

/** The error of an item that was left unchanged because its state is not as expected. */
export const conflict = (message: string): OperationError =>
  new OperationError('version_conflict', message, { source: 'gateway', outcome: 'not_executed' })
