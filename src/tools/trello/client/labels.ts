import { text } from '../../../lib/row.ts'
import type { Trello, TrelloCall } from './connection.ts'
import { toLabel } from './mappers.ts'
import { boardFor } from './match-name.ts'
import { boardId, labelIds } from './resolve-names.ts'

export async function createLabel(
  trello: Trello,
  { board, name, color }: { board: string; name: string; color: string | null },
  call: TrelloCall
) {
  const json = { idBoard: await boardId(trello, board, call), name, color }
  return toLabel(await trello.row({ method: 'POST', path: 'labels', json }, call))
}

interface LabelReference {
  label: string
  board?: string
}

export async function updateLabel(
  trello: Trello,
  { name, color, ...reference }: LabelReference & { name?: string; color?: string | null },
  call: TrelloCall
) {
  const path = `labels/${await idOf(trello, reference, call)}`
  return toLabel(await trello.row({ method: 'PUT', path, json: { name, color } }, call))
}

export async function deleteLabel(trello: Trello, reference: LabelReference, call: TrelloCall) {
  const path = `labels/${await idOf(trello, reference, call)}`
  const row = await trello.row({ path, query: { fields: 'name' } }, call)
  await trello.send({ method: 'DELETE', path }, call)
  return { id: text(row, 'id'), name: text(row, 'name'), deleted: true }
}

/** Returns the ID of a label that is given by ID, or by name and board. */
async function idOf(trello: Trello, { label, board }: LabelReference, call: TrelloCall): Promise<string> {
  const board_id = boardFor(board === undefined ? undefined : await boardId(trello, board, call), 'label', label)
  const [id = ''] = await labelIds(trello, board_id, [{ path: 'label', name: label }], call)
  return id
}
