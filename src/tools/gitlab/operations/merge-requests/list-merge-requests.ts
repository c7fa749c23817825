import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { listOf, words } from '../../../../contract/schema.ts'
import { listMergeRequests } from '../../client/merge-requests.ts'
import { FILL } from '../../examples.ts'
import { refName } from '../../file-inputs.ts'
import { MISSING } from '../../failures.ts'
import { filters, onePerson } from '../../filters.ts'
import { fullList, groupName, pages, project, sort, userName } from '../../inputs.ts'
import { MergeRequest } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_merge_requests',
  group: 'merge_requests',
  summary: 'List merge requests of a project or a group',
  description:
    'Answers merge requests by state, branches, labels, people, words and dates, the newest first, without their descriptions. Use it to find merge requests; all filters must fit. It tells those of everybody, not only of the user of the token. To read one whole use get_merge_request instead.',
  permission: 'read',
  http: 'GET /merge-requests',
  list: true,
  requires: [atMostOne('project', 'group'), ...onePerson],
  aliases: ['list_merge_requests'],
  see_also: ['gitlab_get_merge_request', 'gitlab_list_merge_request_diffs'],
  input: Type.Object({project,
    group: Type.Optional(groupName('In place of project: all projects of this group')),
    state: words(['opened', 'closed', 'locked', 'merged', 'all'], { default: 'opened', description: 'Which: opened, closed, locked, merged or all. Default opened' }),
    ...filters,
    source_branch: Type.Optional(refName('Only from this branch')),
    target_branch: Type.Optional(refName('Only into this branch')),
    reviewer: Type.Optional(userName('Only those that this user shall look at')),
    draft: Type.Optional(Type.Boolean({ description: 'true: only drafts; false: only others' })),
    order_by: words(['created_at', 'updated_at', 'title', 'merged_at'], { default: 'created_at', description: 'What to sort by. Default created_at' }),
    sort,
    full: fullList,
    ...pages}),
  output: listOf(MergeRequest, {}),
  errors: {...MISSING('project or group')},
  examples: [
    { name: 'open', summary: 'Open ones of a project', input: {project: 'acme/web'}, output: FILL },
    { name: 'contradiction', summary: 'Two ways to name the author', input: {project: 'acme/web', author: 'sam', author_id: 1}, error: { reason: 'invalid_field_value' } }
  ],
  message: ({ project, group }) => `List merge requests of ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => listMergeRequests(call.client, input, call)
})
