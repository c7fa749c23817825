import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { UndoItem } from '../../../../contract/bulk.ts'
import { type BulkItem, type BulkPosition, willBeSkipped, willFail } from '../../../../contract/bulk.ts'
import { foundDone, ifPartlyDone } from '../../../../contract/bulk-outcomes.ts'
import { forEachItem, type ItemFinding, type ItemResult, ifInvisible, ifMissing } from '../../../../contract/each-item.ts'
import { countOf, replacedAll } from '../../../../lib/find-text.ts'
import { pathSegment } from '../../../../lib/http/segment.ts'
import { flag, integerOrNull, isRow, type Row, rows, text, textOrNull, texts } from '../../../../lib/row.ts'
import { currentUser } from '../account.ts'
import { referenceOf } from '../mappers/issues.ts'
import { personIn } from '../mappers/people.ts'
import { branchOf, diffOf, fileOf } from '../mappers/repository.ts'
import { groupReference, type ProjectReference } from '../projects/project-reference.ts'
import { conflict, type GitLabBulkCall, reconcileEach } from './call.ts'
import { countRows, MAX_ROWS, NAMED, nextRows, type Source, sourceOf } from './selection.ts'

/** Selects the projects of a group; nothing if the caller named projects by ID. */
export async function selectProjects(
  { group, search, include_subgroups }: { group?: string; search?: string; include_subgroups: boolean },
  call: GitLabBulkCall
): Promise<Source> {
  if (group === undefined) return NAMED
  call.client.access.checkUnlimited(call)
  const query = { search, include_subgroups, archived: false, simple: true, order_by: 'id', sort: 'asc' }
  const { path, subject } = groupReference(group)
  return sourceOf(`${path}/projects`, subject, query)
}

function itemOf(row: Row): BulkItem | undefined {
  const path = textOrNull(row, 'path_with_namespace')
  return path === null ? undefined : { id: path, display_name: path }
}

/** Stored for undo: the merge request and its commit. */
const Image = Type.Object({ merge_request_iid: Type.Integer(), commit_id: Type.String() })

const findBranch = (workplace: Workplace, branch: string) =>
  read(workplace, `repository/branches/${pathSegment(branch, 'branch')}`, ['branch', branch]).then(branchOf, ifMissing(undefined))

function succeeded(row: Row, commit_id: string) {
  const merge_request_iid = integerOrNull(row, 'iid')
  return {
    outcome: 'succeeded',
    data: { merge_request: referenceOf(row), url: textOrNull(row, 'web_url') },
    ...(merge_request_iid !== null && { before: { merge_request_iid, commit_id } })
  } as const
}

/** Stored before the first change: the commit of the branch, null if there was no branch. There was no merge request for it. */
const BeforeEdit = Type.Object({ branch_commit: Type.Union([Type.String(), Type.Null()]) })

/** Creates branch, commit and merge request. Continues an earlier attempt: what already exists is not created again. */
async function editProject(item: BulkItem, wanted: Edit, call: GitLabBulkCall): Promise<ItemResult> {
  const { id, again, before } = item
  const workplace = { project: await call.client.project(id, call), call }
  const existing = await mergeRequestsOf(workplace, wanted.branch)
  if (existing.length > 0) {
    const own = again && before !== undefined ? await findOwn(workplace, existing, wanted) : undefined
    return own ? succeeded(own.row, own.commit_id) : foundDone(item)
  }
  const target = textOrNull(await read(workplace, '', ['project', '']), 'default_branch')
  const file = target === null ? undefined : await readFile(workplace, wanted.file_path, target)
  const content = edited(file, wanted)
  if (target === null || content === undefined) return { outcome: 'skipped' }
  const branch = await findBranch(workplace, wanted.branch)
  const lock = file?.last_commit_id ?? undefined
  const found = branch && (await ownCommit(workplace, branch.commit_id, wanted, target))
  const image = Check(BeforeEdit, before) ? before : { branch_commit: found ?? null }
  if (before === undefined) await call.keepBefore?.(id, image)
  const commit_id = found ?? (await createCommit(workplace, wanted, target, { content, lock }))
  const request = createMergeRequest(workplace, wanted, target)
  return succeeded(await (image.branch_commit === null ? request.catch(ifPartlyDone(withoutRequest(wanted))) : request), commit_id)
}

