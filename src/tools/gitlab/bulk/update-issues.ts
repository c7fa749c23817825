import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { atLeastOne, atMostOne } from '../../../contract/requires.ts'
import { stringEnum } from '../../../contract/schema.ts'
import { selectFrom } from '../client/bulk/selection.ts'
import { changeOf, describeChange, updating } from '../client/bulk/update.ts'
import { withUserIds } from '../client/projects/users.ts'
import { describeSelection, ISSUE_SELECTION, issueSelection, NO_SELECTION, selectedOrIds, undoableErrors } from '../inputs/bulk.ts'
import { OLD_BUGS } from '../inputs/bulk-examples.ts'
import { idOf, labelNames, userIds, userNames } from '../inputs/common.ts'
import { eitherNameOrId } from '../inputs/filters.ts'
import { gitlab } from '../tool.ts'

export default defineBulk(gitlab, {
  name: 'update_issues',
  core: true,
  group: 'issues',
  summary: 'Update labels, state, assignees or milestone of many issues',
  description:
    'Creates a job that updates the issues of a project or group that match the filters, or the issues in ids (as group/name#12). Use it for many issues; for one, use update_issue. Other labels stay. The job shows a preview, and changes nothing until you confirm it. Issues that already have these values are skipped. Undo restores the previous values, except for issues that another user has changed since. Returns the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['gitlab_list_issues', 'gitlab_update_issue'],
  asked_as: {
    en: [
      'close all tickets with a label',
      'assign every bug to a developer',
      'relabel dozens of issues',
      'move all open issues to the next milestone',
      'triage many tickets at once',
      'put all of these bugs into the sprint',
      'close every ticket that is older than a year',
      'set the same assignee on many issues',
      'tag all crash reports',
      'give all open bugs of the sprint to her',
      'every ticket with the label goes to him',
      'move all tickets to the next milestone',
      'close all these bugs',
      'everything labelled ui should go to someone',
      'all the bugs of the sprint go to Mia',
      'give every open ticket the same label',
      'close all the old tickets',
      'put all the tickets in the next milestone'
    ]
  },
  input: Type.Object({
    ...issueSelection,
    add_labels: Type.Optional(labelNames('Labels to add')),
    remove_labels: Type.Optional(labelNames('Labels to remove')),
    set_state: Type.Optional(stringEnum(['closed', 'opened'], { description: 'closed: close the issues; opened: reopen them' })),
    assignee_ids: Type.Optional(userIds('New assignees. An empty list removes all')),
    assignees: Type.Optional(userNames('New assignees')),
    milestone_id: Type.Optional(idOf('new milestone, not its number')),
    clear: Type.Optional(
      Type.Array(stringEnum(['milestone'], { description: 'A property' }), {
        minItems: 1,
        maxItems: 1,
        description: 'Properties to clear: milestone'
      })
    )
  }),
  requires: [
    selectedOrIds(ISSUE_SELECTION, 'project', 'group'),
    atMostOne('project', 'group'),
    ...eitherNameOrId,
    atLeastOne('add_labels', 'remove_labels', 'set_state', 'assignee_ids', 'assignees', 'milestone_id', 'clear'),
    atMostOne('assignee_ids', 'assignees'),
    atMostOne('milestone_id', 'clear')
  ],
  errors: undoableErrors('issue, project or group'),
  examples: [
    {
      name: 'close_old',
      summary: 'Close and label old issues: the job shows a preview and waits for confirmation',
      input: { ...OLD_BUGS.input, set_state: 'closed', add_labels: ['stale'] },
      output: awaitingJob({
        operation: 'gitlab_bulk_update_issues',
        message: `Update ${OLD_BUGS.description}: state closed, add labels stale`,
        undoable: true,
        sample: OLD_BUGS.sample
      })
    },
    { ...NO_SELECTION, input: { set_state: 'closed' } }
  ],
  message: input => `Update ${describeSelection('issues', input)}: ${describeChange(input)}`,
  async prepare(input, call) {
    return { query: await selectFrom('issues', input, call), action: changeOf(await withUserIds(call.client, input, call)) }
  },
  ...updating('issues')
})
