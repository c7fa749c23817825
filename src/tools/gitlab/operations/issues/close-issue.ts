import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { setIssueState } from '../../client/issues.ts'
import { MISSING } from '../../failures.ts'
import { issueIid, project } from '../../inputs.ts'
import { ChangedIssue } from '../../schemas/issues.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'close_issue',
  group: 'issues',
  summary: 'Close an issue',
  description:
    'Closes an issue and answers it. Use it when the work is done, or will not be. One that is closed already stays so. To say why use add_issue_comment before; to open it again use reopen_issue instead.',
  permission: 'write',
  http: 'POST /issues/:issue_iid/close',
  idempotent: true,
  aliases: ['close_issue'],
  see_also: ['gitlab_reopen_issue', 'gitlab_update_issue'],
  input: Type.Object({ project, issue_iid: issueIid }),
  output: ChangedIssue,
  errors: { ...MISSING('issue') },
  examples: [
    {
      name: 'by_number',
      summary: 'An issue by its number',
      input: { project: 'acme/playground', issue_iid: 2 },
      output: {
        id: 1071,
        iid: 2,
        project_id: 3,
        title: 'Write the price list',
        description: 'As agreed on day 2.\n\n- [ ] look\n- [ ] do',
        state: 'closed',
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
        updated_at: '2026-11-22T07:01:17.003Z',
        closed_at: '2026-11-22T07:01:17.003Z',
        reference: 'acme/playground#2',
        url: 'https://gitlab.example.com/acme/playground/-/issues/2'
      }
    },
    {
      name: 'unknown',
      summary: 'A number that no issue of the project has',
      input: { project: 'acme/web', issue_iid: 9999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ issue_iid, project }) => `Close the issue #${issue_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => setIssueState(call.client, input, 'close', call)
})