const withoutRequest = ({ branch }: Edit): string => `The branch ${branch} was created with its commit, but it has no merge request`

/** Creates the branch and its commit in one request, and returns the ID of the commit. */
async function createCommit(
  workplace: Workplace,
  { file_path, branch, commit_message }: Edit,
  start_branch: string,
  { content, lock }: { content: string; lock: string | undefined }
): Promise<string> {
  const actions = [{ action: 'update', file_path, content, ...(lock !== undefined && { last_commit_id: lock }) }]
  const json = { branch, start_branch, commit_message, actions }
  const request = {
    method: 'POST' as const,
    path: `${workplace.project.path}/repository/commits`,
    json,
    subject: workplace.project.subject()
  }
  return text(await workplace.call.client.row(request, workplace.call), 'id')
}

/** Returns the commit of an existing branch if it is exactly this edit. Never writes to the branch: it may belong to another user. */
async function ownCommit(workplace: Workplace, commit_id: string | null, wanted: Edit, target: string): Promise<string> {
  if (commit_id !== null && (await isExactEdit(workplace, commit_id, wanted, target))) return commit_id
  throw conflict(`A branch ${wanted.branch} with other content already exists; it was left unchanged.`)
}

const createMergeRequest = ({ project, call }: Workplace, { branch, title, description }: Edit, target_branch: string): Promise<Row> => {
  const json = { source_branch: branch, target_branch, title, description, remove_source_branch: true }
  return call.client.row(
    { method: 'POST', path: `${project.path}/merge_requests`, json, subject: project.subject('project', '', 'already_exists') },
    call
  )
}

/**
 * Without a branch, or with a branch that is older than the job, nothing was done. With a new branch but no merge request, it is done in part. A
 * merge request that the job did not create proves nothing.
 */
async function findEdit({ id, before }: BulkItem, wanted: Edit, call: GitLabBulkCall): Promise<ItemFinding> {
  const workplace = { project: await call.client.project(id, call), call }
  const existing = await mergeRequestsOf(workplace, wanted.branch)
  if (existing.length === 0) {
    const branch = await findBranch(workplace, wanted.branch)
    if (!branch || (Check(BeforeEdit, before) && before.branch_commit === branch.commit_id)) return { outcome: 'not_attempted' }
    const { code, reason, message } = conflict(`${withoutRequest(wanted)}.`)
    return { outcome: 'unknown', error: { code, reason, message } }
  }
  const own = before === undefined ? undefined : await findOwn(workplace, existing, wanted)
  return own ? succeeded(own.row, own.commit_id) : { outcome: 'unknown' }
}

/** Closes the merge request and deletes the branch, unless it was merged or got other commits. */
async function undoEdit(item: UndoItem, { branch }: Edit, call: GitLabBulkCall): Promise<ItemResult> {
  const { id, before } = item
  if (!Check(Image, before)) throw conflict(`The merge request in ${id} is unknown; nothing was changed.`)
  const workplace = { project: await call.client.project(id, call), call }
  const number = `!${before.merge_request_iid}`
  const path = `merge_requests/${before.merge_request_iid}`
  const state = text(await read(workplace, path, ['merge request', number]), 'state')
  const now = await findBranch(workplace, branch)
  if (state === 'merged') throw conflict(`The merge request ${number} of ${id} was merged; it was left unchanged.`)
  if (now && now.commit_id !== before.commit_id) throw conflict(`The branch ${branch} of ${id} has other commits; it was left unchanged.`)
  if (state === 'closed' && !now) return foundDone(item, {})
  const close = { method: 'PUT', path: `${workplace.project.path}/${path}`, json: { state_event: 'close' } } as const
  if (state !== 'closed') await call.client.row({ ...close, subject: workplace.project.subject('merge request', number) }, call)
  const name = `${workplace.project.path}/repository/branches/${pathSegment(branch, 'branch')}`
  const request = { method: 'DELETE', path: name, subject: workplace.project.subject('branch', branch) } as const
  if (now)
    await call.client
      .send(request, call)
      .catch(ifPartlyDone(`The merge request ${number} of ${id} is closed, but its branch was not deleted`))
  return { outcome: 'succeeded' }
}

