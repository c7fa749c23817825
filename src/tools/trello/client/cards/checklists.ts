import { OperationError } from '../../../../contract/errors.ts'
import type { ListInput } from '../../../../contract/operation.ts'
import { type Row, text } from '../../../../lib/row.ts'
import type { Checklist } from '../../schemas.ts'
import type { Trello, TrelloCall } from '../connection.ts'
import { pageOf } from '../cursor.ts'
import { toChecklist, toItem } from '../mappers.ts'
import { cardRef, memberIds } from '../resolve-names.ts'
import { boardOfCard } from './cards.ts'

export interface ItemContent {
  name?: string
  complete?: boolean
  due?: string
  member?: string
  position?: string
}

export async function listChecklists(trello: Trello, { card_id, ...page }: ListInput & { card_id: string }, call: TrelloCall) {
  const rows = await trello.rows({ path: `cards/${cardRef(card_id)}/checklists` }, call)
  return pageOf(rows.map(toChecklist), page, checklist => checklist.position ?? 0)
}

/** Creates a checklist, then its items one by one: Trello accepts only single items. */
export async function createChecklist(
  trello: Trello,
  { card_id, name, items, position }: { card_id: string; name: string; items: string[]; position: string },
  call: TrelloCall
) {
  const path = `cards/${cardRef(card_id)}/checklists`
  const checklist = toChecklist(await trello.row({ method: 'POST', path, json: { name, pos: position } }, call))
  for (const item of items) {
    const added = postItem(trello, checklist.id, { name: item, pos: 'bottom' }, call)
    checklist.items.push(await added.catch((error: unknown) => Promise.reject(partlyCreated(error, checklist))))
  }
  return checklist
}

/** The outcome is `executed`, since a repeated call would create a second checklist. */
function partlyCreated(error: unknown, { id, items }: Checklist): unknown {
  if (!(error instanceof OperationError)) return error
  const message = `The checklist ${id} was created with its first ${items.length} items; the next item failed: ${error.message}`
  return new OperationError(error.reason, message, { ...error.details, outcome: 'executed', retryable: false }, { cause: error })
}

export async function addItem(trello: Trello, { checklist_id, ...content }: ItemContent & { checklist_id: string }, call: TrelloCall) {
  const { complete: checked } = content
  const card =
    content.member === undefined
      ? ''
      : text(await trello.row({ path: `checklists/${checklist_id}`, query: { fields: 'idCard' } }, call), 'idCard')
  return await postItem(trello, checklist_id, { ...(await toTrelloBody(trello, card, content, call)), checked }, call)
}

const postItem = async (trello: Trello, checklist: string, json: Row, call: TrelloCall) =>
  toItem(await trello.row({ method: 'POST', path: `checklists/${checklist}/checkItems`, json }, call))

/** Values that clear a property. */
const CLEARED: Readonly<Record<'due' | 'member', Row>> = { due: { due: null }, member: { idMember: null } }

export async function updateItem(
  trello: Trello,
  { card_id, item_id, clear = [], ...content }: ItemContent & { card_id: string; item_id: string; clear?: ('due' | 'member')[] },
  call: TrelloCall
) {
  const card = cardRef(card_id)
  const state = content.complete === undefined ? undefined : content.complete ? 'complete' : 'incomplete'
  const json = Object.assign({ ...(await toTrelloBody(trello, card, content, call)), state }, ...clear.map(name => CLEARED[name]))
  return toItem(await trello.row({ method: 'PUT', path: `cards/${card}/checkItem/${item_id}`, json }, call))
}

export async function deleteItem(trello: Trello, { card_id, item_id }: { card_id: string; item_id: string }, call: TrelloCall) {
  await trello.send({ method: 'DELETE', path: `cards/${cardRef(card_id)}/checkItem/${item_id}` }, call)
  return { id: item_id, deleted: true }
}

/** Copies a checklist with its items to a card, which may be on another board. */
export async function copyChecklist(
  trello: Trello,
  { checklist_id, card_id, name, position }: { checklist_id: string; card_id: string; name?: string; position: string },
  call: TrelloCall
) {
  const card = text(await trello.row({ path: `cards/${cardRef(card_id)}`, query: { fields: 'name' } }, call), 'id')
  const json = { idCard: card, idChecklistSource: checklist_id, name, pos: position }
  return toChecklist(await trello.row({ method: 'POST', path: 'checklists', json }, call))
}

export async function deleteChecklist(trello: Trello, checklist_id: string, call: TrelloCall) {
  await trello.send({ method: 'DELETE', path: `checklists/${checklist_id}` }, call)
  return { id: checklist_id, deleted: true }
}

async function toTrelloBody(
  trello: Trello,
  card: string,
  { name, due, member, position: pos }: ItemContent,
  call: TrelloCall
): Promise<Row> {
  if (member === undefined) return { name, due, pos }
  const [idMember] = await memberIds(trello, await boardOfCard(trello, card, call), [{ path: 'member', name: member }], call)
  return { name, due, pos, idMember }
}
