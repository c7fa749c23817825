import { type Static, Type } from 'typebox'
import { nullable } from '../../../contract/schema.ts'
import { count, date, flag, id, newId, now, text, time, url, word } from './common.ts'

const FRESH = { 'x-volatile': true }

const labelProperties = {
  name: word('Name, as issues and merge requests show it'),
  color: word('Color, such as #d9534f'),
  description: text('Description'),
  priority: count('Priority; 0 is the highest', 'if it has none'),
  of_project: flag('true: a label of the project; false: of a parent group')
}
const countsOf = (absent: string) => ({
  open_issues_count: count('Number of open issues with the label', absent),
  closed_issues_count: count('Number of closed issues with the label', absent),
  open_merge_requests_count: count('Number of open merge requests with the label', absent)
})
export const Label = Type.Object({ id: id('label'), ...labelProperties, ...countsOf('if unknown') })
export const ListedLabel = Type.Object({ ...Label.properties, ...countsOf('unless with_counts is true') })
export const NewLabel = Type.Object({ ...Label.properties, id: newId('label') })
export type Label = Static<typeof Label>

const iid = 'Number in the project or group (IID); null if unknown'
const milestoneProperties = {
  title: word('Title'),
  description: text('Description, Markdown'),
  state: word('active or closed'),
  start_date: date('Start date'),
  due_date: date('Due date'),
  expired: flag('true: its due date has passed'),
  project_id: count('ID of its project', 'for a milestone of a group'),
  group_id: count('ID of its group', 'for a milestone of a project')
}
export const Milestone = Type.Object({
  id: id('milestone, as other operations take it'),
  iid: nullable(Type.Integer(), { description: iid }),
  ...milestoneProperties,
  created_at: time('Time it was created'),
  updated_at: now('Time of the last change'),
  url
})
export type Milestone = Static<typeof Milestone>
export const Iteration = Type.Object({
  id: id('iteration'),
  title: text('Title'),
  state: word('upcoming, current or closed'),
  start_date: date('Start date'),
  due_date: date('Due date'),
  group_id: id('group that it belongs to'),
  url
})

export const BurndownEvent = Type.Object({
  action: word('created, closed or reopened'),
  weight: count('Weight of the issue', 'if there is none'),
  created_at: time('Time of the event')
})

export const NewMilestone = Type.Object({
  ...Milestone.properties,
  id: newId('milestone, as other operations take it'),
  iid: nullable(Type.Integer(FRESH), { description: iid }),
  created_at: now('Time it was created')
})