/** Describes the first projects: whether there is anything to change. */
const describeProjects = (items: BulkItem[], call: GitLabBulkCall, wanted: Edit): Promise<BulkItem[]> =>
  Promise.all(items.map(async item => ({ ...item, ...(await foresee(item.id, wanted, call).catch(ifInvisible(willFail(NOT_FOUND)))) })))

const NOT_FOUND = 'it does not exist, or is not visible to this token'

async function foresee(id: string, wanted: Edit, call: GitLabBulkCall): Promise<Pick<BulkItem, 'foreseen'>> {
  const workplace = { project: await call.client.project(id, call), call }
  const project = await read(workplace, '', ['project', ''])
  if (flag(project, 'archived')) return willFail('the project is archived and read-only')
  if ((await mergeRequestsOf(workplace, wanted.branch)).length > 0) return willBeSkipped('it already has a merge request for that branch')
  const target = textOrNull(project, 'default_branch')
  const content = target === null ? undefined : edited(await readFile(workplace, wanted.file_path, target), wanted)
  return content === undefined ? willBeSkipped('it has no such file, or the file does not contain the text') : {}
}

/** Adapter parts that edit a file in many projects, each with a merge request. */
export const editing = {
  max_batch: 1,
  concurrency: 4,
  page_size: MAX_ROWS,
  idempotent: true,
  cost_units: 6,
  count: countRows,
  nextBatch: (source: Source, position: BulkPosition, call: GitLabBulkCall) => nextRows(source, position, call, itemOf),
  describe: describeProjects,
  executeBatch: (items: BulkItem[], wanted: Edit, call: GitLabBulkCall) =>
    forEachItem(items, call, item => editProject(item, wanted, call)),
  keeps_before: () => true,
  reconcile: (items: BulkItem[], wanted: Edit, call: GitLabBulkCall) => reconcileEach(items, call, item => findEdit(item, wanted, call)),
  undo: {
    idempotent: true,
    executeBatch: (items: UndoItem[], wanted: Edit, call: GitLabBulkCall) => forEachItem(items, call, item => undoEdit(item, wanted, call))
  }
} as const

/** A literal replacement in one file, with the branch, commit and merge request for it. */
export type Edit = {
  file_path: string
  find: string
  replace: string
  branch: string
  commit_message: string
  title: string
  description: string
  /** When the job was created: older merge requests are not its own. */
  created_at: string
}

/** A project that the job works on. */
interface Workplace {
  project: ProjectReference
  call: GitLabBulkCall
}

type Parameters = Record<string, string | number | boolean>

const read = (
  { project, call }: Workplace,
  path: string,
  [kind, name]: [kind: string, name: string],
  query: Parameters = {}
): Promise<Row> =>
  call.client.row({ path: path === '' ? project.path : `${project.path}/${path}`, query, subject: project.subject(kind, name) }, call)

async function readRows(
  { project, call }: Workplace,
  path: string,
  [kind, name]: [kind: string, name: string],
  query: Parameters
): Promise<Row[]> {
  const { body } = await call.client.send({ path: `${project.path}/${path}`, query, subject: project.subject(kind, name) }, call)
  return Array.isArray(body) ? body.filter(isRow) : []
}

