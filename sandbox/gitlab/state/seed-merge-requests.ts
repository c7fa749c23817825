import { createHash } from 'node:crypto'
import type { Discussion, DraftNote, MergeRequest, Project, State, ThreadNote } from './model.ts'
import { dayAt } from './time.ts'

/** Adds three merge requests to each project: one mergeable, a draft, and one that is behind its target branch; the last is closed in Playground. */
export function seedMergeRequests(state: State, project: Project): void {
  const created = (iid: number, title: string, source_branch: string, author_id: number, more: Partial<MergeRequest> = {}): void => {
    project.merge_requests.push({ ...blank(state, iid), title, source_branch, author_id, ...more })
  }
  const discussions = [threadOf(state)]
  created(1, 'Add a dark mode', 'feature/dark-mode', 4, {
    labels: ['feature', 'question'],
    reviewer_ids: [3],
    description: 'Closes #1',
    discussions,
    draft_notes: (DRAFTS.get(project.path) ?? []).map(draftOf)
  })
  created(2, 'Draft: Shorten the form', 'fix/form', 3, { approved_by: [1] })
  const closed = project.path === 'acme/playground'
  created(3, 'Say more', 'docs/more', 2, closed ? { state: 'closed', closed_at: dayAt(40) } : {})
}

/** IDs of the initial drafts by project. */
const DRAFTS = new Map([
  ['acme/playground', [601]],
  ['acme/sandpit', [602, 603]]
])

const draftOf = (id: number): DraftNote => ({ id, note: 'Rename it?', discussion_id: null, resolve_discussion: false, position: null })

const blank = ({ nextId }: State, iid: number): Omit<MergeRequest, 'title' | 'source_branch' | 'author_id'> => ({
  id: nextId(),
  iid,
  description: '',
  state: 'opened',
  target_branch: 'main',
  labels: [],
  milestone_id: null,
  assignee_ids: [],
  reviewer_ids: [],
  squash: false,
  remove_source_branch: false,
  auto_merge: false,
  approved_by: [],
  discussions: [],
  unsettled: 0,
  rebasing: false,
  merge_error: null,
  merge_commit_sha: null,
  last_sha: null,
  created_at: dayAt(20 + iid),
  updated_at: dayAt(30 + iid),
  merged_at: null,
  closed_at: null
})

/** ID of the initial thread of a project. */
const THREAD = '6a9c1750b37d513a43987b574953fceb50b03ce7'

function threadOf({ nextId }: State): Discussion {
  const note = (author_id: number, body: string, day: number): ThreadNote => ({
    id: nextId(),
    body,
    author_id,
    system: false,
    internal: false,
    created_at: dayAt(day),
    updated_at: dayAt(day),
    resolvable: true,
    resolved: false,
    position: { position_type: 'text', old_path: 'src/style.css', new_path: 'src/style.css', old_line: null, new_line: 3 }
  })
  return { id: THREAD, individual: false, notes: [note(3, "Isn't black too dark?", 31), note(4, "I'll try grey.", 32)] }
}

export const discussionId = (number: number): string => createHash('sha1').update(String(number)).digest('hex')
