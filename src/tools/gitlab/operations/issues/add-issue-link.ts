import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { words } from '../../../../contract/schema.ts'
import { addLink } from '../../client/issue-links.ts'
import { MISSING } from '../../failures.ts'
import { issueIid, project, projectName, targetIid } from '../../inputs.ts'
import { IssueLink } from '../../schemas/issues.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'add_issue_link',
  group: 'issues',
  summary: 'Link two issues',
  description:
    'Links an issue to another one, of the same or another project, and answers the link. Use it to say that they belong together, or that one blocks the other (which needs Premium). A link that is there already is answered 409, and nothing is done. It does not close anything.',
  permission: 'write',
  http: 'POST /issues/:issue_iid/links',
  success: [201],
  see_also: ['gitlab_list_issue_links', 'gitlab_get_issue'],
  input: Type.Object({
    project,
    issue_iid: issueIid,
    target_project: Type.Optional(projectName('Project of the other issue. Absent: the same')),
    target_issue_iid: targetIid,
    link_type: words(['relates_to', 'blocks', 'is_blocked_by'], {
      default: 'relates_to',
      description: 'How the first stands to the other. Default relates_to'
    })
  }),
  output: IssueLink,
  errors: { ...MISSING('issue'), already_exists: 'They are linked already' },
  examples: [
    {
      name: 'same_project',
      summary: 'Two issues of one project',
      input: { project: 'acme/playground', issue_iid: 5, target_issue_iid: 6 },
      output: {
        link_id: 1085,
        link_type: 'relates_to',
        issue: {
          id: 1075,
          iid: 6,
          project_id: 3,
          title: 'Write the price list (6)',
          description: null,
          state: 'opened',
          labels: [],
          milestone: null,
          author: { id: 3, username: 'bea', name: 'Bea Builder' },
          assignees: [],
          due_date: null,
          confidential: false,
          issue_type: 'issue',
          weight: null,
          comment_count: 0,
          created_at: '2026-01-21T08:00:00.000Z',
          updated_at: '2026-03-12T08:00:00.000Z',
          closed_at: null,
          reference: 'acme/playground#6',
          url: 'https://gitlab.example.com/acme/playground/-/issues/6'
        }
      }
    },
    {
      name: 'unknown',
      summary: 'An issue that does not exist',
      input: { project: 'acme/playground', issue_iid: 5, target_issue_iid: 9999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ issue_iid, target_issue_iid, link_type }) => `Link the issue #${issue_iid} to #${target_issue_iid}: ${link_type}`,
  handler: (input, call) => addLink(call.client, input, call)
})
