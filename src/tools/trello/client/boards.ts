import type { ListInput } from '../../../contract/operation.ts'
import type { Trello, Turn } from './connection.ts'
import { pageOf } from './cursor.ts'
import { boardId, MOST_LABELS } from './resolve.ts'
import { BOARD_FIELDS, boardOf, LIST_FIELDS, labelOf, listOf, MEMBER_FIELDS, memberOf } from './shapes.ts'

type Status = 'open' | 'archived' | 'all'

/** In Trello's words. */
export const FILTERS = { open: 'open', archived: 'closed', all: 'all' } as const

/** What a label has no place by: in the order of their making. */
const NO_KEY = (): number => 0

export async function listBoards(trello: Trello, { status, ...page }: ListInput & { status: Status }, turn: Turn) {
  const rows = await trello.rows({ path: 'members/me/boards', query: { filter: FILTERS[status], fields: BOARD_FIELDS } }, turn)
  return pageOf(rows.map(boardOf), page, NO_KEY)
}

export async function getBoard(trello: Trello, board: string, turn: Turn) {
  const id = await boardId(trello, board, turn)
  return boardOf(await trello.row({ path: `boards/${id}`, query: { fields: BOARD_FIELDS } }, turn))
}

export async function listLists(trello: Trello, { board, status, ...page }: ListInput & { board: string; status: Status }, turn: Turn) {
  const id = await boardId(trello, board, turn)
  const rows = await trello.rows({ path: `boards/${id}/lists`, query: { filter: FILTERS[status], fields: LIST_FIELDS } }, turn)
  return pageOf(rows.map(listOf), page, list => list.position ?? 0)
}

export async function listLabels(trello: Trello, { board, ...page }: ListInput & { board: string }, turn: Turn) {
  const id = await boardId(trello, board, turn)
  const rows = await trello.rows({ path: `boards/${id}/labels`, query: { limit: MOST_LABELS, fields: 'name,color' } }, turn)
  const answer = pageOf(rows.map(labelOf), page, NO_KEY)
  return rows.length < MOST_LABELS ? answer : { ...answer, total: { value: rows.length, relation: 'gte' as const } }
}

export async function listMembers(trello: Trello, { board, ...page }: ListInput & { board: string }, turn: Turn) {
  const id = await boardId(trello, board, turn)
  const rows = await trello.rows({ path: `boards/${id}/members`, query: { fields: MEMBER_FIELDS } }, turn)
  return pageOf(rows.map(memberOf), page, NO_KEY)
}
