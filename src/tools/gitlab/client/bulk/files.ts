import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { BulkItem, BulkPosition } from '../../../../contract/bulk.ts'
import type { UndoItem } from '../../../../contract/bulk-afterwards.ts'
import { integerOrNull, isRow, type Row, text, textOrNull } from '../../../../lib/row.ts'
import { groupAt, type Place, placeOf } from '../place.ts'
import { segment } from '../request.ts'
import { referenceOf } from '../shapes/issues.ts'
import { branchOf, fileOf } from '../shapes/repository.ts'
import { type BulkTurn, conflict, type Done, each, type Found, ifGone, look } from './each.ts'
import { countRows, MOST_ROWS, NAMED, nextRows, type Source, sourceOf } from './select.ts'

/** One literal change of one file, as a commit on a branch and a merge request. */
export type Edit = {
  file_path: string
  find: string
  replace: string
  branch: string
  commit_message: string
  title: string
  description: string
}

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

interface At {
  place: Place
  call: BulkTurn
}

const read = ({ place, call }: At, path: string, about: [kind: string, name: string], query: Source['query'] = {}) =>
  call.client.row({ path: path === '' ? place.path : `${place.path}/${path}`, query, about: place.about(...about) }, call)

const branchIn = (at: At, branch: string) =>
  read(at, `repository/branches/${segment(branch, 'branch')}`, ['branch', branch]).then(branchOf, ifGone(undefined))

const fileIn = (at: At, path: string, ref: string) =>
  read(at, `repository/files/${segment(path, 'file_path')}`, ['file', path], { ref }).then(fileOf, ifGone(undefined))

/** The newest merge request of the branch, in whatever state: the branch tells what the job has done. */
async function requestOf({ place, call }: At, source_branch: string): Promise<Row | undefined> {
  const query = { source_branch, state: 'all', order_by: 'created_at', sort: 'desc', per_page: 1 }
  const { body } = await call.client.send({ path: `${place.path}/merge_requests`, query, about: place.about('project', '') }, call)
  return Array.isArray(body) ? body.find(isRow) : undefined
}

function done(row: Row, commit_id: string | null): Done {
  const merge_request_iid = integerOrNull(row, 'iid')
  return {
    outcome: 'succeeded',
    data: { merge_request: referenceOf(row), url: textOrNull(row, 'web_url') },
    ...(merge_request_iid !== null && commit_id !== null && { before: { merge_request_iid, commit_id } })
  }
}

/** Goes on where it was left: what there is of branch, commit and merge request is not made again. */
async function edit({ id, again }: BulkItem, wanted: Edit, call: BulkTurn): Promise<Done> {
  const at = { place: await placeOf(call.client, id, call), call }
  const known = await requestOf(at, wanted.branch)
  if (known) return again ? done(known, textOrNull(known, 'sha')) : { outcome: 'skipped' }
  const target = textOrNull(await read(at, '', ['project', '']), 'default_branch')
  if (target === null) return { outcome: 'skipped' }
  const begun = await branchIn(at, wanted.branch)
  const commit_id = begun ? await standing(at, wanted, begun.commit_id, target) : await commit(at, wanted, target)
  if (commit_id === undefined) return { outcome: 'skipped' }
  return done(await propose(at, wanted, target), commit_id)
}

/** The commit and its branch come in one request; undefined where there is nothing to change. */
async function commit(at: At, { file_path, find, replace, branch, commit_message }: Edit, start_branch: string) {
  const file = await fileIn(at, file_path, start_branch)
  if (file?.encoding !== 'utf-8' || file.lfs || !file.content.includes(find)) return undefined
  const content = file.content.replaceAll(find, () => replace)
  const lock = file.last_commit_id === null ? {} : { last_commit_id: file.last_commit_id }
  const actions = [{ action: 'update', file_path, content, ...lock }]
  const json = { branch, start_branch, commit_message, actions }
  const request = { method: 'POST' as const, path: `${at.place.path}/repository/commits`, json, about: at.place.about('project', '') }
  return text(await at.call.client.row(request, at.call), 'id')
}

/** A branch of that name may be somebody else's: it must hold what the change makes of the file, and nothing is written to it. */
async function standing(at: At, { file_path, find, replace, branch }: Edit, commit_id: string | null, target: string): Promise<string> {
  const [now, before] = [await fileIn(at, file_path, branch), await fileIn(at, file_path, target)]
  if (commit_id !== null && now && before && now.content === before.content.replaceAll(find, () => replace)) return commit_id
  throw conflict(`The project has a branch ${branch} already, with something else on it; it was left alone.`)
}

const propose = ({ place, call }: At, { branch, title, description }: Edit, target_branch: string): Promise<Row> => {
  const json = { source_branch: branch, target_branch, title, description, remove_source_branch: true }
  return call.client.row(
    { method: 'POST', path: `${place.path}/merge_requests`, json, about: place.about('project', '', 'already_exists') },
    call
  )
}

/** Without a merge request it is not done, and may be begun again. */
async function find({ id }: BulkItem, { branch }: Edit, call: BulkTurn): Promise<Found> {
  const known = await requestOf({ place: await placeOf(call.client, id, call), call }, branch)
  if (!known) return { outcome: 'not_attempted' }
  const { before, data } = done(known, textOrNull(known, 'sha'))
  return { outcome: 'succeeded', ...(before !== undefined && { before }), ...(data !== undefined && { data }) }
}

/** Closes the merge request, and deletes the branch, where nobody has merged it or built on it. */
async function takeBack({ id, before }: UndoItem, { branch }: Edit, call: BulkTurn): Promise<Done> {
  if (!Check(Image, before)) throw conflict(`Nobody can say which merge request of ${id} is meant; nothing was changed.`)
  const at = { place: await placeOf(call.client, id, call), call }
  const path = `merge_requests/${before.merge_request_iid}`
  const about = at.place.about('merge request', `!${before.merge_request_iid}`)
  const [state, now] = [text(await read(at, path, ['merge request', `!${before.merge_request_iid}`]), 'state'), await branchIn(at, branch)]
  if (state === 'merged') throw conflict(`The merge request !${before.merge_request_iid} of ${id} was merged; it was left alone.`)
  if (now && now.commit_id !== before.commit_id) throw conflict(`Somebody pushed to the branch ${branch} of ${id}; it was left alone.`)
  if (state === 'closed' && !now) return { outcome: 'skipped' }
  if (state !== 'closed')
    await call.client.row({ method: 'PUT', path: `${at.place.path}/${path}`, json: { state_event: 'close' }, about }, call)
  const name = `${at.place.path}/repository/branches/${segment(branch, 'branch')}`
  if (now) await call.client.send({ method: 'DELETE', path: name, about }, call)
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
