import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listLinks } from '../../client/issue-links.ts'
import { MISSING } from '../../failures.ts'
import { issueIid, project } from '../../inputs.ts'
import { IssueLink } from '../../schemas/issues.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_issue_links',
  group: 'issues',
  summary: 'List the issues that an issue is linked to',
  description:
    'Answers the issues that are linked to one, and whether it blocks them or is blocked by them. Use it to see what depends on what. Merge requests that belong to it tells list_related_merge_requests instead.',
  permission: 'read',
  http: 'GET /issues/:issue_iid/links',
  list: true,
  see_also: ['gitlab_add_issue_link', 'gitlab_get_issue'],
  input: Type.Object({ project, issue_iid: issueIid }),
  output: listOf(IssueLink, {}),
  errors: { ...MISSING('issue') },
  examples: [
    {
      name: 'links',
      summary: 'What it is linked to',
      input: { project: 'acme/web', issue_iid: 1 },
      output: {
        items: [
          {
            link_id: 1069,
            link_type: 'relates_to',
            issue: {
              id: 1022,
              iid: 2,
              project_id: 1,
              title: 'Write the price list',
              description: null,
              state: 'opened',
              labels: ['feature'],
              milestone: null,
              author: { id: 3, username: 'bea', name: 'Bea Builder' },
              assignees: [],
              due_date: null,
              confidential: false,
              issue_type: 'issue',
              weight: null,
              comment_count: 0,
              created_at: '2026-01-17T08:00:00.000Z',
              updated_at: '2026-03-08T08:00:00.000Z',
              closed_at: null,
              reference: 'acme/web#2',
              url: 'https://gitlab.example.com/acme/web/-/issues/2'
            }
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
  message: ({ issue_iid, project }) => `List the links of the issue #${issue_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => listLinks(call.client, input, call)
})
