import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { updateMergeRequest } from '../../client/merge-requests.ts'
import { FILL } from '../../examples.ts'
import { MISSING } from '../../failures.ts'
import { mergeRequestIid, project } from '../../inputs.ts'
import { MergeRequest } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'reopen_merge_request',
  group: 'merge_requests',
  summary: 'Reopen a closed merge request',
  description:
    'Opens a closed merge request again and answers it. Use it when the change is wanted after all; its branch must still exist. One that is merged is not opened again. To close it use close_merge_request instead.',
  permission: 'write',
  http: 'POST /merge-requests/:merge_request_iid/reopen',
  idempotent: true,
  aliases: ['reopen_merge_request'],
  see_also: ['gitlab_close_merge_request', 'gitlab_update_merge_request'],
  input: Type.Object({project, merge_request_iid: mergeRequestIid}),
  output: MergeRequest,
  errors: {...MISSING('merge request')},
  examples: [
    { name: 'by_number', summary: 'One by its number', input: {project: 'acme/playground', merge_request_iid: 3}, output: FILL },
    { name: 'unknown', summary: 'A number that no merge request of the project has', input: {project: 'acme/web', merge_request_iid: 9999}, error: { reason: 'upstream_not_found' } }
  ],
  message: ({ merge_request_iid, project }) => `Reopen !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => updateMergeRequest(call.client, { ...input, state_event: 'reopen' }, call)
})
