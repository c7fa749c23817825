import type { ListInput } from '../../../contract/operation.ts'
import { encodeCursor } from '../../../lib/cursor.ts'
import { below, isRow, type Row, rowOf, text, textOrNull, time } from '../../../lib/row.ts'
import type { Trello, TrelloCall } from './connection.ts'
import { readCursor } from './cursor.ts'
import { toMember } from './mappers.ts'
import { boardId, cardRef } from './resolve-names.ts'

interface ActivityInput extends ListInput {
  card_id?: string
  board?: string
  types: string[]
}

/** Returns one page of what happened to a card, or on a board, newest first. The next page continues before the ID of the last action. */
export async function listActivity(trello: Trello, { card_id, board = '', types, limit, cursor }: ActivityInput, call: TrelloCall) {
  const [before] = readCursor(cursor, 'string') ?? []
  const path = card_id === undefined ? `boards/${await boardId(trello, board, call)}/actions` : `cards/${cardRef(card_id)}/actions`
  const query = { filter: types.length === 0 ? 'all' : types.join(','), limit: limit + 1, ...(before !== undefined && { before }) }
  const rows = await trello.rows({ path, query }, call)
  const items = rows.slice(0, limit).map(toActivity)
  const last = items.at(-1)
  const more = rows.length > limit && last !== undefined
  return {
    items,
    next_cursor: more ? encodeCursor([last.id]) : null,
    total: cursor === undefined && !more ? { value: items.length, relation: 'eq' as const } : null
  }
}

function toActivity(row: Row) {
  const data = below(row, 'data')
  const [card, list, before, after] = ['card', 'list', 'listBefore', 'listAfter'].map(name => below(data, name))
  return {
    id: text(row, 'id'),
    type: text(row, 'type'),
    time: time(row, 'date'),
    member: isRow(row['memberCreator']) ? toMember(row['memberCreator']) : null,
    card_id: textOrNull(rowOf(card), 'id'),
    card_name: text(rowOf(card), 'name'),
    list_name: text(rowOf(list), 'name'),
    text: text(data, 'text'),
    from_list: textOrNull(rowOf(before), 'name'),
    to_list: textOrNull(rowOf(after), 'name'),
    changes: Object.entries(below(data, 'old')).map(([property, old]) => ({
      property: NAMES.get(property) ?? property,
      before: textOfValue(old)
    }))
  }
}

/** Names of properties, as the other operations use them. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ desc: 'description', closed: 'archived', dueComplete: 'due_complete', idList: 'list_id', pos: 'position' })
)

const textOfValue = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value)

export async function watch(
  trello: Trello,
  { card_id, list_id, board, watching }: { card_id?: string; list_id?: string; board?: string; watching: boolean },
  call: TrelloCall
) {
  if (card_id !== undefined) {
    const row = await trello.row({ method: 'PUT', path: `cards/${cardRef(card_id)}`, json: { subscribed: watching } }, call)
    return { kind: 'card' as const, id: text(row, 'id'), watching }
  }
  if (list_id !== undefined) {
    await trello.row({ method: 'PUT', path: `lists/${list_id}/subscribed`, json: { value: watching }, without_id: true }, call)
    return { kind: 'list' as const, id: list_id, watching }
  }
  const id = await boardId(trello, board ?? '', call)
  await trello.row({ method: 'PUT', path: `boards/${id}`, json: { subscribed: watching } }, call)
  return { kind: 'board' as const, id, watching }
}
