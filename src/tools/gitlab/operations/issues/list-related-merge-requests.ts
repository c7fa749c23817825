import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listRelated } from '../../client/merge-requests.ts'
import { FILL } from '../../examples.ts'
import { MISSING } from '../../failures.ts'
import { issueIid, pages, project } from '../../inputs.ts'
import { MergeRequest } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_related_merge_requests',
  group: 'issues',
  summary: 'List the merge requests that belong to an issue',
  description:
    'Answers the merge requests that name an issue, whether they close it or not. Use it to see whether somebody works on it already. For issues it is linked to use list_issue_links instead.',
  permission: 'read',
  http: 'GET /issues/:issue_iid/merge-requests',
  list: true,
  see_also: ['gitlab_get_issue', 'gitlab_list_merge_requests'],
  input: Type.Object({project, issue_iid: issueIid, ...pages}),
  output: listOf(MergeRequest, {}),
  errors: {...MISSING('issue')},
  examples: [
    { name: 'one', summary: 'Of an issue', input: {project: 'acme/web', issue_iid: 1}, output: FILL },
    { name: 'unknown', summary: 'A number that no issue of the project has', input: {project: 'acme/web', issue_iid: 9999}, error: { reason: 'upstream_not_found' } }
  ],
  message: ({ issue_iid, project }) => `List the merge requests of the issue #${issue_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => listRelated(call.client, input, call)
})
