import type { BulkItem } from '../../../../contract/bulk.ts'
import { misgiven } from '../../../../lib/misgiven.ts'
import { integerOrNull, type Row } from '../../../../lib/row.ts'
import { placeOf } from '../place.ts'
import { finding, nameOf, requestFor } from './change.ts'
import { type BulkTurn, type Done, each, look } from './each.ts'

/** GitLab takes the id only; it must be a project that may be used. */
export async function targetId(project: string, call: BulkTurn): Promise<number> {
  const { path, about } = await placeOf(call.client, project, call)
  const id = integerOrNull(await call.client.row({ path, about: about('project', '') }, call), 'id')
  if (id === null) throw misgiven('to_project', 'has no id that GitLab tells', 'the id of the project')
  return id
}

type Move = { to_project_id: number }

/** What was moved stays behind, closed, and tells where it went. */
const isGone = (row: Row, { to_project_id }: Move): boolean =>
  integerOrNull(row, 'moved_to_id') !== null || integerOrNull(row, 'project_id') === to_project_id

async function move({ id, again, etag }: BulkItem, action: Move, call: BulkTurn): Promise<Done> {
  const request = await requestFor('issues', id, call)
  if (isGone(await call.client.row(request, call), action)) return { outcome: again && etag !== undefined ? 'succeeded' : 'skipped' }
  const moved = await call.client.row({ method: 'POST', ...request, path: `${request.path}/move`, json: action }, call)
  return { outcome: 'succeeded', data: { moved_to: nameOf('issues', moved) } }
}

/** Moves issues, each once. There is no way back: moved back it is another issue, with another number. */
export const moving = {
  ...finding('issues'),
  idempotent: true,
  cost_units: 2,
  executeBatch: (items: BulkItem[], action: Move, call: BulkTurn) => each(items, call, (item, single) => move(item, action, single)),
  reconcile: (items: BulkItem[], action: Move, call: BulkTurn) =>
    look(items, async ({ id }) => ({
      outcome: isGone(await call.client.row(await requestFor('issues', id, call), call), action) ? 'succeeded' : 'not_attempted'
    }))
} as const
