import { type Static, Type } from 'typebox'
import { nullable } from '../../../contract/schema.ts'
import { count, date, flag, id, newId, now, text, time, url, word } from './common.ts'

const FRESH = { 'x-volatile': true }

const labelProperties = {
  name: word('Its name: what issues and merge requests bear'),
  color: word('Its colour, as #d9534f'),
  description: text('What it is for'),
  priority: count('Its priority, 0 the highest'),
  of_project: flag('true: it belongs to the project; false: to a group above it'),
  open_issues_count: count('Open issues with it; told where with_counts is true'),
  closed_issues_count: count('Closed issues with it; told where with_counts is true'),
  open_merge_requests_count: count('Open merge requests with it; told where with_counts is true')
}
export const Label = Type.Object({ id: id('label'), ...labelProperties })
export const NewLabel = Type.Object({ id: newId('label'), ...labelProperties })
export type Label = Static<typeof Label>

const iid = 'Its number in the project; null where unknown'
const milestoneProperties = {
  title: word('Its title'),
  description: text('What it is about, Markdown'),
  state: word('active or closed'),
  start_date: date('The day it begins'),
  due_date: date('The day it ends'),
  expired: flag('true: its last day is over'),
  project_id: id('project, where it belongs to one'),
  group_id: id('group, where it belongs to one')
}
export const Milestone = Type.Object({
  id: id('milestone: what other operations take'),
  iid: nullable(Type.Integer(), { description: iid }),
  ...milestoneProperties,
  created_at: time('When it was made'),
  updated_at: now('When it last changed'),
  url
})
export type Milestone = Static<typeof Milestone>
export const NewMilestone = Type.Object({
  ...Milestone.properties,
  id: newId('milestone: what other operations take'),
  iid: nullable(Type.Integer(FRESH), { description: iid }),
  created_at: now('When it was made')
})
