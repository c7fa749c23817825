import type { MergeRequest, Project } from './model.ts'
import { addCommit, type Blob, type Commit, changedPaths, mergeBase, type Repository, resolve, type Tree } from './repository.ts'

export interface Sides {
  source: Commit
  target: Commit
  base: Commit
}

/** Returns both branches and their merge base; undefined if a branch does not exist. */
export function sidesOf({ repository }: Project, { source_branch, target_branch, last_sha }: MergeRequest): Sides | undefined {
  const [source, target] = [resolve(repository, last_sha ?? source_branch), resolve(repository, target_branch)]
  const base = source && target && mergeBase(repository, source, target)
  return base && { source, target, base }
}

/** Returns the paths that both sides changed differently. */
export const hasConflicts = ({ source, target, base }: Sides): boolean => {
  const theirs = new Set(changedPaths(base.tree, target.tree))
  const differs = new Set(changedPaths(source.tree, target.tree))
  return changedPaths(base.tree, source.tree).some(path => theirs.has(path) && differs.has(path))
}

export const isDraft = ({ title }: MergeRequest): boolean => /^(draft:|\[draft\]|\(draft\))/i.test(title)

/** Returns GitLab's `detailed_merge_status`. */
export function statusOf(project: Project, merge: MergeRequest): string {
  if (merge.state !== 'opened') return 'not_open'
  if (merge.unsettled > 0) return 'checking'
  const sides = sidesOf(project, merge)
  if (!sides) return 'broken_status'
  if (isDraft(merge)) return 'draft_status'
  return hasConflicts(sides) ? 'conflict' : 'mergeable'
}

/** Returns the tree of the target with the changes of the source applied. */
function mergedTree({ source, target, base }: Sides): Tree {
  const tree = new Map<string, Blob>(target.tree)
  for (const path of changedPaths(base.tree, source.tree)) {
    const blob = source.tree.get(path)
    if (blob) tree.set(path, blob)
    else tree.delete(path)
  }
  return tree
}

const AUTHOR = { author_name: 'Sam Sandbox', author_email: 'sam@example.com' }

export function merge(project: Project, one: MergeRequest, sides: Sides, message: string, created_at: string): void {
  const parents = one.squash ? [sides.target.id] : [sides.target.id, sides.source.id]
  const { id } = addCommit(project.repository, { parents, message, ...AUTHOR, created_at, tree: mergedTree(sides) })
  move(project.repository, one.target_branch, id)
  if (one.remove_source_branch) project.repository.branches.delete(one.source_branch)
  const done = {
    state: 'merged',
    merged_at: created_at,
    updated_at: created_at,
    merge_commit_sha: id,
    last_sha: sides.source.id,
    auto_merge: false
  }
  Object.assign(one, done)
}

/** Squashes the source into one commit on top of the target. */
export function rebase(project: Project, one: MergeRequest, created_at: string): void {
  one.rebasing = false
  const sides = sidesOf(project, one)
  if (!sides || hasConflicts(sides)) {
    one.merge_error = 'Rebase failed: Rebase locally, resolve all conflicts, then push the branch.'
    return
  }
  const content = { parents: [sides.target.id], message: sides.source.message, ...AUTHOR, created_at, tree: mergedTree(sides) }
  move(project.repository, one.source_branch, addCommit(project.repository, content).id)
  one.updated_at = created_at
}

function move({ branches }: Repository, name: string, sha: string): void {
  branches.set(name, { name, protected: branches.get(name)?.protected ?? false, sha })
}
