import { type Static, Type } from 'typebox'
import { nullable } from '../../../contract/schema.ts'
import { count, date, flag, id, newId, noDescription, now, text, time, url, word } from './common.ts'
import { people, person } from './people.ts'

export const MilestoneName = Type.Object({
  id: id('milestone, as milestone_id takes it'),
  iid: nullable(Type.Integer(), { description: 'Number in the project or group; null if unknown' }),
  title: word('Title')
})
export const milestone = nullable(MilestoneName, { description: 'Milestone; null if there is none' })
export type MilestoneName = Static<typeof MilestoneName>

export const labels = Type.Array(Type.String(), { description: 'Names of its labels' })
const reference = word('Reference for use in text, such as group/name#12')

const properties = {
  title: word('Title'),
  description: text('Description, Markdown'),
  state: word('opened or closed'),
  labels,
  milestone,
  author: person('Author'),
  assignees: people('Assignees'),
  due_date: date('Due date'),
  confidential: flag('true: visible only to project members'),
  issue_type: word('Type, such as issue, incident or task'),
  weight: count('Weight', 'if it has none, or if unknown'),
  comment_count: count('Number of comments')
}
const NOT_CLOSED = 'if it is open, or if unknown'
const iid = 'Number in the project (IID), as other operations take it; null if GitLab does not return it'

export const Issue = Type.Object({
  id: id('issue, unique across all projects'),
  iid: nullable(Type.Integer(), { description: iid }),
  project_id: id('project'),
  ...properties,
  created_at: time('Time it was created'),
  updated_at: now('Time of the last change'),
  closed_at: time('Time it was closed', NOT_CLOSED),
  reference,
  url
})
export type Issue = Static<typeof Issue>

export const ListedIssue = Type.Object({ ...Issue.properties, description: text('Description, Markdown', 'unless full is true') })

/** An issue in a list that has no descriptions. */
export const BriefIssue = Type.Object({ ...Issue.properties, description: noDescription })

export const ChangedIssue = Type.Object({ ...Issue.properties, closed_at: now('Time it was closed', NOT_CLOSED) })

export const NewIssue = Type.Object({
  ...ChangedIssue.properties,
  id: newId('issue, unique across all projects'),
  iid: nullable(Type.Integer({ 'x-volatile': true }), { description: iid }),
  created_at: now('Time it was created'),
  reference: nullable(Type.String({ 'x-volatile': true }), {
    description: 'Reference for use in text, such as group/name#12; null if unknown'
  })
})

const noteProperties = {
  body: text('Text, Markdown'),
  author: person('Author'),
  system: flag('true: written by GitLab, to report a change'),
  internal: flag('true: visible only to project members'),
  resolvable: flag('true: it belongs to a resolvable thread'),
  resolved: flag('true: its thread is resolved', 'if it is not resolvable, or if unknown')
}
export const Comment = Type.Object({
  id: id('comment'),
  ...noteProperties,
  created_at: time('Time it was created'),
  updated_at: now('Time of the last change')
})
export const NewComment = Type.Object({
  id: newId('comment'),
  ...noteProperties,
  created_at: now('Time it was created'),
  updated_at: now('Time of the last change'),
  commands: nullable(Type.String(), {
    description: 'Message from GitLab if it ran a quick action that the gateway did not detect, and therefore created no comment; else null'
  })
})
export type Comment = Static<typeof Comment>

export const IssueDiscussion = Type.Object({
  id: nullable(Type.String(), { description: 'ID of the thread, 40 hex digits; null if GitLab does not return it' }),
  individual: flag('true: a single comment, not a thread'),
  comments: Type.Array(Comment, { description: 'Comments, oldest first' })
})
const { commands: _commands, ...replyProperties } = NewComment.properties
export const NewReply = Type.Object(replyProperties)

export const IssueLink = Type.Object({
  link_id: nullable(Type.Integer({ 'x-volatile': true }), { description: 'ID of the link; null if unknown' }),
  link_type: word('How this issue relates to the other: relates_to, blocks or is_blocked_by'),
  issue: Type.Object(BriefIssue.properties, { description: 'The other issue, without its description' })
})
