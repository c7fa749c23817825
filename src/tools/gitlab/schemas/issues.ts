import { type Static, Type } from 'typebox'
import { nullable } from '../../../contract/schema.ts'
import { count, date, flag, id, newId, now, text, time, url, word } from './common.ts'
import { people, person } from './people.ts'

export const MilestoneName = Type.Object({
  id: id('milestone: what changes take'),
  iid: nullable(Type.Integer(), { description: 'Its number in the project or group; null where unknown' }),
  title: word('Its title')
})
export const milestone = nullable(MilestoneName, { description: 'Its milestone; null where it has none' })
export type MilestoneName = Static<typeof MilestoneName>

export const labels = Type.Array(Type.String(), { description: 'Names of its labels' })
export const reference = word('How it is named in texts, as group/name#12')

const properties = {
  title: word('Its title'),
  description: text('What it is about, Markdown; null in lists unless full is true'),
  state: word('opened or closed'),
  labels,
  milestone,
  author: person('Who made it'),
  assignees: people('Whom it is assigned to'),
  due_date: date('The day it is due'),
  confidential: flag('true: only members see it'),
  issue_type: word('issue, incident, task and the like'),
  weight: count('Its weight'),
  comment_count: count('Comments on it')
}
const iid = 'Its number in the project: what other operations take; null where GitLab does not tell'

export const Issue = Type.Object({
  id: id('issue over all projects'),
  iid: nullable(Type.Integer(), { description: iid }),
  project_id: id('project'),
  ...properties,
  created_at: time('When it was made'),
  updated_at: now('When it last changed'),
  closed_at: time('When it was closed'),
  reference,
  url
})
export type Issue = Static<typeof Issue>

export const ChangedIssue = Type.Object({ ...Issue.properties, closed_at: now('When it was closed') })

export const NewIssue = Type.Object({
  ...ChangedIssue.properties,
  id: newId('issue over all projects'),
  iid: nullable(Type.Integer({ 'x-volatile': true }), { description: iid }),
  created_at: now('When it was made'),
  reference: nullable(Type.String({ 'x-volatile': true }), {
    description: 'How it is named in texts, as group/name#12; null where unknown'
  })
})

const noteProperties = {
  body: text('What it says, Markdown'),
  author: person('Who wrote it'),
  system: flag('true: GitLab wrote it, to tell of a change'),
  internal: flag('true: only members see it'),
  resolvable: flag('true: it belongs to a thread that can be resolved'),
  resolved: flag('true: its thread is resolved')
}
export const Comment = Type.Object({
  id: id('comment'),
  ...noteProperties,
  created_at: time('When it was written'),
  updated_at: now('When it last changed')
})
export const NewComment = Type.Object({
  id: newId('comment'),
  ...noteProperties,
  created_at: now('When it was written'),
  updated_at: now('When it last changed'),
  commands: nullable(Type.String(), {
    description: 'What GitLab says of commands, where it found nothing else in the text all the same, and so made no comment; else null'
  })
})
export type Comment = Static<typeof Comment>

export const IssueLink = Type.Object({
  link_id: nullable(Type.Integer({ 'x-volatile': true }), { description: 'Id of the link; null where unknown' }),
  link_type: word('relates_to, blocks or is_blocked_by'),
  issue: Type.Object(Issue.properties, { description: 'The other issue, without its description' })
})
