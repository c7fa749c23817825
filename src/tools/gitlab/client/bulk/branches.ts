import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { UndoItem } from '../../../../contract/bulk.ts'
import { type BulkItem, type BulkPosition, willBeSkipped, willFail } from '../../../../contract/bulk.ts'
import { foundDone } from '../../../../contract/bulk-outcomes.ts'
import { forEachItem, type ItemResult, ifInvisible, ifMissing } from '../../../../contract/each-item.ts'
import type { Total } from '../../../../contract/schema.ts'
import { pathSegment } from '../../../../lib/http/segment.ts'
import type { Row } from '../../../../lib/row.ts'
import { branchOf } from '../mappers/repository.ts'
import { conflict, type GitLabBulkCall, reconcileEach } from './call.ts'
import { partsOf } from './item-ids.ts'
import { describeWith, MAX_ROWS, NAMED, nextRows, type Source, sourceOf, withArchived } from './selection.ts'

/** Selects branches of a project, but never the default branch or a protected branch. */
export type BranchRule = { source: Source; project: string; merged?: boolean; stale_before?: string }

interface Selection {
  project?: string
  name_contains?: string
  merged?: boolean
  stale_before?: string
}

export async function selectBranches(
  { project: reference, name_contains, merged, stale_before }: Selection,
  call: GitLabBulkCall
): Promise<BranchRule> {
  const rule = { ...(merged !== undefined && { merged }), ...(stale_before !== undefined && { stale_before }) }
  if (reference === undefined) return { source: NAMED, project: '', ...rule }
  const project = await call.client.project(reference, call)
  const source = sourceOf(`${project.path}/repository/branches`, project.subject(), { search: name_contains })
  return { source: await withArchived(source, project, call), project: project.reference, ...rule }
}

function itemOf(row: Row, { project, merged, stale_before }: BranchRule): BulkItem | undefined {
  const branch = branchOf(row)
  if (branch.name === null || branch.default !== false || branch.protected !== false) return undefined
  if (merged !== undefined && branch.merged !== merged) return undefined
  if (stale_before !== undefined && !(branch.committed_at !== null && Date.parse(branch.committed_at) < Date.parse(stale_before)))
    return undefined
  const etag = branch.commit_id
  return { id: `${project}:${branch.name}`, display_name: `${branch.name} of ${project}`, ...(etag !== null && { etag }) }
}

/** GitLab cannot filter by this rule, so the branches of one page are counted. */
async function countBranches(rule: BranchRule, call: GitLabBulkCall): Promise<Total> {
  const { items, next } = await nextBranches(rule, { size: MAX_ROWS, offset: 0, cursor: undefined }, call)
  return { value: items.length, relation: next === undefined ? 'eq' : 'gte' }
}

const nextBranches = (rule: BranchRule, at: BulkPosition, call: GitLabBulkCall) => nextRows(rule.source, at, call, row => itemOf(row, rule))

async function branchRequest(id: string, call: GitLabBulkCall) {
  const { project: reference, name } = partsOf(id, ':')
  const project = await call.client.project(reference, call)
  const branches = `${project.path}/repository/branches`
  return { name, branches, request: { path: `${branches}/${pathSegment(name, 'ids')}`, subject: project.subject('branch', name) } }
}

/** Describes branches that the caller named by ID, and states which will not be deleted. */
const describeBranches = describeWith<null>(async (id, call) => {
  const { name, request } = await branchRequest(id, call)
  const row = await call.client.row(request, call).catch(ifInvisible(undefined))
  if (!row) return { display_name: `${id} (not found)`, ...willBeSkipped('no such branch') }
  const branch = branchOf(row)
  const display_name = `${name} of ${partsOf(id, ':').project}`
  if (branch.default !== false) return { display_name, ...willFail('it is the default branch of its project') }
  return { display_name, ...(branch.protected !== false && willFail('the branch is protected')) }
})

/** The commit of the branch when it was listed, or when an earlier attempt was about to delete it. */
const imageBefore = ({ etag, before }: BulkItem) =>
  Check(Image, before) ? { before } : etag !== undefined && { before: { commit_id: etag } }

/** A branch that was listed and is now missing was deleted by an earlier attempt of the job. */
const deleteBranch = (item: BulkItem, call: GitLabBulkCall): Promise<ItemResult> =>
  deleteUnchanged(item, call).catch(ifMissing<ItemResult>(foundDone(item, imageBefore(item))))

/** Does not delete a branch that got a commit since it was listed: it is not what the user confirmed. */
async function deleteUnchanged({ id, etag }: BulkItem, call: GitLabBulkCall): Promise<ItemResult> {
  const { name, request } = await branchRequest(id, call)
  const branch = branchOf(await call.client.row(request, call))
  if (branch.default !== false || branch.protected !== false)
    throw conflict(`The branch ${name} is the default branch or protected; it was not deleted.`)
  if (etag !== undefined && branch.commit_id !== etag)
    throw conflict(`The branch ${name} has a new commit since it was listed; it was not deleted.`)
  if (etag === undefined) await call.keepBefore?.(id, { ...(branch.commit_id !== null && { commit_id: branch.commit_id }) })
  await call.client.send({ method: 'DELETE', ...request }, call)
  return { outcome: 'succeeded', ...(branch.commit_id !== null && { before: { commit_id: branch.commit_id } }) }
}

/** Stored for undo: the commit of the branch. */
const Image = Type.Object({ commit_id: Type.String() })

async function restoreBranch(item: UndoItem, call: GitLabBulkCall): Promise<ItemResult> {
  const { id, before } = item
  if (!Check(Image, before)) throw conflict(`The commit of ${id} is unknown; it was not restored.`)
  const { name, branches, request } = await branchRequest(id, call)
  const now = await call.client.row(request, call).then(branchOf, ifMissing(undefined))
  if (now?.commit_id === before.commit_id) return foundDone(item, {})
  if (now) throw conflict(`A branch ${name} with another commit exists; it was left unchanged.`)
  await call.client.row({ method: 'POST', path: branches, json: { branch: name, ref: before.commit_id }, subject: request.subject }, call)
  return { outcome: 'succeeded' }
}

/** Adapter parts that delete branches, and restore them for as long as GitLab keeps their commits. */
export const deleting = {
  max_batch: 1,
  concurrency: 4,
  page_size: MAX_ROWS,
  idempotent: true,
  cost_units: 2,
  count: countBranches,
  nextBatch: nextBranches,
  describe: describeBranches,
  executeBatch: (items: BulkItem[], _action: null, call: GitLabBulkCall) => forEachItem(items, call, item => deleteBranch(item, call)),
  keeps_before: ({ etag }: BulkItem) => etag === undefined,
  reconcile: (items: BulkItem[], _action: null, call: GitLabBulkCall) =>
    reconcileEach(items, call, async item => {
      const exists = await call.client.row((await branchRequest(item.id, call)).request, call).then(() => true, ifMissing(false))
      if (exists) return { outcome: 'not_attempted' }
      const image = imageBefore(item)
      return image ? { outcome: 'succeeded', ...image } : { outcome: 'unknown' }
    }),
  undo: {
    idempotent: true,
    executeBatch: (items: UndoItem[], _action: null, call: GitLabBulkCall) => forEachItem(items, call, item => restoreBranch(item, call))
  }
} as const
