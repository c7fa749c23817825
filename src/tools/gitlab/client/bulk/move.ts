import type { BulkItem } from '../../../../contract/bulk.ts'
import { misgiven } from '../../../../lib/misgiven.ts'
import { integerOrNull, isRow, type Row, text } from '../../../../lib/row.ts'
import { placeOf } from '../place.ts'
import { finding, nameOf, requestFor } from './change.ts'
import { type BulkTurn, type Done, each, type Found, look } from './each.ts'
import { MOST_ROWS } from './select.ts'

/** GitLab takes the id only; it must be a project that may be used. */
export async function targetId(project: string, call: BulkTurn): Promise<number> {
  const { path, about } = await placeOf(call.client, project, call)
  const id = integerOrNull(await call.client.row({ path, about: about('project', '') }, call), 'id')
  if (id === null) throw misgiven('to_project', 'has no id that GitLab tells', 'the id of the project')
  return id
}

type Move = { to_project_id: number }

interface Gone {
  /** It is in the wanted project, under this name; null where it went elsewhere, or nobody can say where. */
  to: string | null
}

/** What was moved stays behind, closed, and tells its new id over all projects: whether that is one of the wanted project is looked for there. */
async function goneFrom(row: Row, { to_project_id }: Move, call: BulkTurn): Promise<Gone | undefined> {
  const moved = integerOrNull(row, 'moved_to_id')
  if (moved === null) return undefined
  const query = { search: text(row, 'title'), in: 'title', state: 'all', scope: 'all', order_by: 'updated_at', per_page: MOST_ROWS }
  const about = { kind: 'project', name: String(to_project_id) }
  const { body } = await call.client.send({ path: `projects/${to_project_id}/issues`, query, about }, call)
  const found = (Array.isArray(body) ? body.filter(isRow) : []).find(one => integerOrNull(one, 'id') === moved)
  return { to: found ? nameOf('issues', found) : null }
}

async function move({ id, again, etag }: BulkItem, action: Move, call: BulkTurn): Promise<Done> {
  const request = await requestFor('issues', id, call)
  const row = await call.client.row(request, call)
  const gone = await goneFrom(row, action, call)
  // It was not moved yet when it was listed.
  if (gone?.to && again && etag !== undefined) return { outcome: 'succeeded', data: { moved_to: gone.to } }
  if (gone || integerOrNull(row, 'project_id') === action.to_project_id) return { outcome: 'skipped' }
  const moved = await call.client.row({ method: 'POST', ...request, path: `${request.path}/move`, json: action }, call)
  return { outcome: 'succeeded', data: { moved_to: nameOf('issues', moved) } }
}

async function find({ id }: BulkItem, action: Move, call: BulkTurn): Promise<Found> {
  const gone = await goneFrom(await call.client.row(await requestFor('issues', id, call), call), action, call)
  if (!gone) return { outcome: 'not_attempted' }
  return gone.to === null ? { outcome: 'unknown' } : { outcome: 'succeeded', data: { moved_to: gone.to } }
}

/** Moves issues, each once. There is no way back: moved back it is another issue, with another number. */
export const moving = {
  ...finding('issues'),
  idempotent: true,
  cost_units: 2,
  executeBatch: (items: BulkItem[], action: Move, call: BulkTurn) => each(items, call, (item, single) => move(item, action, single)),
  reconcile: (items: BulkItem[], action: Move, call: BulkTurn) => look(items, item => find(item, action, call))
} as const
