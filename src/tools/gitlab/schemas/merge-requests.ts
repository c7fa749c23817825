import { type Static, Type } from 'typebox'
import { nullable, stringEnum } from '../../../contract/schema.ts'
import { count, flag, id, newId, noDescription, now, text, time, url, word } from './common.ts'
import { labels, milestone } from './issues.ts'
import { people, person } from './people.ts'

const FRESH = { 'x-volatile': true }
const iid = 'Number in the project (IID), as other operations take it; null if GitLab does not return it'

const properties = {
  title: word('Title'),
  description: text('Description, Markdown'),
  state: word('opened, closed, locked or merged'),
  draft: flag('true: a draft, which cannot be merged'),
  source_branch: word('Source branch'),
  target_branch: word('Target branch'),
  labels,
  milestone,
  author: person('Author'),
  assignees: people('Assignees'),
  reviewers: people('Reviewers'),
  merge_status: word('Merge status, such as mergeable, checking, ci_must_pass, draft_status, conflict or not_approved'),
  has_conflicts: flag('true: it has conflicts with the target branch'),
  blocking_discussions_resolved: flag('false: unresolved threads block the merge'),
  merge_when_pipeline_succeeds: flag('true: it will be merged when its checks pass'),
  changes_count: word('Number of changed files; 1000+ if there are more than 1,000'),
  comment_count: count('Number of comments')
}

export const MergeRequest = Type.Object({
  id: id('merge request, unique across all projects'),
  iid: nullable(Type.Integer(), { description: iid }),
  project_id: id('project'),
  ...properties,
  sha: word('Latest commit; merge_merge_request takes it as sha, to merge exactly this commit'),
  merge_commit_sha: nullable(Type.String(FRESH), { description: 'Merge or squash commit; null if there is none' }),
  pipeline_status: nullable(Type.String(FRESH), { description: 'Status of its latest pipeline; null if there is none' }),
  created_at: time('Time it was created'),
  updated_at: now('Time of the last change'),
  merged_at: now('Time it was merged', 'if it is not merged, or if unknown'),
  closed_at: now('Time it was closed', 'if it was not closed, or if unknown'),
  reference: word('Reference for use in text, such as group/name!34'),
  url
})
export type MergeRequest = Static<typeof MergeRequest>

const notListed = {
  changes_count: word('Number of changed files', 'in this list'),
  pipeline_status: nullable(Type.String(FRESH), { description: 'Status of its latest pipeline; null in this list' })
}
export const ListedMergeRequest = Type.Object({
  ...MergeRequest.properties,
  description: text('Description, Markdown', 'unless full is true'),
  ...notListed
})

/** A merge request in a list that has no descriptions. */
export const BriefMergeRequest = Type.Object({ ...MergeRequest.properties, description: noDescription })

/** As `BriefMergeRequest`, without the properties that GitLab omits in lists. */
export const RelatedMergeRequest = Type.Object({ ...BriefMergeRequest.properties, ...notListed })

export const NewMergeRequest = Type.Object({
  ...MergeRequest.properties,
  id: newId('merge request, unique across all projects'),
  iid: nullable(Type.Integer(FRESH), { description: iid }),
  sha: nullable(Type.String(FRESH), { description: 'Latest commit; null if unknown' }),
  created_at: now('Time it was created'),
  reference: nullable(Type.String(FRESH), { description: 'Reference for use in text, such as group/name!34; null if unknown' })
})

export const Approvals = Type.Object({
  approved: flag('true: the merge request has all required approvals'),
  approvals_required: count('Number of required approvals'),
  approvals_left: count('Number of missing approvals'),
  approved_by: people('Users who have approved'),
  user_has_approved: flag("true: the token's user has approved"),
  user_can_approve: flag("true: the token's user may approve")
})
export type Approvals = Static<typeof Approvals>

const linePair = (description: string) =>
  Type.Object(
    { old_line: count('Line in the old version', 'if there is none'), new_line: count('Line in the new version', 'if there is none') },
    { description }
  )

const Suggestion = Type.Object({
  id: newId('suggestion'),
  from_line: count('First line that it replaces'),
  to_line: count('Last line that it replaces'),
  from_content: text('Lines before the change', 'if there are none'),
  to_content: text('Suggested lines', 'if there are none'),
  applied: flag('true: it was applied'),
  applicable: flag('true: it can still be applied')
})

const ON_NO_FILE = 'if the comment is on no file'
const ON_NO_LINE = 'if the comment is on no line'
export const Note = Type.Object({
  id: newId('comment'),
  body: text('Text, Markdown'),
  author: person('Author'),
  system: flag('true: written by GitLab, to report a change'),
  resolvable: flag('true: its thread is resolvable'),
  resolved: flag('true: its thread is resolved', 'if it is not resolvable, or if unknown'),
  path: word('File of the comment', ON_NO_FILE),
  line: count('Line in the new version; for a removed line, in the old one', ON_NO_LINE),
  old_path: word('Path of the file before the change', ON_NO_FILE),
  old_line: count('Line in the old version', `for an added line, or ${ON_NO_LINE}`),
  side: nullable(stringEnum(['new', 'old', 'both'], { description: 'Side of the diff' }), {
    description: 'Side of the diff. new: an added line; old: a removed line; both: an unchanged line; null: the comment is on no line'
  }),
  line_range: nullable(Type.Object({ start: linePair('First line'), end: linePair('Last line') }), {
    description: 'Lines of a comment on several lines; null for any other comment'
  }),
  suggestions: Type.Array(Suggestion, { description: 'Suggested changes in the text' }),
  resolved_by: person('User who resolved the thread', 'if it is not resolved'),
  created_at: now('Time it was created')
})

export const Discussion = Type.Object({
  id: nullable(Type.String(FRESH), { description: 'ID of the thread, 40 hex digits; null if GitLab does not return it' }),
  individual: flag('true: a single comment, not a thread'),
  resolved: nullable(Type.Boolean(), { description: 'true: every resolvable comment is resolved; null if none is resolvable' }),
  notes: Type.Array(Note, { description: 'Comments, oldest first' })
})
export type Discussion = Static<typeof Discussion>

export const Merged = Type.Object({
  ...MergeRequest.properties,
  outcome: stringEnum(['merged', 'scheduled'], {
    description: 'merged: it is merged; scheduled: GitLab merges it when the pipeline has succeeded'
  })
})
