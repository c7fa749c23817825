import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { oneOf } from '../../../contract/requires.ts'
import { resolving, selectThreads } from '../client/bulk/resolve.ts'
import { bulkErrors, NO_SELECTION } from '../inputs/bulk.ts'
import { mergeRequestIid, projectName } from '../inputs/common.ts'
import { gitlab } from '../tool.ts'

export default defineBulk(gitlab, {
  name: 'resolve_discussions',
  group: 'merge_requests',
  summary: 'Resolve or reopen all threads of a merge request',
  description:
    'Creates a job that resolves all threads of a merge request, or those in ids (as group/name!34:thread); with resolved false, it reopens them. Use it once all remarks of a review are addressed; for one thread, use resolve_discussion. The job shows a preview, and changes nothing until you confirm it. Threads that are already in that state are skipped. Undo restores the previous state. Returns the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['gitlab_list_discussions', 'gitlab_resolve_discussion'],
  asked_as: {
    en: [
      'resolve every thread of the PR',
      'mark all review remarks as done',
      'all conversations on the MR are settled',
      'reopen all threads',
      'everything from the review is fixed',
      'all the threads are done, let us merge',
      'close every open remark on the merge request',
      'I addressed all the feedback on the MR',
      'tick off all comments of the reviewer',
      'the review is through, resolve it all',
      'open all the conversations on !12 again'
    ]
  },
  input: Type.Object({
    project: Type.Optional(projectName('Project')),
    merge_request_iid: Type.Optional(mergeRequestIid),
    resolved: Type.Boolean({ default: true, description: 'true: resolve them; false: reopen them. Default true' })
  }),
  requires: [oneOf(['project', 'merge_request_iid'], 'ids')],
  errors: bulkErrors(
    'thread, merge request or project',
    'The item is a comment that cannot be resolved or, for undo, its previous state is unknown; it was left unchanged'
  ),
  examples: [
    {
      name: 'all',
      summary: 'Resolve the threads of a merge request: the job shows a preview and waits for confirmation',
      input: { project: 'acme/web', merge_request_iid: 1 },
      output: awaitingJob({
        operation: 'gitlab_bulk_resolve_discussions',
        message: 'Resolve the threads of acme/web!1',
        undoable: true,
        sample: [
          {
            item_id: 'acme/web!1:6a9c1750b37d513a43987b574953fceb50b03ce7',
            display_name: "Isn't black too dark?",
            data: { resolved: false }
          }
        ]
      })
    },
    { ...NO_SELECTION, input: {} }
  ],
  message: ({ project, merge_request_iid, resolved }) =>
    `${resolved ? 'Resolve' : 'Reopen'} ${project === undefined ? 'the named threads' : `the threads of ${project}!${merge_request_iid}`}`,
  async prepare({ project, merge_request_iid, resolved }, call) {
    return { query: await selectThreads(project, merge_request_iid, call), action: { resolved } }
  },
  ...resolving
})
