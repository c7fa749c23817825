import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { brief } from '../../../../lib/format.ts'
import { createIssue } from '../../client/issues/issues.ts'
import { withUserIds } from '../../client/projects/users.ts'
import { resourceErrors } from '../../errors.ts'
import { day, idOf, LONG_TEXT_BODY, labelNames, project, richText, title, userIds, userNames } from '../../inputs/common.ts'
import { NewIssue } from '../../schemas/issues.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_issue',
  core: true,
  group: 'issues',
  summary: 'Create an issue',
  description:
    'Creates an issue and returns it, including its number (IID). Use it to report a problem or plan work; to change an issue, use update_issue instead. Calling it twice creates two issues: after an `unknown` outcome, check list_issues before you retry, or send an idempotency_key.',
  permission: 'write',
  http: 'POST /issues',
  max_body: LONG_TEXT_BODY,
  success: [201],
  aliases: ['create_issue'],
  see_also: ['gitlab_update_issue', 'gitlab_list_issues'],
  asked_as: {
    en: [
      'file a bug',
      'open a ticket',
      'report a problem',
      'log a defect',
      'raise a feature request',
      'create a task for the developers',
      'someone should fix this',
      'the login page crashes, write it up',
      'make a ticket for this',
      'report that something is broken',
      'new feature wish for the team',
      'let the developers know about an error',
      'the button crashes, report that',
      "users can't log in, someone should look at it",
      'something is broken, write it down for the developers',
      'we need dark mode, file that',
      'raise a defect',
      'log a bug',
      'request a feature'
    ],
    de: ['ein Ticket anlegen', 'einen Fehler melden', 'ein Issue eröffnen'],
    es: ['abre un ticket', 'reporta un error', 'crea una incidencia'],
    fr: ['ouvrir un ticket', 'signaler un bug', 'créer une anomalie'],
    ja: ['バグを報告', 'チケットを作成', '課題を起票'],
    pl: ['zgłoś błąd', 'utwórz zgłoszenie', 'otwórz ticket']
  },
  input: Type.Object({
    project,
    title: title('Title'),
    description: Type.Optional(richText('Description')),
    labels: Type.Optional(labelNames('Labels; a label that the project does not have is created')),
    assignee_ids: Type.Optional(userIds('Assignees')),
    assignees: Type.Optional(userNames('Assignees')),
    milestone_id: Type.Optional(idOf('milestone, not its number')),
    due_date: Type.Optional(day('Due date')),
    confidential: Type.Optional(Type.Boolean({ description: 'true: visible only to project members. Default false' })),
    issue_type: Type.Optional(stringEnum(['issue', 'incident', 'test_case', 'task'], { description: 'Type. Default issue' })),
    weight: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Weight (Premium)' }))
  }),
  output: NewIssue,
  requires: [atMostOne('assignee_ids', 'assignees')],
  errors: { ...resourceErrors('project') },
  examples: [
    {
      name: 'bug',
      summary: 'An issue with labels',
      input: {
        project: 'acme/playground',
        title: 'The form forgets what was typed',
        description: 'Steps:\n\n1. Type\n2. Reload',
        labels: ['bug'],
        assignee_ids: [3]
      },
      output: {
        id: 1085,
        iid: 13,
        project_id: 3,
        title: 'The form forgets what was typed',
        description: 'Steps:\n\n1. Type\n2. Reload',
        state: 'opened',
        labels: ['bug'],
        milestone: null,
        author: { id: 1, username: 'sam', name: 'Sam Sandbox' },
        assignees: [{ id: 3, username: 'bea', name: 'Bea Builder' }],
        due_date: null,
        confidential: false,
        issue_type: 'issue',
        weight: null,
        comment_count: 0,
        created_at: '2026-11-22T07:01:17.216Z',
        updated_at: '2026-11-22T07:01:17.216Z',
        closed_at: null,
        reference: 'acme/playground#13',
        url: 'https://gitlab.example.com/acme/playground/-/issues/13'
      }
    },
    { name: 'no_title', summary: 'A title is required', input: { project: 'acme/playground' }, error: { reason: 'missing_required_field' } }
  ],
  message: ({ project, title }) => `Create an issue in ${project ?? 'the default project'}: ${brief(title)}`,
  handler: async (input, call) => createIssue(call.client, await withUserIds(call.client, input, call), call)
})
