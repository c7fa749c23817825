import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listRelated } from '../../client/merge-requests/merge-requests.ts'
import { globalErrors } from '../../errors.ts'
import { issueIid, pages, project } from '../../inputs/common.ts'
import { RelatedMergeRequest } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_related_merge_requests',
  group: 'issues',
  summary: 'List the merge requests related to an issue',
  description:
    'Returns the merge requests that mention an issue, whether or not they close it. Use it to see whether someone already works on the issue. For linked issues, use list_issue_links instead.',
  permission: 'read',
  http: 'GET /issues/:issue_iid/merge-requests',
  list: true,
  see_also: ['gitlab_get_issue', 'gitlab_list_merge_requests'],
  asked_as: {
    en: [
      'is there a PR for this ticket',
      'which merge request fixes the bug',
      'pull requests that mention an issue',
      'which MR belongs to the ticket',
      'is someone already fixing the bug in a branch',
      'PRs for an issue',
      'is anyone already fixing the issue',
      'which MR solves the ticket'
    ]
  },
  input: Type.Object({ project, issue_iid: issueIid, ...pages }),
  output: listOf(RelatedMergeRequest, {}),
  errors: { ...globalErrors('issue') },
  examples: [
    {
      name: 'one',
      summary: 'Merge requests of an issue',
      input: { project: 'acme/web', issue_iid: 1 },
      output: {
        items: [
          {
            id: 1087,
            iid: 1,
            project_id: 1,
            title: 'Add a dark mode',
            description: null,
            state: 'opened',
            draft: false,
            source_branch: 'feature/dark-mode',
            target_branch: 'main',
            labels: ['feature', 'question'],
            milestone: null,
            author: { id: 4, username: 'chen', name: 'Chen Wei' },
            assignees: [],
            reviewers: [{ id: 3, username: 'bea', name: 'Bea Builder' }],
            merge_status: 'mergeable',
            has_conflicts: false,
            blocking_discussions_resolved: false,
            merge_when_pipeline_succeeds: false,
            changes_count: null,
            comment_count: 2,
            sha: 'a786ae4b8582012dac11bcc9dbd2bf7edcefd343',
            merge_commit_sha: null,
            pipeline_status: null,
            created_at: '2026-01-26T08:00:00.000Z',
            updated_at: '2026-02-05T08:00:00.000Z',
            merged_at: null,
            closed_at: null,
            reference: 'acme/web!1',
            url: 'https://gitlab.example.com/acme/web/-/merge_requests/1'
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'A number that no issue of the project has',
      input: { project: 'acme/web', issue_iid: 9999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ issue_iid, project }) => `List the merge requests of the issue #${issue_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => listRelated(call.client, input, call)
})
