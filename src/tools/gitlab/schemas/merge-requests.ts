import { type Static, Type } from 'typebox'
import { nullable, words } from '../../../contract/schema.ts'
import { count, flag, id, newId, now, text, time, url, word } from './common.ts'
import { labels, milestone } from './issues.ts'
import { people, person } from './people.ts'

const FRESH = { 'x-volatile': true }
const iid = 'Its number in the project: what other operations take; null where GitLab does not tell'

const properties = {
  title: word('Its title'),
  description: text('What it is about, Markdown; null in lists unless full is true'),
  state: word('opened, closed, locked or merged'),
  draft: flag('true: not ready, and not to be merged'),
  source_branch: word('Branch whose changes it brings'),
  target_branch: word('Branch it is to be merged into'),
  labels,
  milestone,
  author: person('Who made it'),
  assignees: people('Whom it is assigned to'),
  reviewers: people('Who shall look at it'),
  merge_status: word(
    'Whether it can be merged, in a word such as mergeable, checking, ci_must_pass, draft_status, conflict or not_approved'
  ),
  has_conflicts: flag('true: it conflicts with the target branch'),
  blocking_discussions_resolved: flag('false: threads are open that must be resolved first'),
  merge_when_pipeline_succeeds: flag('true: it is merged as soon as it can be'),
  changes_count: word('Files it changes; 1000+ where there are more'),
  comment_count: count('Comments on it')
}

export const MergeRequest = Type.Object({
  id: id('merge request over all projects'),
  iid: nullable(Type.Integer(), { description: iid }),
  project_id: id('project'),
  ...properties,
  sha: word('Its newest commit: give it to merge, and nothing newer is merged unseen'),
  merge_commit_sha: nullable(Type.String(FRESH), { description: 'Commit by which it was merged; null where it is not' }),
  pipeline_status: word('Status of its newest pipeline'),
  created_at: time('When it was made'),
  updated_at: now('When it last changed'),
  merged_at: now('When it was merged'),
  closed_at: now('When it was closed'),
  reference: word('How it is named in texts, as group/name!34'),
  url
})
export type MergeRequest = Static<typeof MergeRequest>

export const NewMergeRequest = Type.Object({
  ...MergeRequest.properties,
  id: newId('merge request over all projects'),
  iid: nullable(Type.Integer(FRESH), { description: iid }),
  sha: nullable(Type.String(FRESH), { description: 'Its newest commit; null where unknown' }),
  created_at: now('When it was made'),
  reference: nullable(Type.String(FRESH), { description: 'How it is named in texts, as group/name!34; null where unknown' })
})

export const Approvals = Type.Object({
  approved: flag('true: as many have approved as are needed'),
  approvals_required: count('Approvals that are needed'),
  approvals_left: count('Approvals that are still lacking'),
  approved_by: people('Who has approved'),
  user_has_approved: flag('true: the user of the token has approved'),
  user_can_approve: flag('true: the user of the token may approve')
})
export type Approvals = Static<typeof Approvals>

export const Note = Type.Object({
  id: newId('comment'),
  body: text('What it says, Markdown'),
  author: person('Who wrote it'),
  system: flag('true: GitLab wrote it, to tell of a change'),
  resolvable: flag('true: its thread can be resolved'),
  resolved: flag('true: its thread is resolved'),
  path: word('File it is on'),
  line: count('Line of that file it is on, of the new text where there is one'),
  created_at: now('When it was written')
})

export const Discussion = Type.Object({
  id: nullable(Type.String(FRESH), { description: 'Id of the thread, 40 hex digits; null where GitLab does not tell' }),
  individual: flag('true: a single comment, and no thread'),
  resolved: nullable(Type.Boolean(), { description: 'true: all that can be resolved is; null where nothing can' }),
  notes: Type.Array(Note, { description: 'Its comments, the first first' })
})
export type Discussion = Static<typeof Discussion>

export const Merged = Type.Object({
  ...MergeRequest.properties,
  outcome: words(['merged', 'scheduled'], { description: 'merged: done; scheduled: it is merged as soon as it can be' })
})
