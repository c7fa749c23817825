import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { setIssueState } from '../../client/issues/issues.ts'
import { resourceErrors } from '../../errors.ts'
import { issueIid, project } from '../../inputs/common.ts'
import { ChangedIssue } from '../../schemas/issues.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'reopen_issue',
  group: 'issues',
  summary: 'Reopen a closed issue',
  description:
    'Reopens a closed issue and returns it. Use it when the work is not done after all. An open issue stays open. To close an issue, use close_issue instead.',
  permission: 'write',
  http: 'POST /issues/:issue_iid/reopen',
  idempotent: true,
  aliases: ['reopen_issue'],
  see_also: ['gitlab_close_issue', 'gitlab_update_issue'],
  asked_as: {
    en: [
      'the bug is back',
      'open the ticket again',
      "this issue isn't fixed after all",
      'the error still happens, reopen',
      'the ticket was closed too early',
      "it isn't fixed after all",
      'we closed the ticket too early',
      '#77 happens again',
      'the bug came back',
      'we fixed it wrong, the ticket has to be open again',
      "that problem isn't solved"
    ],
    de: ['das Ticket wieder öffnen'],
    es: ['reabre el ticket'],
    fr: ['rouvrir le ticket'],
    ja: ['チケットを再オープン'],
    pl: ['otwórz ponownie zgłoszenie']
  },
  input: Type.Object({ project, issue_iid: issueIid }),
  output: ChangedIssue,
  errors: { ...resourceErrors('issue') },
  examples: [
    {
      name: 'by_number',
      summary: 'An issue by its number',
      input: { project: 'acme/playground', issue_iid: 3 },
      output: {
        id: 1072,
        iid: 3,
        project_id: 3,
        title: 'Search finds nothing',
        description: 'As agreed on day 3.\n\n- [ ] look\n- [ ] do',
        state: 'opened',
        labels: [],
        milestone: null,
        author: { id: 4, username: 'chen', name: 'Chen Wei' },
        assignees: [{ id: 3, username: 'bea', name: 'Bea Builder' }],
        due_date: null,
        confidential: false,
        issue_type: 'issue',
        weight: null,
        comment_count: 0,
        created_at: '2026-01-18T08:00:00.000Z',
        updated_at: '2026-11-22T07:01:18.028Z',
        closed_at: null,
        reference: 'acme/playground#3',
        url: 'https://gitlab.example.com/acme/playground/-/issues/3'
      }
    },
    {
      name: 'unknown',
      summary: 'A number that no issue of the project has',
      input: { project: 'acme/web', issue_iid: 9999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ issue_iid, project }) => `Reopen the issue #${issue_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => setIssueState(call.client, input, 'reopen', call)
})
