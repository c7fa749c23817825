import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getMergeRequest } from '../../client/merge-requests.ts'
import { FILL } from '../../examples.ts'
import { MISSING } from '../../failures.ts'
import { full, mergeRequestIid, project } from '../../inputs.ts'
import { raw } from '../../schemas/common.ts'
import { MergeRequest } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_merge_request',
  group: 'merge_requests',
  summary: 'Get one merge request with its description',
  description:
    'Answers all that matters of a merge request: branches, people, whether it can be merged and why not, its newest commit and pipeline. Use it before you merge or change one. For the changes use list_merge_request_diffs, for what others say list_discussions instead.',
  permission: 'read',
  http: 'GET /merge-requests/:merge_request_iid',
  aliases: ['get_merge_request'],
  see_also: ['gitlab_list_merge_requests', 'gitlab_merge_merge_request'],
  input: Type.Object({project, merge_request_iid: mergeRequestIid, full}),
  output: Type.Object({ ...MergeRequest.properties, raw }),
  errors: {...MISSING('merge request')},
  examples: [
    { name: 'by_number', summary: 'A merge request by its number', input: {project: 'acme/web', merge_request_iid: 1}, output: FILL },
    { name: 'unknown', summary: 'A number that no merge request of the project has', input: {project: 'acme/web', merge_request_iid: 9999}, error: { reason: 'upstream_not_found' } }
  ],
  message: ({ merge_request_iid, project }) => `Get the merge request !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => getMergeRequest(call.client, input, call)
})
