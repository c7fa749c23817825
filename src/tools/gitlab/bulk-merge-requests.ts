import { Type } from 'typebox'
import { atMostOne } from '../../contract/requires.ts'
import { selectedOrIds, selection } from './bulk-inputs.ts'
import { refName } from './file-inputs.ts'
import { onePerson } from './filters.ts'

/** Merge requests that fit all of these. */
export const mergeRequests = {
  ...selection,
  source_branch: Type.Optional(refName('Only of this branch')),
  target_branch: Type.Optional(refName('Only into this branch'))
}
export const MERGE_REQUESTS = Object.keys(mergeRequests)

export const whichMergeRequests = [selectedOrIds(MERGE_REQUESTS, 'project', 'group'), atMostOne('project', 'group'), ...onePerson]

export const branchQuery = ({ source_branch, target_branch }: { source_branch?: string; target_branch?: string }) => ({
  source_branch,
  target_branch
})
