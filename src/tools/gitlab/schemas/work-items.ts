import { type Static, Type } from 'typebox'
import { nullable } from '../../../contract/schema.ts'
import { count, date, flag, newId, now, text, time, url, word } from './common.ts'
import { labels } from './issues.ts'
import { people, person } from './people.ts'

const FRESH = { 'x-volatile': true }

const relative = {
  reference: word('Reference, such as group&12 for an epic or group/name#12'),
  type: word('Type, such as Epic or Task'),
  title: text('Title'),
  state: word('opened or closed')
}
const WorkItemRelative = Type.Object(relative)

const properties = {
  type: word('Type, such as Epic, Issue, Task, Objective or Incident'),
  title: text('Title'),
  state: word('opened or closed'),
  status: word('Status, such as To do or In progress', 'if it has none'),
  labels,
  assignees: people('Assignees'),
  author: person('Author'),
  milestone: text('Title of the milestone'),
  iteration: nullable(
    Type.Object({ id: count('ID of the iteration'), title: text('Title'), start_date: date('Start date'), due_date: date('Due date') }),
    { description: 'Iteration; null if there is none' }
  ),
  start_date: date('Start date'),
  due_date: date('Due date'),
  weight: count('Weight', 'if it has none'),
  health_status: word('onTrack, needsAttention or atRisk', 'if it has none'),
  parent: nullable(WorkItemRelative, { description: 'Parent; null if there is none, or if this key is limited to other projects' }),
  confidential: flag('true: visible only to members')
}

export const WorkItem = Type.Object({
  id: newId('work item, unique across all projects and groups'),
  iid: nullable(Type.Integer(FRESH), { description: 'Number in the project or group (IID); null if unknown' }),
  ...properties,
  created_at: now('Time it was created'),
  updated_at: now('Time of the last change'),
  closed_at: now('Time it was closed', 'if it is open, or if unknown'),
  reference: nullable(Type.String(FRESH), { description: 'Reference, such as group&12 for an epic or group/name#12; null if unknown' }),
  url
})
export type WorkItem = Static<typeof WorkItem>

export const WholeWorkItem = Type.Object({
  ...WorkItem.properties,
  description: text('Description, Markdown'),
  children: Type.Array(WorkItemRelative, { description: 'Children, at most 100' }),
  linked_items: Type.Array(Type.Object({ link_type: word('relates_to, blocks or is_blocked_by'), ...relative }), {
    description: 'Linked work items, at most 100'
  }),
  custom_fields: Type.Array(Type.Object({ name: word('Name'), values: Type.Array(Type.String(), { description: 'Values' }) }), {
    description: 'Custom fields that have a value'
  })
})
export type WholeWorkItem = Static<typeof WholeWorkItem>

export const WorkItemType = Type.Object({
  name: word('Name of the type'),
  statuses: Type.Array(Type.Object({ name: word('Name'), category: word('triage, to_do, in_progress, done or canceled') }), {
    description: 'Statuses that work items of the type can have'
  }),
  custom_fields: Type.Array(
    Type.Object({
      name: word('Name'),
      type: word('text, number, date, single_select or multi_select'),
      options: Type.Array(Type.String(), { description: 'Values to select from; empty for other types of fields' })
    }),
    { description: 'Custom fields of the type' }
  )
})

const commentProperties = {
  body: text('Text, Markdown'),
  author: person('Author'),
  system: flag('true: written by GitLab, to report a change'),
  internal: flag('true: visible only to members')
}
export const WorkItemComment = Type.Object({ id: newId('comment'), ...commentProperties, created_at: now('Time it was created') })

export const WorkItemThread = Type.Object({
  id: nullable(Type.String(FRESH), { description: 'ID of the thread, 40 hex digits; null if unknown' }),
  comments: Type.Array(Type.Object({ ...WorkItemComment.properties, created_at: time('Time it was created') }), {
    description: 'Comments, oldest first; at most 100'
  })
})
