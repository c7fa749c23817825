import type { Call } from '../../../contract/handed.ts'
import { below, numberOrNull, type Row, rows, text } from '../../../lib/row.ts'
import { isId } from './choose.ts'
import type { Trello, Turn } from './connection.ts'
import { boardId, cardRef, destination, each, labelIds, memberIds } from './resolve.ts'
import { CARD_FIELDS, cardWithText, checklistOf, MEMBER_FIELDS, memberOf } from './shapes.ts'

/** A turn that can say what should be noticed. */
type Noted = Turn & Pick<Call<unknown>, 'warn'>

/** What of a card can be set. */
export interface CardContent {
  name?: string
  description?: string
  due?: string
  start?: string
  due_complete?: boolean
  labels?: string[]
  members?: string[]
  position?: string
}

export async function getCard(trello: Trello, card_id: string, turn: Turn) {
  const query = {
    fields: `${CARD_FIELDS},desc,badges`,
    members: true,
    member_fields: MEMBER_FIELDS,
    board: true,
    board_fields: 'name',
    list: true,
    checklists: 'all'
  }
  const row = await trello.row({ path: `cards/${cardRef(card_id)}`, query }, turn)
  const badges = below(row, 'badges')
  return {
    ...cardWithText(row),
    board_name: text(below(row, 'board'), 'name'),
    list_name: text(below(row, 'list'), 'name'),
    members: rows(row, 'members').map(memberOf),
    checklists: rows(row, 'checklists').map(checklistOf),
    comment_count: numberOrNull(badges, 'comments'),
    attachment_count: numberOrNull(badges, 'attachments')
  }
}

export async function createCard(trello: Trello, { list, board, ...content }: CardContent & { list: string; board?: string }, turn: Noted) {
  const { list_id, board_id } = await destination(trello, { list, board }, turn)
  const json = { idList: list_id, ...(await inTrelloWords(trello, board_id, content, turn)) }
  return cardWithText(await trello.row({ method: 'POST', path: 'cards', json }, turn))
}

export type Clearable = 'description' | 'due' | 'start' | 'labels' | 'members'

/** How each property is emptied. */
const EMPTY: Readonly<Record<Clearable, Row>> = {
  description: { desc: '' },
  due: { due: null },
  start: { start: null },
  labels: { idLabels: '' },
  members: { idMembers: '' }
}

export async function updateCard(
  trello: Trello,
  { card_id, clear = [], ...content }: CardContent & { card_id: string; clear?: Clearable[] },
  turn: Turn
) {
  const card = cardRef(card_id)
  const board = needsBoard(content) ? await boardOfCard(trello, card, turn) : ''
  const json = Object.assign(await inTrelloWords(trello, board, content, turn), ...clear.map(name => EMPTY[name]))
  return cardWithText(await putCard(trello, card, json, turn))
}

/** Changes what is given of a card, in Trello's words. */
export const putCard = (trello: Trello, card: string, json: Row, turn: Turn): Promise<Row> =>
  trello.row({ method: 'PUT', path: `cards/${card}`, json }, turn)

export async function moveCard(
  trello: Trello,
  { card_id, list, board, position }: { card_id: string; list: string; board?: string; position: string },
  turn: Noted
) {
  const card = cardRef(card_id)
  const own = board === undefined && !isId(list) ? await boardOfCard(trello, card, turn) : board
  const { list_id, board_id } = await destination(trello, { list, board: own }, turn)
  return cardWithText(await putCard(trello, card, { idList: list_id, idBoard: board_id, pos: position }, turn))
}

export async function setArchived(trello: Trello, card_id: string, archived: boolean, turn: Turn) {
  return cardWithText(await putCard(trello, cardRef(card_id), { closed: archived }, turn))
}

export async function deleteCard(trello: Trello, card_id: string, turn: Turn) {
  const { id, name } = cardWithText(await trello.row({ path: `cards/${cardRef(card_id)}`, query: { fields: 'name' } }, turn))
  await trello.send({ method: 'DELETE', path: `cards/${id}` }, turn)
  return { id, name, deleted: true }
}

export async function copyCard(
  trello: Trello,
  request: { card_id: string; list?: string; board?: string; name?: string; position: string; keep: string[] },
  turn: Noted
) {
  const { card_id, list, board, name, position, keep } = request
  const source = await trello.row({ path: `cards/${cardRef(card_id)}`, query: { fields: 'idBoard,idList' } }, turn)
  const on = board === undefined ? text(source, 'idBoard') : await boardId(trello, board, turn)
  const list_id = list === undefined ? text(source, 'idList') : (await destination(trello, { list, board: on }, turn)).list_id
  const json = { idCardSource: text(source, 'id'), idList: list_id, name, pos: position, keepFromSource: keep.join(',') }
  return cardWithText(await trello.row({ method: 'POST', path: 'cards', json }, turn))
}

export const boardOfCard = async (trello: Trello, card: string, turn: Turn): Promise<string> =>
  text(await trello.row({ path: `cards/${card}`, query: { fields: 'idBoard' } }, turn), 'idBoard')

const needsBoard = ({ labels = [], members = [] }: CardContent): boolean => ![...labels, ...members].every(isId)

/** JSON leaves out what is undefined. */
async function inTrelloWords(trello: Trello, board: string, content: CardContent, turn: Turn): Promise<Record<string, unknown>> {
  const { name, description: desc, due, start, due_complete: dueComplete, labels, members, position: pos } = content
  return {
    name,
    desc,
    due,
    start,
    dueComplete,
    pos,
    idLabels: labels && (await labelIds(trello, board, each('labels', labels), turn)).join(','),
    idMembers: members && (await memberIds(trello, board, each('members', members), turn)).join(',')
  }
}
