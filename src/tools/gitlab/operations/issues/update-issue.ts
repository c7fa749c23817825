import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne, atMostOne, notCleared } from '../../../../contract/requires.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { updateIssue } from '../../client/issues/issues.ts'
import { withUserIds } from '../../client/projects/users.ts'
import { resourceErrors } from '../../errors.ts'
import { day, idOf, issueIid, LONG_TEXT_BODY, labelNames, project, richText, title, userIds, userNames } from '../../inputs/common.ts'
import { ChangedIssue } from '../../schemas/issues.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'update_issue',
  core: true,
  group: 'issues',
  summary: 'Update an issue: title, description, labels, assignees, milestone or due date',
  description:
    'Updates the given properties of an issue, keeps the others, and returns the issue. Use it to correct or organize an issue. add_labels and remove_labels keep the other labels; replace_labels replaces all labels. assignees or assignee_ids replaces all assignees. To clear a property, list it in clear. To close or reopen an issue, use close_issue or reopen_issue instead.',
  permission: 'write',
  http: 'PATCH /issues/:issue_iid',
  max_body: LONG_TEXT_BODY,
  idempotent: true,
  requires: [
    atLeastOne(
      'title',
      'description',
      'add_labels',
      'remove_labels',
      'replace_labels',
      'assignee_ids',
      'assignees',
      'milestone_id',
      'due_date',
      'confidential',
      'weight',
      'discussion_locked',
      'clear'
    ),
    atMostOne('assignee_ids', 'assignees'),
    atMostOne('replace_labels', 'add_labels'),
    atMostOne('replace_labels', 'remove_labels'),
    notCleared()
  ],
  name_hints: {
    labels: 'replace_labels, which removes all other labels; or add_labels and remove_labels, which keep them',
    state_event: 'the operations gitlab_close_issue and gitlab_reopen_issue'
  },
  aliases: ['update_issue'],
  see_also: ['gitlab_get_issue', 'gitlab_close_issue'],
  asked_as: {
    en: [
      'assign a ticket to someone',
      'change the title of a bug',
      'set a due date on an issue',
      'add a label to a ticket',
      'edit the description of a ticket',
      'put an issue into a milestone',
      'who should take this bug',
      'give the bug to Bea',
      'the ticket is due on Friday',
      'raise the priority of an issue',
      'reword the bug report',
      'make the issue confidential',
      'unassign a ticket',
      'remove a label from the bug',
      'label the ticket as critical',
      'make someone responsible for the ticket',
      'push its due date',
      'the title of the bug is wrong',
      'assign the bug to me',
      'give the ticket to her'
    ],
    de: ['das Ticket jemandem zuweisen', 'das Issue bearbeiten', 'ein Label am Ticket setzen'],
    es: ['asigna el ticket a alguien', 'edita la incidencia', 'cambia el título del ticket'],
    fr: ["assigner le ticket à quelqu'un", 'modifier le ticket'],
    ja: ['チケットを誰かに割り当て', '課題を更新'],
    pl: ['przypisz zgłoszenie komuś', 'zmień zgłoszenie']
  },
  input: Type.Object({
    project,
    issue_iid: issueIid,
    title: Type.Optional(title('New title')),
    description: Type.Optional(richText('New description. It replaces the whole text')),
    add_labels: Type.Optional(labelNames('Labels to add; existing labels stay')),
    remove_labels: Type.Optional(labelNames('Labels to remove; other labels stay')),
    replace_labels: Type.Optional(labelNames('New labels, which replace all existing ones')),
    assignee_ids: Type.Optional(userIds('New assignees. They replace all existing ones')),
    assignees: Type.Optional(userNames('New assignees. They replace all existing ones')),
    milestone_id: Type.Optional(idOf('milestone, not its number')),
    due_date: Type.Optional(day('Due date')),
    confidential: Type.Optional(Type.Boolean({ description: 'true: visible only to project members; false: as visible as the project' })),
    weight: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Weight (Premium)' })),
    discussion_locked: Type.Optional(Type.Boolean({ description: 'true: only members may comment' })),
    clear: Type.Optional(
      Type.Array(stringEnum(['description', 'labels', 'assignees', 'milestone', 'due_date', 'weight'], { description: 'A property' }), {
        minItems: 1,
        maxItems: 6,
        description: 'Properties to clear: description, labels, assignees, milestone, due_date, weight'
      })
    )
  }),
  output: ChangedIssue,
  errors: { ...resourceErrors('issue'), version_conflict: 'Another user changed the issue at the same time' },
  examples: [
    {
      name: 'sort_out',
      summary: 'Add one label and remove another',
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
      summary: 'No change given',
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
    `Update ${Object.keys(changes).join(', ')} of the issue #${issue_iid} of ${project ?? 'the default project'}`,
  handler: async (input, call) => updateIssue(call.client, await withUserIds(call.client, input, call), call)
})
