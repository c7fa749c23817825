import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { BulkItem, BulkPosition } from '../../../../contract/bulk.ts'
import type { UndoItem } from '../../../../contract/bulk-afterwards.ts'
import { integerOrNull, type Row, text, textOrNull } from '../../../../lib/row.ts'
import { groupAt, placeOf } from '../place.ts'
import { segment } from '../request.ts'
import { referenceOf } from '../shapes/issues.ts'
import { branchOf } from '../shapes/repository.ts'
import { type BulkTurn, conflict, type Done, each, type Found, ifGone, look } from './each.ts'
import { type At, type Edit, edited, fileIn, isTheEdit, ownAmong, read, requestsOf } from './edit.ts'
import { countRows, MOST_ROWS, NAMED, nextRows, type Source, sourceOf } from './select.ts'

/** The projects of a group, by id; none where the caller names them. */
export async function selectProjects(
  { group, search, include_subgroups }: { group?: string; search?: string; include_subgroups: boolean },
  call: BulkTurn
): Promise<Source> {
  if (group === undefined) return NAMED
  call.client.allowance.checkAll(call)
  const query = { search, include_subgroups, archived: false, simple: true, order_by: 'id', sort: 'asc' }
  const { path, about } = groupAt(group)
  return sourceOf(`${path}/projects`, about, query)
}

function itemOf(row: Row): BulkItem | undefined {
  const path = textOrNull(row, 'path_with_namespace')
  return path === null ? undefined : { id: path, display_name: path }
}

/** What undo needs: the merge request, and the commit it brought. */
const Image = Type.Object({ merge_request_iid: Type.Integer(), commit_id: Type.String() })

const branchIn = (at: At, branch: string) =>
  read(at, `repository/branches/${segment(branch, 'branch')}`, ['branch', branch]).then(branchOf, ifGone(undefined))

function made(row: Row, commit_id: string) {
  const merge_request_iid = integerOrNull(row, 'iid')
  return {
    outcome: 'succeeded',
    data: { merge_request: referenceOf(row), url: textOrNull(row, 'web_url') },
    ...(merge_request_iid !== null && { before: { merge_request_iid, commit_id } })
  } as const
}

/** Goes on where it was left: what there is of branch, commit and merge request is not made again. */
async function edit({ id, again }: BulkItem, wanted: Edit, call: BulkTurn): Promise<Done> {
  const at = { place: await placeOf(call.client, id, call), call }
  const known = await requestsOf(at, wanted.branch)
  if (known.length > 0) {
    const own = again ? await ownAmong(at, known, wanted) : undefined
    return own ? made(own.row, own.commit_id) : { outcome: 'skipped' }
  }
  const target = textOrNull(await read(at, '', ['project', '']), 'default_branch')
  const file = target === null ? undefined : await fileIn(at, wanted.file_path, target)
  const content = edited(file, wanted)
  if (target === null || content === undefined) return { outcome: 'skipped' }
  const begun = await branchIn(at, wanted.branch)
  const lock = file?.last_commit_id ?? undefined
  const commit_id = begun ? await standing(at, begun.commit_id, wanted, target) : await commit(at, wanted, target, { content, lock })
  return made(await propose(at, wanted, target), commit_id)
}

/** The commit and its branch come in one request. */
async function commit(
  at: At,
  { file_path, branch, commit_message }: Edit,
  start_branch: string,
  { content, lock }: { content: string; lock: string | undefined }
): Promise<string> {
  const actions = [{ action: 'update', file_path, content, ...(lock !== undefined && { last_commit_id: lock }) }]
  const json = { branch, start_branch, commit_message, actions }
  const request = { method: 'POST' as const, path: `${at.place.path}/repository/commits`, json, about: at.place.about('project', '') }
  return text(await at.call.client.row(request, at.call), 'id')
}

/** A branch of that name may be somebody else's: it must stand at the change and nothing else, and nothing is written to it. */
async function standing(at: At, commit_id: string | null, wanted: Edit, target: string): Promise<string> {
  if (commit_id !== null && (await isTheEdit(at, commit_id, wanted, target))) return commit_id
  throw conflict(`The project has a branch ${wanted.branch} already, with something else on it; it was left alone.`)
}

const propose = ({ place, call }: At, { branch, title, description }: Edit, target_branch: string): Promise<Row> => {
  const json = { source_branch: branch, target_branch, title, description, remove_source_branch: true }
  return call.client.row(
    { method: 'POST', path: `${place.path}/merge_requests`, json, about: place.about('project', '', 'already_exists') },
    call
  )
}

/** Without a merge request it is not done, and may be begun again. Of one that is not its own nobody can say what it has to do with the job. */
async function find({ id }: BulkItem, wanted: Edit, call: BulkTurn): Promise<Found> {
  const at = { place: await placeOf(call.client, id, call), call }
  const known = await requestsOf(at, wanted.branch)
  if (known.length === 0) return { outcome: 'not_attempted' }
  const own = await ownAmong(at, known, wanted)
  return own ? made(own.row, own.commit_id) : { outcome: 'unknown' }
}

/** Closes the merge request, and deletes the branch, where nobody has merged it or built on it. */
async function takeBack({ id, before }: UndoItem, { branch }: Edit, call: BulkTurn): Promise<Done> {
  if (!Check(Image, before)) throw conflict(`Nobody can say which merge request of ${id} is meant; nothing was changed.`)
  const at = { place: await placeOf(call.client, id, call), call }
  const number = `!${before.merge_request_iid}`
  const path = `merge_requests/${before.merge_request_iid}`
  const state = text(await read(at, path, ['merge request', number]), 'state')
  const now = await branchIn(at, branch)
  if (state === 'merged') throw conflict(`The merge request ${number} of ${id} was merged; it was left alone.`)
  if (now && now.commit_id !== before.commit_id) throw conflict(`Somebody pushed to the branch ${branch} of ${id}; it was left alone.`)
  if (state === 'closed' && !now) return { outcome: 'skipped' }
  const close = { method: 'PUT', path: `${at.place.path}/${path}`, json: { state_event: 'close' } } as const
  if (state !== 'closed') await call.client.row({ ...close, about: at.place.about('merge request', number) }, call)
  const name = `${at.place.path}/repository/branches/${segment(branch, 'branch')}`
  if (now) await call.client.send({ method: 'DELETE', path: name, about: at.place.about('branch', branch) }, call)
  return { outcome: 'succeeded' }
}

/** Changes a file of many projects, in each by a merge request. */
export const editing = {
  max_batch: 1,
  concurrency: 4,
  page_size: MOST_ROWS,
  idempotent: true,
  cost_units: 6,
  count: countRows,
  nextBatch: (source: Source, at: BulkPosition, call: BulkTurn) => nextRows(source, at, call, itemOf),
  executeBatch: (items: BulkItem[], wanted: Edit, call: BulkTurn) => each(items, call, (item, single) => edit(item, wanted, single)),
  reconcile: (items: BulkItem[], wanted: Edit, call: BulkTurn) => look(items, item => find(item, wanted, call)),
  undo: {
    idempotent: true,
    executeBatch: (items: UndoItem[], wanted: Edit, call: BulkTurn) => each(items, call, (item, single) => takeBack(item, wanted, single))
  }
} as const
