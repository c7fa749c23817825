import { type BulkItem, willBeSkipped } from '../../../../contract/bulk.ts'
import { foundDone } from '../../../../contract/bulk-outcomes.ts'
import { forEachItem, type ItemFinding, type ItemResult } from '../../../../contract/each-item.ts'
import { invalidField } from '../../../../lib/invalid-field.ts'
import { integerOrNull, isRow, type Row, text } from '../../../../lib/row.ts'
import { type GitLabBulkCall, reconcileEach } from './call.ts'
import { MAX_ROWS } from './selection.ts'
import { itemRequest, nameOf, selectionParts } from './update.ts'

/** Returns the ID of the target project, which the caller must be allowed to use: GitLab accepts only the ID. */
export async function targetId(reference: string, call: GitLabBulkCall): Promise<number> {
  const { path, subject } = await call.client.project(reference, call)
  const id = integerOrNull(await call.client.row({ path, subject: subject() }, call), 'id')
  if (id === null) throw invalidField('to_project', 'cannot be resolved to an ID', 'the ID of the project')
  return id
}

type Move = { to_project_id: number }

interface MovedIssue {
  /** Its reference in the target project; null if it was moved to another project, or cannot be found. */
  to: string | null
}

/** A moved issue stays, closed, with the global ID of the new issue. Searches the target project for that ID; undefined if it was not moved. */
async function findMoved(row: Row, { to_project_id }: Move, call: GitLabBulkCall): Promise<MovedIssue | undefined> {
  const moved = integerOrNull(row, 'moved_to_id')
  if (moved === null) return undefined
  const query = { search: text(row, 'title'), in: 'title', state: 'all', scope: 'all', order_by: 'updated_at', per_page: MAX_ROWS }
  const subject = { kind: 'project', name: String(to_project_id) }
  const { body } = await call.client.send({ path: `projects/${to_project_id}/issues`, query, subject }, call)
  const found = (Array.isArray(body) ? body.filter(isRow) : []).find(one => integerOrNull(one, 'id') === moved)
  return { to: found ? nameOf('issues', found) : null }
}

async function move(item: BulkItem, action: Move, call: GitLabBulkCall): Promise<ItemResult> {
  const { id, before } = item
  const request = await itemRequest('issues', id, call)
  const row = await call.client.row(request, call)
  const movedIssue = await findMoved(row, action, call)
  // It had not been moved when an earlier attempt of the job read it, so that attempt moved it.
  if (movedIssue || integerOrNull(row, 'project_id') === action.to_project_id)
    return foundDone(item, movedIssue?.to && before !== undefined ? { data: { moved_to: movedIssue.to } } : undefined)
  if (before === undefined) await call.keepBefore?.(id, {})
  const moved = await call.client.row({ method: 'POST', ...request, path: `${request.path}/move`, json: action }, call)
  return { outcome: 'succeeded', data: { moved_to: nameOf('issues', moved) } }
}

async function find({ id, before }: BulkItem, action: Move, call: GitLabBulkCall): Promise<ItemFinding> {
  const movedIssue = await findMoved(await call.client.row(await itemRequest('issues', id, call), call), action, call)
  if (!movedIssue) return { outcome: 'not_attempted' }
  return movedIssue.to === null || before === undefined
    ? { outcome: 'unknown' }
    : { outcome: 'succeeded', data: { moved_to: movedIssue.to } }
}

/** An issue that was moved has the ID of its successor. */
const foresee = (row: Row, { to_project_id }: Move) =>
  integerOrNull(row, 'moved_to_id') !== null || integerOrNull(row, 'project_id') === to_project_id
    ? willBeSkipped('it is already in the destination project, or was moved before')
    : {}

/** Adapter parts that move issues, each once. There is no undo: moving an issue back creates another issue with another number. */
export const moving = {
  ...selectionParts<Move>('issues', undefined, foresee),
  idempotent: true,
  cost_units: 2,
  executeBatch: (items: BulkItem[], action: Move, call: GitLabBulkCall) => forEachItem(items, call, item => move(item, action, call)),
  keeps_before: () => true,
  reconcile: (items: BulkItem[], action: Move, call: GitLabBulkCall) => reconcileEach(items, call, item => find(item, action, call))
} as const
