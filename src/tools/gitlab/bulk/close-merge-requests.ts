import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { DARK_MODE } from '../bulk-examples.ts'
import { changeErrors, NO_SELECTION, said } from '../bulk-inputs.ts'
import { branchQuery, MERGE_REQUESTS, mergeRequests, whichMergeRequests } from '../bulk-merge-requests.ts'
import { changeOf } from '../client/bulk/action.ts'
import { changing } from '../client/bulk/change.ts'
import { selectFrom } from '../client/bulk/select.ts'
import { gitlab } from '../tool.ts'

const { state: _state, ...open } = mergeRequests

export default defineBulk(gitlab, {
  name: 'close_merge_requests',
  group: 'merge_requests',
  summary: 'Close many merge requests without merging them',
  description:
    'Makes a job that closes the open merge requests of a project or group that fit, or those named in ids (as group/name!34). Use it for what nobody goes on with, such as those not touched for long (updated_before); for one use close_merge_request. Their branches stay. The job shows a preview; nothing is closed before it is confirmed. One that is merged or closed already is skipped. Undo opens those again that the job closed. Answers the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['gitlab_list_merge_requests', 'gitlab_close_merge_request', 'gitlab_bulk_delete_branches'],
  input: Type.Object(open),
  requires: whichMergeRequests,
  errors: changeErrors('merge request, project or group'),
  examples: [
    {
      name: 'one_author',
      summary: 'Those of one author: a job that shows what it would do and awaits confirmation',
      input: DARK_MODE.input,
      output: awaitingJob({
        operation: 'gitlab_bulk_close_merge_requests',
        message: `Close ${DARK_MODE.said}`,
        undoable: true,
        sample: DARK_MODE.sample
      })
    },
    { ...NO_SELECTION, input: { author: 'chen' } }
  ],
  message: input => `Close ${said('merge requests', input, MERGE_REQUESTS)}`,
  async prepare(input, call) {
    return { query: await selectFrom('merge_requests', input, call, branchQuery(input)), action: changeOf({ set_state: 'closed' }) }
  },
  ...changing('merge_requests')
})
