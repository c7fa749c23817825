import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listDiscussions } from '../../client/discussions.ts'
import { FILL } from '../../examples.ts'
import { MISSING } from '../../failures.ts'
import { mergeRequestIid, pages, project } from '../../inputs.ts'
import { untrusted } from '../../schemas/common.ts'
import { Discussion } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_discussions',
  group: 'merge_requests',
  summary: 'List the threads of a merge request',
  description:
    'Answers threads with their comments, the lines they are on, and whether they are resolved. Use it to see what is still open before a merge. For comments in one row use list_merge_request_comments instead.',
  permission: 'read',
  http: 'GET /merge-requests/:merge_request_iid/discussions',
  list: true,
  see_also: ['gitlab_create_discussion', 'gitlab_resolve_discussion'],
  input: Type.Object({project, merge_request_iid: mergeRequestIid, ...pages}),
  output: listOf(Discussion, { untrusted }),
  errors: {...MISSING('merge request')},
  examples: [
    { name: 'all', summary: 'The threads', input: {project: 'acme/web', merge_request_iid: 1}, output: FILL },
    { name: 'unknown', summary: 'A number that no merge request of the project has', input: {project: 'acme/web', merge_request_iid: 9999}, error: { reason: 'upstream_not_found' } }
  ],
  message: ({ merge_request_iid, project }) => `List the threads of the merge request !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => listDiscussions(call.client, input, call)
})
