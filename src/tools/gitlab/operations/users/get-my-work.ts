import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getMyWork } from '../../client/activity.ts'
import { PENDING_TODOS } from '../../examples.ts'
import { MyWork } from '../../schemas/activity.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_my_work',
  group: 'users',
  summary: 'Get your open issues, merge requests and to-do items across all projects',
  description:
    "Returns the open work of the token's user across all projects: assigned issues, pending to-do items, and merge requests that the user created, is assigned to or is asked to review, with their pipeline status. Use it for a daily overview. For one project or other users, use list_issues or list_merge_requests instead. The gateway sends a request to GitLab for each merge request.",
  permission: 'read',
  http: 'GET /my-work',
  timeout_ms: 60_000,
  see_also: ['gitlab_list_todos', 'gitlab_list_merge_requests'],
  asked_as: {
    en: [
      'what is on my plate today',
      'what do I have to do in GitLab',
      'my open tickets and reviews',
      'which PRs wait for my review',
      'which of my MRs have a red pipeline',
      'all tickets assigned to me over all projects',
      'what should I work on next',
      'which reviews are waiting for me',
      "everything that's assigned to me in GitLab",
      'what am I responsible for in GitLab',
      'my open merge requests and tickets',
      "what's on my desk in GitLab",
      'my work in all repos'
    ],
    de: ['was muss ich heute in GitLab tun'],
    fr: ["qu'est-ce qui m'attend dans GitLab"]
  },
  input: Type.Object({
    per_list: Type.Integer({ minimum: 1, maximum: 50, default: 20, description: 'Maximum items per list. Default 20' })
  }),
  output: MyWork,
  errors: {},
  examples: [
    {
      name: 'mine',
      summary: 'Everything that waits for the user',
      input: {},
      output: {
        user: { id: 1, username: 'sam', name: 'Sam Sandbox' },
        issues: [],
        assigned_merge_requests: [],
        review_requests: [],
        own_merge_requests: [],
        todos: PENDING_TODOS,
        has_more: false,
        untrusted: true
      }
    },
    { name: 'too_many', summary: 'A limit that is too high', input: { per_list: 500 }, error: { reason: 'invalid_field_value' } }
  ],
  message: () => "Get the open work of the token's user",
  handler: (input, call) => getMyWork(call.client, input, call)
})
