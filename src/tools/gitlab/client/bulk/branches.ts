import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { BulkItem, BulkPosition } from '../../../../contract/bulk.ts'
import type { UndoItem } from '../../../../contract/bulk-afterwards.ts'
import type { Total } from '../../../../contract/schema.ts'
import type { Row } from '../../../../lib/row.ts'
import { placeOf } from '../place.ts'
import { segment } from '../request.ts'
import { branchOf } from '../shapes/repository.ts'
import { type BulkTurn, conflict, type Done, each, ifGone, look } from './each.ts'
import { partsOf } from './names.ts'
import { MOST_ROWS, NAMED, nextRows, type Source, sourceOf } from './select.ts'

/** Which branches of a project: never the default one, never a protected one. */
export type BranchRule = { source: Source; project: string; merged?: boolean; stale_before?: string }

interface Selection {
  project?: string
  name_contains?: string
  merged?: boolean
  stale_before?: string
}

export async function selectBranches({ project, name_contains, merged, stale_before }: Selection, call: BulkTurn): Promise<BranchRule> {
  const rule = { ...(merged !== undefined && { merged }), ...(stale_before !== undefined && { stale_before }) }
  if (project === undefined) return { source: NAMED, project: '', ...rule }
  const place = await placeOf(call.client, project, call)
  const source = sourceOf(`${place.path}/repository/branches`, place.about('project', ''), { search: name_contains })
  return { source, project: place.project, ...rule }
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

/** The rule is not GitLab's, so those of one page are counted. */
async function countBranches(rule: BranchRule, call: BulkTurn): Promise<Total> {
  const { items, next } = await nextBranches(rule, { size: MOST_ROWS, offset: 0, cursor: undefined }, call)
  return { value: items.length, relation: next === undefined ? 'eq' : 'gte' }
}

const nextBranches = (rule: BranchRule, at: BulkPosition, call: BulkTurn) => nextRows(rule.source, at, call, row => itemOf(row, rule))

async function requestFor(id: string, call: BulkTurn) {
  const { project, name } = partsOf(id, ':')
  const place = await placeOf(call.client, project, call)
  const branches = `${place.path}/repository/branches`
  return { name, branches, request: { path: `${branches}/${segment(name, 'ids')}`, about: place.about('branch', name) } }
}

/** One that was listed, and is gone when the job comes to it again, is its own doing. */
const remove = (item: BulkItem, call: BulkTurn): Promise<Done> =>
  removeUnchanged(item, call).catch(
    ifGone<Done>(
      item.again && item.etag !== undefined ? { outcome: 'succeeded', before: { commit_id: item.etag } } : { outcome: 'skipped' }
    )
  )

/** A branch that got a commit since is not what was confirmed. */
async function removeUnchanged({ id, etag }: BulkItem, call: BulkTurn): Promise<Done> {
  const { name, request } = await requestFor(id, call)
  const branch = branchOf(await call.client.row(request, call))
  if (branch.default !== false || branch.protected !== false)
    throw conflict(`The branch ${name} is the default one or protected; it was left alone.`)
  if (etag !== undefined && branch.commit_id !== etag)
    throw conflict(`Somebody pushed to the branch ${name} after it was listed; it was left alone.`)
  await call.client.send({ method: 'DELETE', ...request }, call)
  return { outcome: 'succeeded', ...(branch.commit_id !== null && { before: { commit_id: branch.commit_id } }) }
}

/** What undo needs: the commit that the branch stood at. */
const Image = Type.Object({ commit_id: Type.String() })

async function bringBack({ id, before }: UndoItem, call: BulkTurn): Promise<Done> {
  if (!Check(Image, before)) throw conflict(`Nobody can say where ${id} stood; it was not made again.`)
  const { name, branches, request } = await requestFor(id, call)
  const now = await call.client.row(request, call).then(branchOf, ifGone(undefined))
  if (now?.commit_id === before.commit_id) return { outcome: 'skipped' }
  if (now) throw conflict(`There is another branch ${name} now; it was left alone.`)
  await call.client.row({ method: 'POST', path: branches, json: { branch: name, ref: before.commit_id }, about: request.about }, call)
  return { outcome: 'succeeded' }
}

/** Deletes branches, and makes them again where they stood, as long as GitLab has the commit. */
export const deleting = {
  max_batch: 1,
  concurrency: 4,
  page_size: MOST_ROWS,
  idempotent: true,
  cost_units: 2,
  count: countBranches,
  nextBatch: nextBranches,
  executeBatch: (items: BulkItem[], _action: null, call: BulkTurn) => each(items, call, remove),
  reconcile: (items: BulkItem[], _action: null, call: BulkTurn) =>
    look(items, async ({ id, etag }) => {
      const there = await call.client.row((await requestFor(id, call)).request, call).then(() => true, ifGone(false))
      if (there) return { outcome: 'not_attempted' }
      return { outcome: 'succeeded', ...(etag !== undefined && { before: { commit_id: etag } }) }
    }),
  undo: { idempotent: true, executeBatch: (items: UndoItem[], _action: null, call: BulkTurn) => each(items, call, bringBack) }
} as const
