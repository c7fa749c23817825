import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { mergeMergeRequest } from '../../client/merge.ts'
import { FILL } from '../../examples.ts'
import { MISSING } from '../../failures.ts'
import { mergeRequestIid, project } from '../../inputs.ts'
import { Merged } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'merge_merge_request',
  group: 'merge_requests',
  summary: 'Merge a merge request',
  description:
    'Merges it, once GitLab knows whether it can be merged, which it waits for. Use it after get_merge_request, with the sha that you looked at: where newer commits came it is refused. With auto_merge GitLab merges later, when the pipeline has succeeded; outcome tells which. Why it cannot be merged is told in details.current. A merge is not undone, only reverted by another commit.',
  permission: 'destructive',
  http: 'POST /merge-requests/:merge_request_iid/merge',
  timeout_ms: 60_000,
  aliases: ['merge_merge_request'],
  see_also: ['gitlab_get_merge_request', 'gitlab_rebase_merge_request'],
  input: Type.Object({project, merge_request_iid: mergeRequestIid, sha: Type.Optional(Type.String({ pattern: '^[0-9a-f]{40,64}$', 'x-form': 'a whole id of hex digits', description: 'Newest commit as you saw it; anything newer is then refused. Absent: the one that is there now' })), auto_merge: Type.Boolean({ default: false, description: 'true: merge as soon as the pipeline has succeeded. Default false: now' }), squash: Type.Optional(Type.Boolean({ description: 'true: put all commits into one. Absent: as the merge request says' })), should_remove_source_branch: Type.Optional(Type.Boolean({ description: 'true: delete the source branch. Absent: as the merge request says' })), merge_commit_message: Type.Optional(Type.String({ minLength: 1, maxLength: 100_000, description: 'Message of the merge commit. Absent: that of GitLab' })), squash_commit_message: Type.Optional(Type.String({ minLength: 1, maxLength: 100_000, description: 'Message of the squashed commit. Absent: that of GitLab' }))}),
  output: Merged,
  errors: {...MISSING('merge request'), not_mergeable: 'It is a draft, has conflicts, lacks approvals or a pipeline, or is merged; details.current says which', version_conflict: 'It has newer commits than sha'},
  examples: [
    { name: 'now', summary: 'One that can be merged', input: {project: 'acme/sandpit', merge_request_iid: 1, confirm: true}, output: FILL },
    { name: 'draft', summary: 'A draft is not merged', input: {project: 'acme/sandpit', merge_request_iid: 2, confirm: true}, error: { reason: 'not_mergeable' } }
  ],
  message: ({ merge_request_iid, project, auto_merge }) => `Merge !${merge_request_iid} of ${project ?? 'the default project'}${auto_merge ? ' when its pipeline has succeeded' : ''}`,
  handler: (input, call) => mergeMergeRequest(call.client, input, call)
})
