import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { setIssueState } from '../../client/issues/issues.ts'
import { resourceErrors } from '../../errors.ts'
import { issueIid, project } from '../../inputs/common.ts'
import { ChangedIssue } from '../../schemas/issues.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'close_issue',
  group: 'issues',
  summary: 'Close an issue',
  description:
    'Closes an issue and returns it. Use it when the work is done, or will not be done. Closing a closed issue changes nothing. To give a reason, use add_issue_comment first; to reopen the issue, use reopen_issue instead.',
  permission: 'write',
  http: 'POST /issues/:issue_iid/close',
  idempotent: true,
  aliases: ['close_issue'],
  see_also: ['gitlab_reopen_issue', 'gitlab_update_issue'],
  asked_as: {
    en: [
      'mark a ticket as done',
      'the bug is fixed, close it',
      'finish this issue',
      'resolve a ticket',
      "won't fix",
      'we solved the bug, mark it done',
      'this ticket is obsolete',
      'close it as a duplicate',
      'the ticket is solved',
      "we shipped the fix, so it's over",
      'wrap up the ticket',
      "the bug doesn't happen anymore",
      'the ticket has been dealt with',
      '#12 has been taken care of',
      'that bug is fixed, we can close it',
      "we don't need this ticket any longer"
    ],
    de: ['das Ticket schließen', 'der Fehler ist behoben'],
    es: ['cierra el ticket', 'marca la incidencia como resuelta'],
    fr: ['fermer le ticket', "l'anomalie est corrigée"],
    ja: ['チケットを閉じて', '課題をクローズ'],
    pl: ['zamknij zgłoszenie', 'oznacz błąd jako naprawiony']
  },
  input: Type.Object({ project, issue_iid: issueIid }),
  output: ChangedIssue,
  errors: { ...resourceErrors('issue') },
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
