import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { addLink } from '../../client/issues/issue-links.ts'
import { resourceErrors } from '../../errors.ts'
import { issueIid, project, projectName, targetIid } from '../../inputs/common.ts'
import { IssueLink } from '../../schemas/issues.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'add_issue_link',
  group: 'issues',
  summary: 'Link two issues',
  description:
    'Links an issue to another one, in the same or another project, and returns the link. Use it to mark issues as related, or one as blocking the other (which needs Premium). To list the links of an issue, use list_issue_links instead. A link that already exists is refused with 409. Linking closes neither issue.',
  permission: 'write',
  http: 'POST /issues/:issue_iid/links',
  success: [201],
  see_also: ['gitlab_list_issue_links', 'gitlab_get_issue'],
  asked_as: {
    en: [
      'mark a ticket as blocked by another',
      'relate two bugs',
      'this issue is a duplicate of that one',
      'connect tickets',
      'one bug depends on another',
      'this bug blocks another one',
      'mark as duplicate of',
      'connect the two issues',
      'this bug blocks the other one',
      'the two tickets belong together',
      'connect the tickets',
      'one ticket blocks the other',
      'these two bugs are connected',
      'the issue is a duplicate of another, connect them'
    ],
    de: ['zwei Tickets verknüpfen'],
    es: ['vincula dos incidencias'],
    fr: ['lier deux tickets'],
    ja: ['課題を関連付ける'],
    pl: ['powiąż dwa zgłoszenia']
  },
  input: Type.Object({
    project,
    issue_iid: issueIid,
    target_project: Type.Optional(projectName('Project of the other issue', 'the same project')),
    target_issue_iid: targetIid,
    link_type: stringEnum(['relates_to', 'blocks', 'is_blocked_by'], {
      default: 'relates_to',
      description: 'Relation of the first issue to the other. Default relates_to'
    })
  }),
  output: IssueLink,
  errors: { ...resourceErrors('issue'), already_exists: 'The issues are already linked' },
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
  message: ({ issue_iid, project, target_issue_iid, target_project, link_type }) =>
    `Link the issue #${issue_iid} of ${project ?? 'the default project'} to #${target_issue_iid} of ${target_project ?? 'the same project'}: ${link_type}`,
  handler: (input, call) => addLink(call.client, input, call)
})
