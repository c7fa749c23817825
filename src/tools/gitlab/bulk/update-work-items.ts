import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { atLeastOne, atMostOne } from '../../../contract/requires.ts'
import { stringEnum } from '../../../contract/schema.ts'
import { changeOf, describeChange } from '../client/bulk/update.ts'
import { checkLabels, updatingWorkItems, type WorkItemChange } from '../client/bulk/work-items.ts'
import { ownerOf } from '../client/projects/projects.ts'
import { describeSelection, NO_SELECTION, selectedOrIds, undoableErrors } from '../inputs/bulk.ts'
import { groupName, labelNames, projectName, search, userName } from '../inputs/common.ts'
import { workItemReference, workItemType } from '../inputs/work-items.ts'
import { gitlab } from '../tool.ts'

/** There is no default project, so that no job starts on a project that was not named. */
const selection = {
  project: Type.Optional(projectName('Project whose work items to update')),
  group: Type.Optional(groupName('Group whose work items to update')),
  types: Type.Optional(
    Type.Array(workItemType('Type'), { minItems: 1, maxItems: 9, uniqueItems: true, description: 'Only these types. Default: all' })
  ),
  state: Type.Optional(stringEnum(['opened', 'closed', 'all'], { description: 'State. Default opened' })),
  search: Type.Optional(search('Words in the title or description')),
  labels: Type.Optional(labelNames('Only items with all of these labels')),
  assignee: Type.Optional(userName('Only items assigned to this user')),
  author: Type.Optional(userName('Only items created by this user')),
  parent: Type.Optional(workItemReference('Only children of this work item')),
  include_descendants: Type.Optional(
    Type.Boolean({ description: 'Only with group. true: include work items of its subgroups and projects. Default false' })
  )
}
const NAMES = Object.keys(selection)

export default defineBulk(gitlab, {
  name: 'update_work_items',
  group: 'work_items',
  summary: 'Update labels or state of many epics, tasks or other work items',
  description:
    'Creates a job that updates the labels or the state of the work items (epics, tasks and others) of a project or group that match the filters, or of those in ids (as group&12 or group/name#12). Use it for epics and tasks; for issues alone, bulk_update_issues has more filters and properties, and for one work item, use update_work_item. Other labels stay. The job shows a preview, and changes nothing until you confirm it. Work items that already have these values are skipped. Undo restores the previous labels and state, except for work items that another user has changed since. Returns the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['gitlab_list_work_items', 'gitlab_update_work_item', 'gitlab_bulk_update_issues'],
  asked_as: {
    en: [
      'label all our epics',
      'close all tasks of the epic',
      'add the same tag to every epic of the group',
      'all objectives of last quarter are done',
      'remove the label from every epic',
      'tag many epics at once',
      'all the children of the epic are finished',
      'reopen all the tasks',
      'every key result gets the label Q3',
      'mark all the epics as roadmap'
    ],
    de: ['allen Epics ein Label geben']
  },
  input: Type.Object({
    ...selection,
    add_labels: Type.Optional(labelNames('Labels to add')),
    remove_labels: Type.Optional(labelNames('Labels to remove')),
    set_state: Type.Optional(stringEnum(['closed', 'opened'], { description: 'closed: close them; opened: reopen them' }))
  }),
  requires: [
    selectedOrIds(NAMES, 'project', 'group'),
    atMostOne('project', 'group'),
    atLeastOne('add_labels', 'remove_labels', 'set_state')
  ],
  errors: undoableErrors('work item, project or group'),
  examples: [
    {
      name: 'label_epics',
      summary: 'Label all epics of a group: the job shows a preview and waits for confirmation',
      input: { group: 'acme/platform', types: ['epic'], add_labels: ['question'] },
      output: awaitingJob({
        operation: 'gitlab_bulk_update_work_items',
        message: 'Update the work items with group acme/platform, types epic: add labels question',
        undoable: true,
        sample: [
          {
            item_id: 'acme/platform&1',
            display_name: 'acme/platform&1 Old plans',
            data: { labels: ['feature'], state: 'opened', assignee_ids: [], reviewer_ids: [], milestone_id: null }
          }
        ]
      })
    },
    { ...NO_SELECTION, input: { set_state: 'closed' } }
  ],
  message: input => `Update ${describeSelection('work items', input, NAMES)}: ${describeChange(input)}`,
  async prepare({ project, group, ...input }, call) {
    const action: WorkItemChange = changeOf(input)
    if (project === undefined && group === undefined) return { query: null, action }
    const owner = ownerOf({ project, group })
    await checkLabels(owner, action, call)
    const given = Object.entries(input).flatMap(([name, value]) =>
      NAMES.includes(name) && value !== undefined ? [[name, value] as const] : []
    )
    return { query: { ...owner, ...Object.fromEntries(given) }, action }
  },
  ...updatingWorkItems
})
