import { createTwoFilesPatch } from 'diff'
import type { Project } from '../state/model.ts'
import { type Blob, type Branch, type Commit, changedPaths, history, type Repository, type Tag, type Tree } from '../state/repository.ts'

const titleOf = ({ message }: Commit): string => message.split('\n')[0] ?? ''

export const showCommit = (base: string, { path }: Project, commit: Commit) => ({
  id: commit.id,
  short_id: commit.id.slice(0, 8),
  created_at: commit.created_at,
  parent_ids: commit.parents,
  title: titleOf(commit),
  message: commit.message,
  author_name: commit.author_name,
  author_email: commit.author_email,
  authored_date: commit.created_at,
  committer_name: commit.author_name,
  committer_email: commit.author_email,
  committed_date: commit.created_at,
  trailers: {},
  web_url: `${base}/${path}/-/commit/${commit.id}`
})

const tipOf = ({ commits }: Repository, sha: string): Commit => {
  const found = commits.get(sha)
  if (!found) throw new Error(`there is no commit ${sha}`)
  return found
}

export function showBranch(base: string, project: Project, { name, sha, protected: isProtected }: Branch) {
  const { repository } = project
  const main = repository.branches.get(repository.default_branch)
  const merged = main !== undefined && main.name !== name && history(repository, tipOf(repository, main.sha)).some(({ id }) => id === sha)
  return {
    name,
    commit: showCommit(base, project, tipOf(repository, sha)),
    merged,
    protected: isProtected,
    developers_can_push: false,
    developers_can_merge: false,
    can_push: true,
    default: name === repository.default_branch,
    web_url: `${base}/${project.path}/-/tree/${name}`
  }
}

export const showTag = (base: string, project: Project, { name, sha, message, created_at }: Tag) => ({
  name,
  message,
  target: sha,
  commit: showCommit(base, project, tipOf(project.repository, sha)),
  release: null,
  protected: false,
  created_at
})

const NOTHING: Tree = new Map<string, Blob>()
const textOf = (blob: Blob | undefined): string => blob?.bytes.toString('latin1') ?? ''

const modeOf = (blob: Blob | undefined): string => (blob ? (blob.executable ? '100755' : '100644') : '0')

/** Returns the changes between two trees, file by file; diffs have no file header lines. */
export function diffsOf(before: Tree = NOTHING, after: Tree = NOTHING) {
  return changedPaths(before, after).map((path, index) => {
    const [old, now] = [before.get(path), after.get(path)]
    const binary = [old, now].some(blob => blob?.bytes.includes(0))
    const patch = createTwoFilesPatch(path, path, textOf(old), textOf(now), undefined, undefined, { context: 3 })
    return {
      id: index,
      old_path: path,
      new_path: path,
      a_mode: modeOf(old),
      b_mode: modeOf(now),
      new_file: !old,
      deleted_file: !now,
      renamed_file: false,
      generated_file: false,
      collapsed: false,
      too_large: false,
      diff: binary
        ? `Binary files a/${path} and b/${path} differ\n`
        : patch.includes('@@')
          ? Buffer.from(patch.slice(patch.indexOf('@@')), 'latin1').toString()
          : ''
    }
  })
}

export function statsOf(before: Tree = NOTHING, after: Tree = NOTHING) {
  const lines = diffsOf(before, after).flatMap(({ diff }) => diff.split('\n'))
  const [additions, deletions] = ['+', '-'].map(sign => lines.filter(line => line.startsWith(sign)).length)
  return { additions, deletions, total: (additions ?? 0) + (deletions ?? 0) }
}
