import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { atLeastOne, atMostOne } from '../../../contract/requires.ts'
import { words } from '../../../contract/schema.ts'
import { OLD_BUGS } from '../bulk-examples.ts'
import { changeErrors, NO_SELECTION, SELECTION, said, selectedOrIds, selection } from '../bulk-inputs.ts'
import { changeOf, toldOf } from '../client/bulk/action.ts'
import { changing } from '../client/bulk/change.ts'
import { selectFrom } from '../client/bulk/select.ts'
import { onePerson } from '../filters.ts'
import { idOf, labelNames, userIds } from '../inputs.ts'
import { gitlab } from '../tool.ts'

export default defineBulk(gitlab, {
  name: 'update_issues',
  core: true,
  group: 'issues',
  summary: 'Change labels, state, people or milestone of many issues',
  description:
    'Makes a job that changes the issues of a project or group that fit, or those named in ids (as group/name#12). Use it to sort, close or hand over many at once; for one use update_issue. Labels that are not named stay. The job shows a preview; nothing is changed before it is confirmed. An issue that is so already is skipped. Undo brings back what the job changed, but for issues that somebody changed on since. Answers the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['gitlab_list_issues', 'gitlab_update_issue'],
  input: Type.Object({
    ...selection,
    add_labels: Type.Optional(labelNames('Labels to add')),
    remove_labels: Type.Optional(labelNames('Labels to take off')),
    set_state: Type.Optional(words(['closed', 'opened'], { description: 'closed: close them; opened: open them again' })),
    assignee_ids: Type.Optional(userIds('Whom they shall be assigned to; empty: nobody')),
    milestone_id: Type.Optional(idOf('milestone they shall have, not its number')),
    clear: Type.Optional(
      Type.Array(words(['milestone'], { description: 'A property' }), {
        minItems: 1,
        maxItems: 1,
        description: 'Properties to empty: milestone'
      })
    )
  }),
  requires: [
    selectedOrIds(SELECTION, 'project', 'group'),
    atMostOne('project', 'group'),
    ...onePerson,
    atLeastOne('add_labels', 'remove_labels', 'set_state', 'assignee_ids', 'milestone_id', 'clear'),
    atMostOne('milestone_id', 'clear')
  ],
  errors: changeErrors('issue, project or group'),
  examples: [
    {
      name: 'close_old',
      summary: 'Old issues are closed and labelled: a job that shows what it would do and awaits confirmation',
      input: { ...OLD_BUGS.input, set_state: 'closed', add_labels: ['stale'] },
      output: awaitingJob({
        operation: 'gitlab_bulk_update_issues',
        message: `Make ${OLD_BUGS.said}: closed, with stale`,
        undoable: true,
        sample: OLD_BUGS.sample
      })
    },
    { ...NO_SELECTION, input: { set_state: 'closed' } }
  ],
  message: input => `Make ${said('issues', input)}: ${toldOf(input)}`,
  async prepare(input, call) {
    return { query: await selectFrom('issues', input, call), action: changeOf(input) }
  },
  ...changing('issues')
})
