import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listLinks } from '../../client/issues/issue-links.ts'
import { globalErrors } from '../../errors.ts'
import { issueIid, project } from '../../inputs/common.ts'
import { IssueLink } from '../../schemas/issues.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_issue_links',
  group: 'issues',
  summary: 'List the issues linked to an issue',
  description:
    'Returns the issues that are linked to an issue, and whether it blocks them or is blocked by them. Use it to see dependencies. For the merge requests of an issue, use list_related_merge_requests instead.',
  permission: 'read',
  http: 'GET /issues/:issue_iid/links',
  list: true,
  see_also: ['gitlab_add_issue_link', 'gitlab_get_issue'],
  asked_as: {
    en: [
      'what blocks this ticket',
      'related bugs',
      'dependencies of an issue',
      'is there a duplicate linked to the ticket',
      'what depends on this issue',
      'tickets connected with the bug',
      'what blocks the ticket',
      'which tickets are connected with it'
    ]
  },
  input: Type.Object({ project, issue_iid: issueIid }),
  output: listOf(IssueLink, {}),
  errors: { ...globalErrors('issue') },
  examples: [
    {
      name: 'links',
      summary: 'Linked issues',
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
