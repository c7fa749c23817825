import { hasConflicts, isDraft, sidesOf, statusOf } from '../state/merging.ts'
import type { Discussion, MergeRequest, Project, ThreadNote } from '../state/model.ts'
import { showPipeline } from './ci.ts'
import { diffsOf } from './repository.ts'
import type { Views } from './show.ts'

export function showMergeRequest(views: Views, base: string, of: Project, one: MergeRequest) {
  const sides = sidesOf(of, one)
  const status = statusOf(of, one)
  const notes = one.discussions.flatMap(({ notes }) => notes)
  const reference = `!${one.iid}`
  const pipeline = of.pipelines.findLast(({ ref }) => ref === one.source_branch)
  return {
    id: one.id,
    iid: one.iid,
    project_id: of.id,
    source_project_id: one.source_project_id ?? of.id,
    target_project_id: of.id,
    title: one.title,
    description: one.description,
    state: one.state,
    draft: isDraft(one),
    work_in_progress: isDraft(one),
    source_branch: one.source_branch,
    target_branch: one.target_branch,
    labels: one.labels,
    milestone: views.milestoneOf(of, one.milestone_id),
    author: views.userById(one.author_id),
    assignees: one.assignee_ids.map(views.userById),
    reviewers: one.reviewer_ids.map(views.userById),
    merge_status: status === 'mergeable' ? 'can_be_merged' : status === 'checking' ? 'checking' : 'cannot_be_merged',
    detailed_merge_status: status,
    has_conflicts: sides !== undefined && one.state === 'opened' && hasConflicts(sides),
    blocking_discussions_resolved: notes.every(({ resolvable, resolved }) => !resolvable || resolved),
    merge_when_pipeline_succeeds: one.auto_merge,
    squash: one.squash,
    force_remove_source_branch: one.remove_source_branch,
    changes_count: sides ? String(diffsOf(sides.base.tree, sides.source.tree).length) : null,
    user_notes_count: notes.filter(({ system }) => !system).length,
    sha: sides?.source.id ?? null,
    diff_refs: sides ? { base_sha: sides.base.id, start_sha: sides.target.id, head_sha: sides.source.id } : null,
    merge_commit_sha: one.merge_commit_sha,
    merge_error: one.merge_error,
    rebase_in_progress: one.rebasing,
    head_pipeline: pipeline ? showPipeline(views, base, of, pipeline) : null,
    created_at: one.created_at,
    updated_at: one.updated_at,
    merged_at: one.merged_at,
    closed_at: one.closed_at,
    references: { short: reference, relative: reference, full: `${of.path}${reference}` },
    web_url: `${base}/${of.path}/-/merge_requests/${one.iid}`
  }
}

/** Suggestions are blocks in the text of a comment on a line: `suggestion:-1+2` also replaces one line above and two below. */
function suggestionsOf(body: string, position: object | null) {
  const { new_line }: { new_line?: number | null } = position ?? {}
  if (typeof new_line !== 'number') return []
  return [...body.matchAll(/^```suggestion(?::-(\d+)\+(\d+))?\n([\s\S]*?)^```$/gm)].map(
    ([, above = '0', below = '0', to_content = ''], index) => ({
      id: index + 1,
      from_line: new_line - Number(above),
      to_line: new_line + Number(below),
      appliable: true,
      applied: false,
      from_content: '',
      to_content
    })
  )
}

export const showThreadNote = (views: Views, { position, resolvable, resolved, resolved_by_id, ...note }: ThreadNote) => ({
  ...views.note(note),
  type: position ? 'DiffNote' : null,
  noteable_type: 'MergeRequest',
  resolvable,
  ...(resolvable && { resolved, resolved_by: resolved && resolved_by_id !== undefined ? views.userById(resolved_by_id) : null }),
  suggestions: suggestionsOf(note.body, position),
  ...(position && { position })
})

export const showDiscussion = (views: Views, { id, individual, notes }: Discussion) => ({
  id,
  individual_note: individual,
  notes: notes.map(note => showThreadNote(views, note))
})
