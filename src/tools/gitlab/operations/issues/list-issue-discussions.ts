import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listIssueDiscussions } from '../../client/issues/issue-discussions.ts'
import { globalErrors } from '../../errors.ts'
import { issueIid, pages, project } from '../../inputs/common.ts'
import { untrusted } from '../../schemas/common.ts'
import { IssueDiscussion } from '../../schemas/issues.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_issue_discussions',
  group: 'issues',
  summary: 'List the threads of an issue',
  description:
    'Returns the threads of an issue: comments with their replies. Use it to follow who replied to what. Notes that GitLab writes about changes are left out, so a page may have fewer items than requested. For a flat list, use list_issue_comments instead.',
  permission: 'read',
  http: 'GET /issues/:issue_iid/discussions',
  list: true,
  see_also: ['gitlab_reply_to_issue_discussion', 'gitlab_list_issue_comments'],
  asked_as: {
    en: [
      'who answered whom in the ticket',
      'conversation threads of the issue',
      'replies to a comment on a bug',
      'read the conversation on ticket 12 in threads',
      'who replied to whom on the bug',
      'see the whole debate below the issue',
      'which questions in the ticket were answered',
      'the back and forth on issue 7',
      'get the ID of a thread on the issue'
    ]
  },
  input: Type.Object({ project, issue_iid: issueIid, ...pages }),
  output: listOf(IssueDiscussion, { untrusted }),
  errors: { ...globalErrors('issue') },
  examples: [
    {
      name: 'all',
      summary: 'The threads of an issue',
      input: { project: 'acme/web', issue_iid: 1 },
      output: {
        items: [
          {
            id: 'dc543d2abbb092d676b4e412354e0d2e0d7bf91b',
            individual: true,
            comments: [
              {
                id: 1066,
                body: 'Seen with Firefox, too.',
                author: { id: 3, username: 'bea', name: 'Bea Builder' },
                system: false,
                internal: false,
                resolvable: false,
                resolved: null,
                created_at: '2026-01-16T08:00:00.000Z',
                updated_at: '2026-01-16T08:00:00.000Z'
              }
            ]
          },
          {
            id: 'b77fb0e4f8c1ae7d38d10a6c3333722cba42b1ab',
            individual: true,
            comments: [
              {
                id: 1068,
                body: 'Is it urgent?',
                author: { id: 4, username: 'chen', name: 'Chen Wei' },
                system: false,
                internal: false,
                resolvable: false,
                resolved: null,
                created_at: '2026-01-18T08:00:00.000Z',
                updated_at: '2026-01-18T08:00:00.000Z'
              }
            ]
          }
        ],
        next_cursor: null,
        total: { value: 2, relation: 'eq' },
        untrusted: true
      }
    },
    {
      name: 'unknown',
      summary: 'An issue that does not exist',
      input: { project: 'acme/web', issue_iid: 9999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ issue_iid, project }) => `List the threads of #${issue_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => listIssueDiscussions(call.client, input, call)
})