const readFile = (workplace: Workplace, path: string, ref: string) =>
  read(workplace, `repository/files/${pathSegment(path, 'file_path')}`, ['file', path], { ref }).then(fileOf, ifMissing(undefined))

/** Returns the edited content of a file; undefined if it is not text, or does not contain the text to replace. */
function edited(file: Awaited<ReturnType<typeof readFile>>, { find, replace }: Edit): string | undefined {
  if (file?.encoding !== 'utf-8' || file.lfs) return undefined
  return countOf(file.content, find) === 0 ? undefined : replacedAll(file.content, find, replace)
}

/**
 * Whether a commit is exactly this edit: it has the commit message, its only parent is on the target branch, and it changes only this file, to the
 * edited content.
 */
async function isExactEdit(workplace: Workplace, sha: string, edit: Edit, target: string): Promise<boolean> {
  const row = await read(workplace, `repository/commits/${pathSegment(sha, 'sha')}`, ['commit', sha])
  const [parent, ...others] = texts(row, 'parent_ids')
  if (parent === undefined || others.length > 0 || !hasMessage(row, edit)) return false
  const diffs = await readRows(workplace, `repository/commits/${pathSegment(sha, 'sha')}/diff`, ['commit', sha], { per_page: 2 })
  const [diff, ...more] = diffs.map(diffOf)
  if (diff?.path !== edit.file_path || diff.change !== 'modified' || more.length > 0) return false
  const ahead = await read(workplace, 'repository/compare', ['commit', parent], { from: target, to: parent, straight: false })
  if (rows(ahead, 'commits').length > 0) return false
  const current = await readFile(workplace, edit.file_path, sha)
  return current !== undefined && current.content === edited(await readFile(workplace, edit.file_path, parent), edit)
}

const hasMessage = (commit: Row, { commit_message }: Edit): boolean => text(commit, 'message').trim() === commit_message.trim()

/** Returns the merge requests of the branch, in any state, newest first, except those from forks. */
async function mergeRequestsOf(workplace: Workplace, source_branch: string): Promise<Row[]> {
  const query = { source_branch, state: 'all', order_by: 'created_at', sort: 'desc', per_page: MAX_ROWS }
  const found = await readRows(workplace, 'merge_requests', ['project', ''], query)
  return found.filter(row => integerOrNull(row, 'source_project_id') === integerOrNull(row, 'project_id'))
}

/** Tolerated difference between the clocks of GitLab and the gateway. */
const CLOCK_SKEW_MS = 300_000

/** Finds the merge request that this job created, and its commit: it has the title, the token's user as author, and was created after the job. */
async function findOwn(workplace: Workplace, found: readonly Row[], edit: Edit): Promise<{ row: Row; commit_id: string } | undefined> {
  const since = Date.parse(edit.created_at) - CLOCK_SKEW_MS
  const candidates = found.filter(row => text(row, 'title').trim() === edit.title.trim() && Date.parse(text(row, 'created_at')) >= since)
  if (candidates.length === 0) return undefined
  const me = await currentUser(workplace.call.client, workplace.call)
  for (const row of candidates.filter(one => me.id !== null && personIn(one, 'author')?.id === me.id)) {
    const commit_id = await findCommit(workplace, row, edit)
    if (commit_id !== undefined) return { row, commit_id }
  }
  return undefined
}

/** Finds the commit of the edit in a merge request. It need not be the latest: other users may have pushed since. */
async function findCommit(workplace: Workplace, request: Row, edit: Edit): Promise<string | undefined> {
  const iid = String(integerOrNull(request, 'iid'))
  const subject: [string, string] = ['merge request', `!${iid}`]
  const commits = await readRows(workplace, `merge_requests/${iid}/commits`, subject, { per_page: MAX_ROWS }).catch(ifMissing<Row[]>([]))
  for (const commit of commits.filter(one => hasMessage(one, edit)))
    if (await isExactEdit(workplace, text(commit, 'id'), edit, text(request, 'target_branch'))) return text(commit, 'id')
  return undefined
}
