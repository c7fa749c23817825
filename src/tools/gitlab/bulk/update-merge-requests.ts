import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { atLeastOne, atMostOne } from '../../../contract/requires.ts'
import { words } from '../../../contract/schema.ts'
import { DARK_MODE } from '../bulk-examples.ts'
import { changeErrors, NO_SELECTION, said } from '../bulk-inputs.ts'
import { branchQuery, MERGE_REQUESTS, mergeRequests, whichMergeRequests } from '../bulk-merge-requests.ts'
import { changeOf, toldOf } from '../client/bulk/action.ts'
import { changing } from '../client/bulk/change.ts'
import { selectFrom } from '../client/bulk/select.ts'
import { idOf, labelNames, userIds } from '../inputs.ts'
import { gitlab } from '../tool.ts'

export default defineBulk(gitlab, {
  name: 'update_merge_requests',
  group: 'merge_requests',
  summary: 'Change labels, people or milestone of many merge requests',
  description:
    'Makes a job that changes the merge requests of a project or group that fit, or those named in ids (as group/name!34). Use it to sort or hand over many at once; for one use update_merge_request, to close them bulk_close_merge_requests instead. Labels that are not named stay. The job shows a preview; nothing is changed before it is confirmed. One that is so already is skipped. Undo brings back what the job changed, but for those that somebody changed on since. Answers the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['gitlab_list_merge_requests', 'gitlab_update_merge_request', 'gitlab_bulk_close_merge_requests'],
  input: Type.Object({
    ...mergeRequests,
    add_labels: Type.Optional(labelNames('Labels to add')),
    remove_labels: Type.Optional(labelNames('Labels to take off')),
    assignee_ids: Type.Optional(userIds('Whom they shall be assigned to; empty: nobody')),
    reviewer_ids: Type.Optional(userIds('Who shall look at them; empty: nobody')),
    milestone_id: Type.Optional(idOf('milestone they shall have, not its number')),
    clear: Type.Optional(
      Type.Array(words(['milestone'], { description: 'A property' }), {
        minItems: 1,
        maxItems: 1,
        description: 'Properties to empty: milestone'
      })
    )
  }),
  requires: [
    ...whichMergeRequests,
    atLeastOne('add_labels', 'remove_labels', 'assignee_ids', 'reviewer_ids', 'milestone_id', 'clear'),
    atMostOne('milestone_id', 'clear')
  ],
  errors: changeErrors('merge request, project or group'),
  examples: [
    {
      name: 'reviewer',
      summary: 'Somebody else looks at them: a job that shows what it would do and awaits confirmation',
      input: { ...DARK_MODE.input, reviewer_ids: [2] },
      output: awaitingJob({
        operation: 'gitlab_bulk_update_merge_requests',
        message: `Make ${DARK_MODE.said}: reviewers 2`,
        undoable: true,
        sample: DARK_MODE.sample
      })
    },
    { ...NO_SELECTION, input: { add_labels: ['late'] } }
  ],
  message: input => `Make ${said('merge requests', input, MERGE_REQUESTS)}: ${toldOf(input)}`,
  async prepare(input, call) {
    return { query: await selectFrom('merge_requests', input, call, branchQuery(input)), action: changeOf(input) }
  },
  ...changing('merge_requests')
})
