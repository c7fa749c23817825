import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { updateMergeRequest } from '../../client/merge-requests.ts'
import { FILL } from '../../examples.ts'
import { MISSING } from '../../failures.ts'
import { mergeRequestIid, project } from '../../inputs.ts'
import { MergeRequest } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'close_merge_request',
  group: 'merge_requests',
  summary: 'Close a merge request without merging it',
  description:
    'Closes a merge request; its branch stays. Use it when the change is not wanted any more. One that is closed already stays so. To open it again use reopen_merge_request, to merge it merge_merge_request instead.',
  permission: 'write',
  http: 'POST /merge-requests/:merge_request_iid/close',
  idempotent: true,
  aliases: ['close_merge_request'],
  see_also: ['gitlab_reopen_merge_request', 'gitlab_update_merge_request'],
  input: Type.Object({project, merge_request_iid: mergeRequestIid}),
  output: MergeRequest,
  errors: {...MISSING('merge request')},
  examples: [
    { name: 'by_number', summary: 'One by its number', input: {project: 'acme/playground', merge_request_iid: 2}, output: FILL },
    { name: 'unknown', summary: 'A number that no merge request of the project has', input: {project: 'acme/web', merge_request_iid: 9999}, error: { reason: 'upstream_not_found' } }
  ],
  message: ({ merge_request_iid, project }) => `Close !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => updateMergeRequest(call.client, { ...input, state_event: 'close' }, call)
})
