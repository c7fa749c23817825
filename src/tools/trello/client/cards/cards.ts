import type { Call } from '../../../../contract/call.ts'
import { below, numberOrNull, type Row, rows, text } from '../../../../lib/row.ts'
import type { Trello, TrelloCall } from '../connection.ts'
import { CARD_FIELDS, MEMBER_FIELDS, toCardWithText, toChecklist, toMember } from '../mappers.ts'
import { isId } from '../match-name.ts'
import { boardId, cardRef, labelIds, memberIds, nameReferences, resolveDestination } from '../resolve-names.ts'

type WarnableCall = TrelloCall & Pick<Call<unknown>, 'warn'>

/** Properties of a card that can be set. */
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

export async function getCard(trello: Trello, card_id: string, call: TrelloCall) {
  const query = {
    fields: `${CARD_FIELDS},desc,badges`,
    members: true,
    member_fields: MEMBER_FIELDS,
    board: true,
    board_fields: 'name',
    list: true,
    checklists: 'all'
  }
  const row = await trello.row({ path: `cards/${cardRef(card_id)}`, query }, call)
  const badges = below(row, 'badges')
  return {
    ...toCardWithText(row),
    board_name: text(below(row, 'board'), 'name'),
    list_name: text(below(row, 'list'), 'name'),
    members: rows(row, 'members').map(toMember),
    checklists: rows(row, 'checklists').map(toChecklist),
    comment_count: numberOrNull(badges, 'comments'),
    attachment_count: numberOrNull(badges, 'attachments')
  }
}

export async function createCard(
  trello: Trello,
  { list, board, ...content }: CardContent & { list: string; board?: string },
  call: WarnableCall
) {
  const { list_id, board_id } = await resolveDestination(trello, { list, board }, call)
  const json = { idList: list_id, ...(await toTrelloBody(trello, board_id, content, call)) }
  return toCardWithText(await trello.row({ method: 'POST', path: 'cards', json }, call))
}

export type Clearable = 'description' | 'due' | 'start' | 'labels' | 'members'

/** Values that clear a property. */
const CLEARED: Readonly<Record<Clearable, Row>> = {
  description: { desc: '' },
  due: { due: null },
  start: { start: null },
  labels: { idLabels: '' },
  members: { idMembers: '' }
}

export async function updateCard(
  trello: Trello,
  { card_id, clear = [], ...content }: CardContent & { card_id: string; clear?: Clearable[] },
  call: TrelloCall
) {
  const card = cardRef(card_id)
  const board = needsBoard(content) ? await boardOfCard(trello, card, call) : ''
  const json = Object.assign(await toTrelloBody(trello, board, content, call), ...clear.map(name => CLEARED[name]))
  return toCardWithText(await putCard(trello, card, json, call))
}

/** Updates the given properties of a card, in the form of Trello's API. */
const putCard = (trello: Trello, card: string, json: Row, call: TrelloCall): Promise<Row> =>
  trello.row({ method: 'PUT', path: `cards/${card}`, json }, call)

export async function moveCard(
  trello: Trello,
  { card_id, list, board, position }: { card_id: string; list: string; board?: string; position: string },
  call: WarnableCall
) {
  const card = cardRef(card_id)
  const own = board === undefined && !isId(list) ? await boardOfCard(trello, card, call) : board
  const { list_id, board_id } = await resolveDestination(trello, { list, board: own }, call)
  return toCardWithText(await putCard(trello, card, { idList: list_id, idBoard: board_id, pos: position }, call))
}

export async function setArchived(trello: Trello, card_id: string, archived: boolean, call: TrelloCall) {
  return toCardWithText(await putCard(trello, cardRef(card_id), { closed: archived }, call))
}

export async function deleteCard(trello: Trello, card_id: string, call: TrelloCall) {
  const { id, name } = toCardWithText(await trello.row({ path: `cards/${cardRef(card_id)}`, query: { fields: 'name' } }, call))
  await trello.send({ method: 'DELETE', path: `cards/${id}` }, call)
  return { id, name, deleted: true }
}

export async function copyCard(
  trello: Trello,
  request: { card_id: string; list?: string; board?: string; name?: string; position: string; keep: string[] },
  call: WarnableCall
) {
  const { card_id, list, board, name, position, keep } = request
  const source = await trello.row({ path: `cards/${cardRef(card_id)}`, query: { fields: 'idBoard,idList' } }, call)
  const on = board === undefined ? text(source, 'idBoard') : await boardId(trello, board, call)
  const list_id = list === undefined ? text(source, 'idList') : (await resolveDestination(trello, { list, board: on }, call)).list_id
  const json = { idCardSource: text(source, 'id'), idList: list_id, name, pos: position, keepFromSource: keep.join(',') }
  return toCardWithText(await trello.row({ method: 'POST', path: 'cards', json }, call))
}

export const boardOfCard = async (trello: Trello, card: string, call: TrelloCall): Promise<string> =>
  text(await trello.row({ path: `cards/${card}`, query: { fields: 'idBoard' } }, call), 'idBoard')

const needsBoard = ({ labels = [], members = [] }: CardContent): boolean => ![...labels, ...members].every(isId)

/** Returns the properties in the form of Trello's API. JSON omits undefined values. */
async function toTrelloBody(trello: Trello, board: string, content: CardContent, call: TrelloCall): Promise<Record<string, unknown>> {
  const { name, description: desc, due, start, due_complete: dueComplete, labels, members, position: pos } = content
  return {
    name,
    desc,
    due,
    start,
    dueComplete,
    pos,
    idLabels: labels && (await labelIds(trello, board, nameReferences('labels', labels), call)).join(','),
    idMembers: members && (await memberIds(trello, board, nameReferences('members', members), call)).join(',')
  }
}
