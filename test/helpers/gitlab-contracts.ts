import type { AdapterContract } from '../jobs/adapter-contract.ts'
import { commentIssues, moveIssues, updateIssues } from './gitlab-contracts/issues.ts'
import { addMembers, removeMembers, updateMembers } from './gitlab-contracts/members.ts'
import { closeMergeRequests, resolveDiscussions, updateMergeRequests } from './gitlab-contracts/merge-requests.ts'
import { deleteBranches, updateFiles } from './gitlab-contracts/repositories.ts'
import { cancelPipelines, retryJobs } from './gitlab-contracts/running.ts'
import { deleteVariables, setVariables, updateVariables } from './gitlab-contracts/variables.ts'
import { updateWorkItems } from './gitlab-contracts/work-items.ts'

/** One action of each kind: one that sets, one that adds, one that deletes, one that sends several requests per item, and one that starts a run. */
export const EACH_KIND: AdapterContract[] = [updateIssues, commentIssues, deleteBranches, updateFiles, retryJobs]

/** The other actions that set or add in the same way. */
export const ALIKE: AdapterContract[] = [
  moveIssues,
  updateMergeRequests,
  closeMergeRequests,
  resolveDiscussions,
  cancelPipelines,
  addMembers,
  updateMembers,
  removeMembers,
  setVariables,
  updateVariables,
  deleteVariables,
  updateWorkItems
]
