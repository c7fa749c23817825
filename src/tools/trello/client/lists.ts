import type { Trello, Turn } from './connection.ts'
import { boardId, listPlace } from './resolve.ts'
import { listOf } from './shapes.ts'

export interface ListChange {
  list: string
  board?: string
  name?: string
  position?: string
  archived?: boolean
}

export async function createList(trello: Trello, request: { board: string; name: string; position: string }, turn: Turn) {
  const idBoard = await boardId(trello, request.board, turn)
  return listOf(await trello.row({ method: 'POST', path: 'lists', json: { idBoard, name: request.name, pos: request.position } }, turn))
}

export async function updateList(trello: Trello, { list, board, name, position, archived }: ListChange, turn: Turn) {
  const { list_id } = await listPlace(trello, { list, board }, turn)
  return listOf(await trello.row({ method: 'PUT', path: `lists/${list_id}`, json: { name, pos: position, closed: archived } }, turn))
}
