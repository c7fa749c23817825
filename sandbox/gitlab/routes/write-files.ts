import { flagIn, type Params, requiredIn, textIn, wordIn } from '../params.ts'
import { invalidParameter, refuse } from '../refusal.ts'
import { now } from '../served.ts'
import type { Project } from '../state/model.ts'
import { addCommit, type Blob, type Commit, lastChange, resolve } from '../state/repository.ts'

/** Applies all changes in one commit, or none. Creates the branch if it does not exist and `start_branch` or `start_sha` is given. */
export function writeFiles(project: Project, params: Params): Commit {
  const { repository } = project
  const [name, message] = [requiredIn(params, 'branch'), requiredIn(params, 'commit_message')]
  const actions: unknown = params['actions']
  if (!Array.isArray(actions) || actions.length === 0) throw invalidParameter('actions is missing')
  const parent = startOf(project, name, params)
  const tree = new Map(parent?.tree)
  for (const action of actions) act(project, parent, tree, Object(action))
  const commit = addCommit(repository, {
    parents: parent ? [parent.id] : [],
    message,
    author_name: textIn(params, 'author_name') ?? 'Sam Sandbox',
    author_email: textIn(params, 'author_email') ?? 'sam@example.com',
    created_at: now(),
    tree
  })
  repository.branches.set(name, { name, sha: commit.id, protected: repository.branches.get(name)?.protected ?? false })
  project.commit_count += 1
  return commit
}

function startOf({ repository }: Project, name: string, params: Params): Commit | undefined {
  const start = textIn(params, 'start_branch') ?? textIn(params, 'start_sha')
  if (repository.branches.has(name)) {
    if (start !== undefined && start !== name)
      throw refuse(400, `A branch called '${name}' already exists. Switch to that branch in order to make changes`)
    return resolve(repository, name)
  }
  if (repository.commits.size === 0) return undefined
  const found = start === undefined ? undefined : resolve(repository, start)
  if (!found) throw refuse(400, 'You can only create or edit files when you are on a branch')
  return found
}

function act(project: Project, parent: Commit | undefined, tree: Map<string, Blob>, action: Params): void {
  const path = requiredIn(action, 'file_path')
  const kind = wordIn(action, 'action', ['create', 'update', 'delete', 'move', 'chmod']) ?? ''
  const from = kind === 'move' ? requiredIn(action, 'previous_path') : path
  const known = tree.get(from)
  if (kind === 'create' && known) throw refuse(400, 'A file with this name already exists')
  if (kind !== 'create' && !known) throw refuse(400, "A file with this name doesn't exist")
  const last = textIn(action, 'last_commit_id')
  if (last !== undefined && parent && lastChange(project.repository, parent, from).id !== last)
    throw refuse(400, 'You are attempting to update a file that has changed since you started editing it.')
  if (kind === 'delete' || kind === 'move') tree.delete(from)
  if (kind !== 'delete') tree.set(path, written(action, known))
}

function written(action: Params, known: Blob | undefined): Blob {
  const content = textIn(action, 'content')
  const bytes = content === undefined ? known?.bytes : Buffer.from(content, textIn(action, 'encoding') === 'base64' ? 'base64' : 'utf8')
  if (!bytes) throw invalidParameter('content is missing')
  return { bytes, executable: flagIn(action, 'execute_filemode') ?? known?.executable ?? false }
}
