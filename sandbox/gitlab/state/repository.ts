import { createHash } from 'node:crypto'

/** The content of a file in a commit. */
export interface Blob {
  bytes: Buffer
  executable: boolean
}

export type Tree = ReadonlyMap<string, Blob>

export interface Commit {
  id: string
  parents: string[]
  message: string
  author_name: string
  author_email: string
  created_at: string
  tree: Tree
}

export interface Branch {
  name: string
  sha: string
  protected: boolean
}

export interface Tag {
  name: string
  sha: string
  message: string
  created_at: string | null
}

export interface Repository {
  commits: Map<string, Commit>
  branches: Map<string, Branch>
  tags: Map<string, Tag>
  default_branch: string
}

export const emptyRepository = (): Repository => ({ commits: new Map(), branches: new Map(), tags: new Map(), default_branch: 'main' })

/** Returns git's ID of a file content. */
export const blobId = ({ bytes }: Blob): string => createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')

export function addCommit(repository: Repository, content: Omit<Commit, 'id'>): Commit {
  const files = [...content.tree].map(([path, blob]) => [path, blobId(blob), blob.executable])
  const id = createHash('sha1')
    .update(JSON.stringify({ ...content, tree: files }))
    .digest('hex')
  const commit = { ...content, id }
  repository.commits.set(id, commit)
  return commit
}

/** Resolves a branch, a tag, a commit ID of at least seven digits, or HEAD. */
export function resolve(repository: Repository, ref: string): Commit | undefined {
  const { commits, branches, tags, default_branch } = repository
  const sha = branches.get(ref === 'HEAD' ? default_branch : ref)?.sha ?? tags.get(ref)?.sha
  if (sha !== undefined) return commits.get(sha)
  if (!/^[0-9a-f]{7,40}$/.test(ref)) return undefined
  return commits.get(ref) ?? [...commits.values()].find(({ id }) => id.startsWith(ref))
}

/** Returns the commit and its ancestors, newest first. */
export function history(repository: Repository, from: Commit): Commit[] {
  const found = new Map<string, Commit>()
  const waiting = [from]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (found.has(next.id)) continue
    found.set(next.id, next)
    for (const parent of next.parents) {
      const commit = repository.commits.get(parent)
      if (commit) waiting.push(commit)
    }
  }
  return [...found.values()].sort((a, b) => b.created_at.localeCompare(a.created_at) || (a.parents.includes(b.id) ? -1 : 1))
}

/** Returns the merge base of two commits. */
export function mergeBase(repository: Repository, a: Commit, b: Commit): Commit | undefined {
  const before = new Set(history(repository, a).map(({ id }) => id))
  return history(repository, b).find(({ id }) => before.has(id))
}

/** Returns the latest commit that changed a path. */
export function lastChange(repository: Repository, from: Commit, path: string): Commit {
  return history(repository, from).find(commit => touches(repository, commit, path)) ?? from
}

/** Whether a commit changed the path, or something below it. */
export function touches(repository: Repository, { parents, tree }: Commit, path: string): boolean {
  const before = repository.commits.get(parents[0] ?? '')?.tree ?? new Map<string, Blob>()
  return changedPaths(before, tree).some(changed => changed === path || changed.startsWith(`${path}/`))
}

export function changedPaths(before: Tree, after: Tree): string[] {
  const same = (a: Blob | undefined, b: Blob | undefined): boolean =>
    a === b || (a !== undefined && b !== undefined && a.executable === b.executable && a.bytes.equals(b.bytes))
  return [...new Set([...before.keys(), ...after.keys()])].filter(path => !same(before.get(path), after.get(path))).sort()
}
