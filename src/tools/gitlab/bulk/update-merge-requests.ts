import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { atLeastOne, atMostOne } from '../../../contract/requires.ts'
import { stringEnum } from '../../../contract/schema.ts'
import { selectFrom } from '../client/bulk/selection.ts'
import { changeOf, describeChange, updating } from '../client/bulk/update.ts'
import { withUserIds } from '../client/projects/users.ts'
import {
  branchQuery,
  describeSelection,
  MERGE_REQUEST_SELECTION,
  mergeRequestSelection,
  NO_SELECTION,
  selectsMergeRequests,
  undoableErrors
} from '../inputs/bulk.ts'
import { DARK_MODE } from '../inputs/bulk-examples.ts'
import { idOf, labelNames, userIds, userNames } from '../inputs/common.ts'
import { gitlab } from '../tool.ts'

export default defineBulk(gitlab, {
  name: 'update_merge_requests',
  group: 'merge_requests',
  summary: 'Update labels, assignees, reviewers or milestone of many merge requests',
  description:
    'Creates a job that updates the merge requests of a project or group that match the filters, or the merge requests in ids (as group/name!34). Use it to label or reassign many at once; for one, use update_merge_request; to close many, use bulk_close_merge_requests. Other labels stay. The job shows a preview, and changes nothing until you confirm it. Merge requests that already have these values are skipped. Undo restores the previous values, except for merge requests that another user has changed since. Returns the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['gitlab_list_merge_requests', 'gitlab_update_merge_request', 'gitlab_bulk_close_merge_requests'],
  asked_as: {
    en: [
      'assign a reviewer to many PRs',
      'relabel all open pull requests',
      'set the milestone on a bunch of MRs',
      'label every open MR',
      'give all PRs the same reviewer',
      'every open MR gets the label',
      'ask her to review all of these',
      'make Raj the reviewer of every open MR',
      'give every MR the milestone',
      'all open merge requests need the label',
      'put me as assignee on these MRs',
      'the same tag on all the pull requests'
    ]
  },
  input: Type.Object({
    ...mergeRequestSelection,
    add_labels: Type.Optional(labelNames('Labels to add')),
    remove_labels: Type.Optional(labelNames('Labels to remove')),
    assignee_ids: Type.Optional(userIds('New assignees. An empty list removes all')),
    reviewer_ids: Type.Optional(userIds('New reviewers. An empty list removes all')),
    assignees: Type.Optional(userNames('New assignees')),
    reviewers: Type.Optional(userNames('New reviewers')),
    milestone_id: Type.Optional(idOf('new milestone, not its number')),
    clear: Type.Optional(
      Type.Array(stringEnum(['milestone'], { description: 'A property' }), {
        minItems: 1,
        maxItems: 1,
        description: 'Properties to clear: milestone'
      })
    )
  }),
  requires: [
    ...selectsMergeRequests,
    atLeastOne('add_labels', 'remove_labels', 'assignee_ids', 'assignees', 'reviewer_ids', 'reviewers', 'milestone_id', 'clear'),
    atMostOne('assignee_ids', 'assignees'),
    atMostOne('reviewer_ids', 'reviewers'),
    atMostOne('milestone_id', 'clear')
  ],
  errors: undoableErrors('merge request, project or group'),
  examples: [
    {
      name: 'reviewer',
      summary: 'Assign another reviewer: the job shows a preview and waits for confirmation',
      input: { ...DARK_MODE.input, reviewer_ids: [2] },
      output: awaitingJob({
        operation: 'gitlab_bulk_update_merge_requests',
        message: `Update ${DARK_MODE.description}: reviewers 2`,
        undoable: true,
        sample: DARK_MODE.sample
      })
    },
    { ...NO_SELECTION, input: { add_labels: ['late'] } }
  ],
  message: input => `Update ${describeSelection('merge requests', input, MERGE_REQUEST_SELECTION)}: ${describeChange(input)}`,
  async prepare(input, call) {
    return {
      query: await selectFrom('merge_requests', input, call, branchQuery(input)),
      action: changeOf(await withUserIds(call.client, input, call))
    }
  },
  ...updating('merge_requests')
})
