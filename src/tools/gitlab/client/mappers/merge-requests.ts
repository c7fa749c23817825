import { below, flag, flagOrNull, integerOrNull, isRow, type Row, rows, text, textOrNull, time } from '../../../../lib/row.ts'
import type { Approvals, Discussion, MergeRequest } from '../../schemas/merge-requests.ts'
import { labelsOf, milestoneIn, referenceOf } from './issues.ts'
import { assigneesOf, personIn, personOf } from './people.ts'

export const mergeRequestOf = (row: Row): MergeRequest => ({
  id: integerOrNull(row, 'id'),
  iid: integerOrNull(row, 'iid'),
  project_id: integerOrNull(row, 'project_id'),
  title: textOrNull(row, 'title'),
  description: textOrNull(row, 'description'),
  state: textOrNull(row, 'state'),
  draft: flagOrNull(row, 'draft') ?? flagOrNull(row, 'work_in_progress'),
  source_branch: textOrNull(row, 'source_branch'),
  target_branch: textOrNull(row, 'target_branch'),
  labels: labelsOf(row),
  milestone: milestoneIn(row),
  author: personIn(row, 'author'),
  assignees: assigneesOf(row),
  reviewers: rows(row, 'reviewers').map(personOf),
  // `merge_status` is less precise, but the only status before 15.6.
  merge_status: textOrNull(row, 'detailed_merge_status') ?? textOrNull(row, 'merge_status'),
  has_conflicts: flagOrNull(row, 'has_conflicts'),
  blocking_discussions_resolved: flagOrNull(row, 'blocking_discussions_resolved'),
  merge_when_pipeline_succeeds: flagOrNull(row, 'merge_when_pipeline_succeeds'),
  changes_count: textOrNull(row, 'changes_count'),
  comment_count: integerOrNull(row, 'user_notes_count'),
  sha: textOrNull(row, 'sha'),
  merge_commit_sha: textOrNull(row, 'merge_commit_sha') ?? textOrNull(row, 'squash_commit_sha'),
  pipeline_status: textOrNull(below(row, 'head_pipeline'), 'status') ?? textOrNull(below(row, 'pipeline'), 'status'),
  created_at: time(row, 'created_at'),
  updated_at: time(row, 'updated_at'),
  merged_at: time(row, 'merged_at'),
  closed_at: time(row, 'closed_at'),
  reference: referenceOf(row),
  url: textOrNull(row, 'web_url')
})

export const approvalsOf = (row: Row): Approvals => ({
  approved: flagOrNull(row, 'approved'),
  approvals_required: integerOrNull(row, 'approvals_required'),
  approvals_left: integerOrNull(row, 'approvals_left'),
  approved_by: rows(row, 'approved_by').map(one => personOf(below(one, 'user'))),
  user_has_approved: flagOrNull(row, 'user_has_approved'),
  user_can_approve: flagOrNull(row, 'user_can_approve')
})

/** The line numbers of a position. An added line has only a new one, a removed line only an old one, an unchanged line both. */
const lineOf = (row: Row) => ({ old_line: integerOrNull(row, 'old_line'), new_line: integerOrNull(row, 'new_line') })

function sideOf(row: Row): 'new' | 'old' | 'both' | null {
  const { old_line, new_line } = lineOf(row)
  if (old_line !== null && new_line !== null) return 'both'
  return new_line !== null ? 'new' : old_line !== null ? 'old' : null
}

const lineRangeOf = (row: Row) => {
  const range = below(row, 'line_range')
  return isRow(row['line_range']) ? { start: lineOf(below(range, 'start')), end: lineOf(below(range, 'end')) } : null
}

const suggestionOf = (row: Row) => ({
  id: integerOrNull(row, 'id'),
  from_line: integerOrNull(row, 'from_line'),
  to_line: integerOrNull(row, 'to_line'),
  from_content: textOrNull(row, 'from_content'),
  to_content: textOrNull(row, 'to_content'),
  applied: flagOrNull(row, 'applied'),
  // The name of the property in GitLab.
  applicable: flagOrNull(row, 'appliable')
})

export function noteOf(row: Row) {
  const position = below(row, 'position')
  return {
    id: integerOrNull(row, 'id'),
    body: textOrNull(row, 'body'),
    author: personIn(row, 'author'),
    system: flagOrNull(row, 'system'),
    resolvable: flagOrNull(row, 'resolvable'),
    resolved: flagOrNull(row, 'resolved'),
    path: textOrNull(position, 'new_path') ?? textOrNull(position, 'old_path'),
    line: integerOrNull(position, 'new_line') ?? integerOrNull(position, 'old_line'),
    old_path: textOrNull(position, 'old_path'),
    old_line: integerOrNull(position, 'old_line'),
    side: sideOf(position),
    line_range: lineRangeOf(position),
    suggestions: rows(row, 'suggestions').map(suggestionOf),
    resolved_by: personIn(row, 'resolved_by'),
    created_at: time(row, 'created_at')
  }
}

export function discussionOf(row: Row): Discussion {
  const resolvable = rows(row, 'notes').filter(note => flag(note, 'resolvable'))
  return {
    id: text(row, 'id') || null,
    individual: flagOrNull(row, 'individual_note'),
    resolved: resolvable.length === 0 ? null : resolvable.every(note => flag(note, 'resolved')),
    notes: rows(row, 'notes').map(noteOf)
  }
}
