import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { words } from '../../../../contract/schema.ts'
import { brief } from '../../../../lib/format.ts'
import { createIssue } from '../../client/issues.ts'
import { MISSING } from '../../failures.ts'
import { day, idOf, labelNames, project, richText, title, userIds } from '../../inputs.ts'
import { NewIssue } from '../../schemas/issues.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_issue',
  core: true,
  group: 'issues',
  summary: 'Make an issue',
  description:
    'Makes an issue and answers it with its number. Use it to report or to plan something. Two equal calls make two issues: where the answer was lost (outcome unknown) look with list_issues before you send it again, or give an idempotency_key. To change one use update_issue instead.',
  permission: 'write',
  http: 'POST /issues',
  success: [201],
  aliases: ['create_issue'],
  see_also: ['gitlab_update_issue', 'gitlab_list_issues'],
  input: Type.Object({
    project,
    title: title('Its title'),
    description: Type.Optional(richText('What it is about')),
    labels: Type.Optional(labelNames('Labels; one that the project does not have is made')),
    assignee_ids: Type.Optional(userIds('Whom it is assigned to')),
    milestone_id: Type.Optional(idOf('milestone, not its number')),
    due_date: Type.Optional(day('The day it is due')),
    confidential: Type.Optional(Type.Boolean({ description: 'true: only members see it. Default false' })),
    issue_type: Type.Optional(words(['issue', 'incident', 'test_case', 'task'], { description: 'What it is. Default issue' })),
    weight: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Its weight (Premium)' }))
  }),
  output: NewIssue,
  errors: { ...MISSING('project') },
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
    { name: 'no_title', summary: 'A title is needed', input: { project: 'acme/playground' }, error: { reason: 'missing_required_field' } }
  ],
  message: ({ project, title }) => `Make an issue in ${project ?? 'the default project'}: ${brief(title)}`,
  handler: (input, call) => createIssue(call.client, input, call)
})
