import type { AdapterContract } from '../bulk/adapter-contract.ts'
import { commentIssues, moveIssues, updateIssues } from './gitlab-contracts/issues.ts'
import { closeMergeRequests, updateMergeRequests } from './gitlab-contracts/merge-requests.ts'
import { deleteBranches, updateFiles } from './gitlab-contracts/repositories.ts'
import { cancelPipelines, retryJobs } from './gitlab-contracts/running.ts'

/** One action of each kind: what sets, what adds, what destroys, and what takes several requests an item. */
export const EACH_KIND: AdapterContract[] = [updateIssues, commentIssues, deleteBranches, updateFiles]

/** Set or add as those do. */
export const ALIKE: AdapterContract[] = [moveIssues, updateMergeRequests, closeMergeRequests, retryJobs, cancelPipelines]
