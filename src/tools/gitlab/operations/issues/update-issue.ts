import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne, atMostOne, notCleared } from '../../../../contract/requires.ts'
import { words } from '../../../../contract/schema.ts'
import { updateIssue } from '../../client/issues.ts'
import { MISSING } from '../../failures.ts'
import { day, idOf, issueIid, labelNames, project, richText, title, userIds } from '../../inputs.ts'
import { ChangedIssue } from '../../schemas/issues.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'update_issue',
  core: true,
  group: 'issues',
  summary: 'Change title, description, labels, people, milestone or dates of an issue',
  description:
    'Changes what is given of an issue and answers it; the rest stays. Use it to correct or sort an issue. add_labels and remove_labels leave the other labels alone; only replace_labels takes all others off. assignee_ids replaces. A property is emptied by naming it in clear. To close or reopen one use close_issue or reopen_issue instead.',
  permission: 'write',
  http: 'PATCH /issues/:issue_iid',
  idempotent: true,
  requires: [
    atLeastOne(
      'title',
      'description',
      'add_labels',
      'remove_labels',
      'replace_labels',
      'assignee_ids',
      'milestone_id',
      'due_date',
      'confidential',
      'weight',
      'discussion_locked',
      'clear'
    ),
    atMostOne('replace_labels', 'add_labels'),
    atMostOne('replace_labels', 'remove_labels'),
    notCleared()
  ],
  instead: {
    labels: 'replace_labels, which takes all others off; or add_labels and remove_labels, which leave them',
    state_event: 'the operations gitlab_close_issue and gitlab_reopen_issue'
  },
  aliases: ['update_issue'],
  see_also: ['gitlab_get_issue', 'gitlab_close_issue'],
  input: Type.Object({
    project,
    issue_iid: issueIid,
    title: Type.Optional(title('New title')),
    description: Type.Optional(richText('New description; replaces the whole text')),
    add_labels: Type.Optional(labelNames('Labels to add; those that it has stay')),
    remove_labels: Type.Optional(labelNames('Labels to take off; the others stay')),
    replace_labels: Type.Optional(labelNames('Labels it shall have in place of all that it has')),
    assignee_ids: Type.Optional(userIds('Whom it shall be assigned to, in place of those it is')),
    milestone_id: Type.Optional(idOf('milestone, not its number')),
    due_date: Type.Optional(day('The day it is due')),
    confidential: Type.Optional(Type.Boolean({ description: 'true: only members see it; false: as the project' })),
    weight: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Its weight (Premium)' })),
    discussion_locked: Type.Optional(Type.Boolean({ description: 'true: only members may comment' })),
    clear: Type.Optional(
      Type.Array(words(['description', 'labels', 'assignees', 'milestone', 'due_date', 'weight'], { description: 'A property' }), {
        minItems: 1,
        maxItems: 6,
        description: 'Properties to empty: description, labels, assignees, milestone, due_date, weight'
      })
    )
  }),
  output: ChangedIssue,
  errors: { ...MISSING('issue'), version_conflict: 'Somebody else changed it at the same moment' },
  examples: [
    {
      name: 'sort_out',
      summary: 'A label more and a label less',
      input: { project: 'acme/playground', issue_iid: 7, add_labels: ['bug'], remove_labels: ['question'], due_date: '2026-12-24' },
      output: {
        id: 1076,
        iid: 7,
        project_id: 3,
        title: 'Search finds nothing (7)',
        description: 'As agreed on day 7.\n\n- [ ] look\n- [ ] do',
        state: 'opened',
        labels: ['bug'],
        milestone: null,
        author: { id: 4, username: 'chen', name: 'Chen Wei' },
        assignees: [{ id: 3, username: 'bea', name: 'Bea Builder' }],
        due_date: '2026-12-24',
        confidential: false,
        issue_type: 'issue',
        weight: null,
        comment_count: 0,
        created_at: '2026-01-22T08:00:00.000Z',
        updated_at: '2026-11-22T08:28:55.978Z',
        closed_at: null,
        reference: 'acme/playground#7',
        url: 'https://gitlab.example.com/acme/playground/-/issues/7'
      }
    },
    {
      name: 'nothing',
      summary: 'Nothing to change',
      input: { project: 'acme/playground', issue_iid: 1 },
      error: { reason: 'missing_required_field' }
    },
    {
      name: 'labels_twice',
      summary: 'Labels are added or replaced, not both',
      input: { project: 'acme/playground', issue_iid: 1, add_labels: ['a'], replace_labels: ['b'] },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ issue_iid, project, ...changes }) =>
    `Change ${Object.keys(changes).join(', ')} of the issue #${issue_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => updateIssue(call.client, input, call)
})
