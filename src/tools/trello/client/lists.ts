import type { ListInput } from '../../../contract/operation.ts'
import { FILTERS, type Status } from './boards.ts'
import type { Trello, TrelloCall } from './connection.ts'
import { pageOf } from './cursor.ts'
import { LIST_FIELDS, toList } from './mappers.ts'
import { boardId, resolveList } from './resolve-names.ts'

export interface ListUpdate {
  list: string
  board?: string
  name?: string
  position?: string
  archived?: boolean
}

/** Returns one page of the lists of a board, from left to right. */
export async function listLists(
  trello: Trello,
  { board, status, ...page }: ListInput & { board: string; status: Status },
  call: TrelloCall
) {
  const id = await boardId(trello, board, call)
  const rows = await trello.rows({ path: `boards/${id}/lists`, query: { filter: FILTERS[status], fields: LIST_FIELDS } }, call)
  return pageOf(rows.map(toList), page, list => list.position ?? 0)
}

export async function createList(trello: Trello, request: { board: string; name: string; position: string }, call: TrelloCall) {
  const idBoard = await boardId(trello, request.board, call)
  return toList(await trello.row({ method: 'POST', path: 'lists', json: { idBoard, name: request.name, pos: request.position } }, call))
}

export async function updateList(trello: Trello, { list, board, name, position, archived }: ListUpdate, call: TrelloCall) {
  const { list_id } = await resolveList(trello, { list, board }, call)
  return toList(await trello.row({ method: 'PUT', path: `lists/${list_id}`, json: { name, pos: position, closed: archived } }, call))
}
