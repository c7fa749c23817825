import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { selectFrom } from '../client/bulk/selection.ts'
import { changeOf, updating } from '../client/bulk/update.ts'
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
import { gitlab } from '../tool.ts'

const { state: _state, ...open } = mergeRequestSelection

export default defineBulk(gitlab, {
  name: 'close_merge_requests',
  group: 'merge_requests',
  summary: 'Close many merge requests without merging them',
  description:
    'Creates a job that closes the open merge requests of a project or group that match the filters, or the merge requests in ids (as group/name!34), without merging them. Use it for abandoned merge requests, such as those that have not changed for a long time (updated_before); for one, use close_merge_request. The source branches stay. The job shows a preview, and closes nothing until you confirm it. Merge requests that are already merged or closed are skipped. Undo reopens those that the job closed. Returns the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['gitlab_list_merge_requests', 'gitlab_close_merge_request', 'gitlab_bulk_delete_branches'],
  asked_as: {
    en: [
      'close all stale pull requests',
      'clean up abandoned MRs',
      'shut dozens of old PRs',
      'no one will merge these old MRs, close them',
      'decline every PR of a bot',
      'get rid of stale MRs',
      'these pull requests were never reviewed, close them',
      "the bot's merge requests can all be closed",
      "we won't take any of these MRs",
      'close everything the dependency bot opened',
      'shut all merge requests from last year',
      'none of these MRs are wanted'
    ]
  },
  input: Type.Object(open),
  requires: selectsMergeRequests,
  errors: undoableErrors('merge request, project or group'),
  examples: [
    {
      name: 'one_author',
      summary: 'Close the merge requests of one author: the job shows a preview and waits for confirmation',
      input: DARK_MODE.input,
      output: awaitingJob({
        operation: 'gitlab_bulk_close_merge_requests',
        message: `Close ${DARK_MODE.description}`,
        undoable: true,
        sample: DARK_MODE.sample
      })
    },
    { ...NO_SELECTION, input: { author: 'chen' } }
  ],
  message: input => `Close ${describeSelection('merge requests', input, MERGE_REQUEST_SELECTION)}`,
  async prepare(input, call) {
    return { query: await selectFrom('merge_requests', input, call, branchQuery(input)), action: changeOf({ set_state: 'closed' }) }
  },
  ...updating('merge_requests')
})
