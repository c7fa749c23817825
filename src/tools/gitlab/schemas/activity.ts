import { Type } from 'typebox'
import { count, flag, id, newId, now, text, time, untrusted, url, word } from './common.ts'
import { BriefIssue } from './issues.ts'
import { BriefMergeRequest } from './merge-requests.ts'
import { Person, person } from './people.ts'

export const Todo = Type.Object({
  id: newId('to-do item'),
  action: word('Reason, such as assigned, mentioned, review_requested, build_failed or approval_required'),
  state: word('pending or done'),
  author: person('User who caused it'),
  project: word('Path of the project', 'if there is none'),
  target_type: word('Type, such as Issue or MergeRequest'),
  target_iid: count('Number of the target in its project or group (IID)', 'if there is none'),
  target_title: text('Title of the target'),
  body: text('Text of the to-do item'),
  created_at: time('Time it was created'),
  url
})

const mergeRequests = (description: string) =>
  Type.Array(BriefMergeRequest, {
    'x-volatile': true,
    description: `${description}, with pipeline_status and merge_status, without descriptions`
  })

export const MyWork = Type.Object({
  user: Type.Object(Person.properties, { description: "The token's user" }),
  issues: Type.Array(BriefIssue, { 'x-volatile': true, description: 'Open issues assigned to the user, without descriptions' }),
  assigned_merge_requests: mergeRequests('Open merge requests assigned to the user'),
  review_requests: mergeRequests('Open merge requests that the user is asked to review'),
  own_merge_requests: mergeRequests('Open merge requests that the user created'),
  todos: Type.Array(Todo, { 'x-volatile': true, description: 'Pending to-do items' }),
  has_more: Type.Boolean({ 'x-volatile': true, description: 'true: at least one of the lists is longer than per_list' }),
  untrusted
})

export const Event = Type.Object({
  id: id('event'),
  action: word('Action, such as opened, closed, commented on, pushed to, accepted or approved'),
  author: person('User who did it'),
  project_id: id('project'),
  target_type: word('Type of the target, such as Issue, MergeRequest or Note', 'if there is none'),
  target_iid: count('Number of the target (IID)', 'if there is none'),
  target_title: text('Title of the target, or of the latest pushed commit'),
  comment: text('Text of the comment'),
  ref: word('Pushed branch or tag', 'if nothing was pushed'),
  commit_count: count('Number of pushed commits', 'if nothing was pushed'),
  created_at: time('Time of the event')
})

export const Reaction = Type.Object({
  id: newId('reaction'),
  name: word('Name of the emoji, such as thumbsup'),
  user: person('User who reacted'),
  created_at: now('Time it was added')
})

export const CiVariable = Type.Object({
  key: word('Name'),
  variable_type: word('env_var or file'),
  protected: flag('true: only for protected branches and tags'),
  masked: flag('true: masked in logs'),
  hidden: flag('true: no user can read its value again'),
  raw: flag('true: $ in the value is not expanded'),
  environment_scope: word('Environments whose jobs get it; *: all environments'),
  description: text('Description')
})
